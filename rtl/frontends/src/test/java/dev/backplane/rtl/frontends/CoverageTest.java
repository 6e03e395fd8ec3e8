package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.coverage.Coverage;
import dev.backplane.rtl.engines.coverage.CoverageText;
import dev.backplane.rtl.engines.coverage.CoveredDesign;
import dev.backplane.rtl.engines.coverage.Lcov;
import dev.backplane.rtl.netlist.CoverPoint;
import dev.backplane.rtl.netlist.CoverPoints;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageTest {
  private static final String DESIGN =
      """
      module m (input logic clk, input logic rst_n, input logic [1:0] in, output logic [1:0] out,
                output logic [2:0] wide);
        assign wide = in[1] ? 3'd1 : 3'd0;
        always_ff @(posedge clk or negedge rst_n) begin
          if (!rst_n)
            out <= 2'd0;
          else if (in == 2'd3)
            out <= 2'd2;
          else begin
            out <= out + 2'd1; $display("on");
          end
        end
      endmodule
      """;

  @TempDir Path folder;

  private Netlist elaborate(FrontEnd frontEnd) throws IOException {
    Path file = folder.resolve("m.sv");
    Files.writeString(file, DESIGN);
    return frontEnd.elaborate(Sources.of(List.of(file)), "m").netlist();
  }

  private static void run(CoveredDesign design, int... inputs) {
    try (Engine engine = design.newEngine()) {
      engine.onReport(_ -> {});
      for (int input : inputs) {
        pin(engine, "rst_n").set(input >>> 2);
        pin(engine, "in").set(input & 3);
        engine.edge(0);
      }
    }
  }

  private static Pin pin(Engine engine, String name) {
    return engine.pins().stream()
        .filter(pin -> pin.port().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void statementsAndWaysAreCountedAtClockEdgesAndWrittenAsATracefile() throws IOException {
    CoveredDesign design =
        CoveredDesign.compile(
            elaborate(TestVerilator.frontEnd().withCoverage()), JvmEngine::compile);
    assertThat(design.ports()).hasSize(5);
    run(design, 0, 0, 4, 5, 4, 7);
    assertThat(Lcov.write(design.coverage()))
        .isEqualTo(
            """
            TN:
            SF:%s
            BRDA:3,0,0,1
            BRDA:3,0,1,5
            BRDA:5,0,0,2
            BRDA:5,0,1,4
            BRDA:7,0,0,1
            BRDA:7,0,1,3
            BRF:6
            BRH:6
            DA:5,6
            DA:6,2
            DA:7,4
            DA:8,1
            DA:10,3
            LF:5
            LH:5
            end_of_record
            """
                .formatted(folder.resolve("m.sv")));
  }

  @Test
  void aReportNamesWhatWasNeverReached() throws IOException {
    CoveredDesign design =
        CoveredDesign.compile(
            elaborate(TestVerilator.frontEnd().withCoverage()), JvmEngine::compile);
    run(design, 4, 5);
    assertThat(CoverageText.write(design.coverage()))
        .isEqualTo(
            """
            %s: lines 3 of 5 (60.0 %%), branches 3 of 6 (50.0 %%)
              lines never executed: 6, 8
              line 3:23: never taken: ?
              line 5:5: never taken: if
              line 7:10: never taken: if
            toggles of ports and registers: 2 of 16 (12.5 %%)
              rst_n: never changed
              in: never 0 to 1: [1]; never 1 to 0: [1:0]
              out: never 0 to 1: [1]; never 1 to 0: [1:0]
              wide: no bit changed
            """
                .formatted(folder.resolve("m.sv")));
    // Further runs of the same design add to it; others are merged.
    run(design, 0, 7, 4);
    Coverage all = new Coverage();
    all.add(design.coverage());
    all.add(design.coverage());
    assertThat(CoverageText.summary(all))
        .isEqualTo(
            "coverage: lines 5 of 5 (100.0 %), branches 6 of 6 (100.0 %), toggles 9 of 16 (56.2"
                + " %)");
    assertThat(Lcov.write(all)).contains("DA:5,10\n");
  }

  @Test
  void withoutCoverageNothingIsCountedAndTheNetlistIsTheSame() throws IOException {
    Netlist plain = elaborate(TestVerilator.frontEnd());
    assertThat(NetlistWriter.write(plain)).doesNotContain("cover");
    Netlist covered = elaborate(TestVerilator.frontEnd().withCoverage());
    String text = NetlistWriter.write(covered);
    assertThat(text).contains("effect cover");
    assertThat(NetlistWriter.write(NetlistReader.read(text))).isEqualTo(text);
    assertThat(NetlistWriter.write(CoverPoints.filter(covered, _ -> false)))
        .doesNotContain("cover");
    CoveredDesign design = CoveredDesign.compile(plain, JvmEngine::compile);
    run(design, 0, 4, 5);
    assertThat(Lcov.write(design.coverage())).isEmpty();
    assertThat(CoverageText.write(design.coverage())).startsWith("lines and branches: not known");
    assertThat(Objects.requireNonNull(design.coverage().toggles().get("rst_n")).seen())
        .isEqualTo(1);
  }

  @Test
  void messagesOfADesignAppearWithCoverageToo() throws IOException {
    CoveredDesign design =
        CoveredDesign.compile(
            elaborate(TestVerilator.frontEnd().withCoverage()), JvmEngine::compile);
    StringBuilder said = new StringBuilder();
    try (Engine engine = design.newEngine()) {
      engine.onReport(report -> said.append(report.text()));
      pin(engine, "rst_n").set(1);
      engine.edge(0);
    }
    assertThat(said).hasToString("on");
  }

  @Test
  void generatedFilesHaveNoPoints() throws IOException {
    Path file = folder.resolve("counter.sv");
    Files.writeString(
        file,
        """
        module counter (input logic clk, input logic en, output logic out);
          wire gated;
          BUFGCE buffer (.I(clk), .CE(en), .O(gated));
          always_ff @(posedge gated) out <= !out;
        endmodule
        """);
    Elaboration elaboration =
        FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(10))
            .withCoverage()
            .elaborate(Sources.of(List.of(file)), "counter");
    assertThat(
            elaboration.netlist().effects().stream()
                .map(effect -> CoverPoint.of(effect).orElseThrow().file()))
        .isNotEmpty()
        .containsOnly(file.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "!a, 2, 1",
    "!(a), 2, 1",
    "! in[0], 2, 1",
    "!a && in[1], 0, 3",
    "~a, 2, 1",
    "a, 1, 2"
  })
  void theWaysOfANegatedConditionAreThoseOfTheSource(String condition, int yes, int no)
      throws IOException {
    Path file = folder.resolve("n.sv");
    Files.writeString(
        file,
        """
        module n (input logic clk, input logic a, input logic [1:0] in, output logic [1:0] out);
          always_ff @(posedge clk)
            if (%s) out <= 2'd1; else out <= 2'd2;
        endmodule
        """
            .formatted(condition));
    CoveredDesign design =
        CoveredDesign.compile(
            TestVerilator.frontEnd()
                .withCoverage()
                .elaborate(Sources.of(List.of(file)), "n")
                .netlist(),
            JvmEngine::compile);
    try (Engine engine = design.newEngine()) {
      for (int value : new int[] {0, 1, 0}) {
        pin(engine, "a").set(value);
        pin(engine, "in").set(value);
        engine.edge(0);
      }
    }
    assertThat(Lcov.write(design.coverage()))
        .contains("BRDA:3,0,0,%d\nBRDA:3,0,1,%d\n".formatted(yes, no));
  }
}
