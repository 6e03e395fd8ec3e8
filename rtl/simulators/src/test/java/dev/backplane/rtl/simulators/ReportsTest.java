package dev.backplane.rtl.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.Report;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a design says is reported with its place, clock and text, the same by every engine. */
class ReportsTest {
  private static final String SOURCE =
      """
      module child(input logic clk, input logic [3:0] a);
        named: assert property (@(posedge clk) a != 12);
      endmodule
      module t(input logic clk, input logic rst_n, input logic [3:0] a, output logic [3:0] b);
        child inner(.clk, .a);
        always_ff @(posedge clk or negedge rst_n)
          if (!rst_n) b <= 0;
          else begin
            assert (a != 3) else $error("a is %d", a);
            if (a == 4) $display("hello %d %0d %h %b at %t in %m", a, $signed(a), a, a, $time);
            if (a == 5) $warning("five %s", "times");
            if (a == 6) $info("six");
            if (a == 15) $fatal(1, "bad %h", a);
            if (a == 14) $finish;
            b <= a;
          end
        always_comb begin assert (a != 11) else $warning("comb %0d", a); end
        assert property (@(posedge clk) disable iff (!rst_n) a == 9 |=> b == 8) else $error("b is %0d", b);
        assume property (@(negedge clk) a != 13);
        always_ff @(posedge clk) unique case (a) 1: ; 2: ; endcase
      endmodule
      """;

  /** A kernel can say something in every cycle. */
  private static final int MOST_OF_A_PLACE = 20;

  @TempDir Path folder;

  @Test
  void messagesAndAssertionsAreReportedAtTheirClockEdge() throws IOException {
    assertThat(reports(JvmEngine.compile(netlist(TestVerilator.frontEnd()))))
        .containsExactly(
            "ERROR t.sv:9 @cycle 3 of clk: $error in t: a is  3",
            "INFO t.sv:10 @cycle 4 of clk: hello  4 4 4 0100 at 4 in t",
            "WARNING t.sv:11 @cycle 5 of clk: $warning in t: five times",
            "INFO t.sv:12 @cycle 6 of clk: $info in t: six",
            "ERROR t.sv:18 @cycle 10 of clk: $error in t: b is 9",
            "WARNING t.sv:17 @cycle 11 of clk: $warning in t: comb 11",
            "ERROR t.sv:2 @cycle 12 of clk: an assertion does not hold in t.inner.named",
            "ERROR t.sv:19 @cycle 13 of ~clk: an assertion does not hold in t",
            "FATAL t.sv:14 @cycle 14 of clk: the design called $finish in t",
            "FATAL t.sv:13 @cycle 15 of clk: $fatal in t: bad f");
  }

  @Test
  void bothEnginesReportTheSame() throws IOException {
    Assumptions.assumeTrue(
        VerilatorEngine.isAvailable(), "Verilator and g++ are not installed (tools/setup)");
    Netlist netlist = netlist(TestVerilator.frontEnd());
    assertThat(reports(VerilatorEngine.compile(netlist, VerilatorOptions.standard())))
        .isEqualTo(reports(JvmEngine.compile(netlist)));
  }

  @Test
  void jsonAndXmlSayTheSame() throws IOException {
    assertThat(reports(JvmEngine.compile(netlist(TestVerilator.ofRelease("sid")))))
        .isEqualTo(reports(JvmEngine.compile(netlist(TestVerilator.frontEnd()))));
  }

  @Test
  void netlistsKeepWhatTheyAreToSay() throws IOException {
    Netlist netlist = netlist(TestVerilator.frontEnd());
    assertThat(netlist.effects()).hasSize(10);
    Netlist read = NetlistReader.read(NetlistWriter.write(netlist));
    assertThat(read.effects()).hasSameSizeAs(netlist.effects());
    assertThat(reports(JvmEngine.compile(read))).isEqualTo(reports(JvmEngine.compile(netlist)));
  }

  @Test
  void aPlaceIsReportedALimitedNumberOfTimes() throws IOException {
    try (Engine engine = engine(netlist(TestVerilator.frontEnd()))) {
      List<Report> reports = new ArrayList<>();
      engine.onReport(reports::add);
      pin(engine, "rst_n").set(1);
      pin(engine, "a").set(5);
      for (int cycle = 0; cycle < 5000; cycle++) {
        engine.settle();
        engine.edge(0);
      }
      assertThat(reports).hasSize(MOST_OF_A_PLACE);
      assertThat(reports.getLast().text()).contains("no more of this place is reported");
    }
  }

  @Test
  void withoutAReceiverAnErrorEndsTheSimulation() throws IOException {
    try (Engine engine = engine(netlist(TestVerilator.frontEnd()))) {
      pin(engine, "rst_n").set(1);
      pin(engine, "a").set(3);
      engine.settle();
      assertThatThrownBy(() -> engine.edge(0))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.KERNEL_FAILED))
          .hasMessage("t.sv:9 @cycle 0 of clk: $error in t: a is  3");
    }
  }

  @Test
  void theDesignHasItsOwnPinsOnly() throws IOException {
    CompiledDesign design = JvmEngine.compile(netlist(TestVerilator.frontEnd()));
    assertThat(design.ports())
        .extracting(port -> port.name())
        .containsExactly("clk", "rst_n", "a", "b");
    try (Engine engine = design.newEngine()) {
      assertThat(engine.pins()).extracting(pin -> pin.port()).isEqualTo(design.ports());
    }
  }

  @Test
  void messagesThatCannotBeHardwareAreLeftOutWithAWarning() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("r.sv"),
            """
            module r(input logic clk, input logic a, output logic b);
              logic nothing;
              always_ff @(posedge clk) begin
                b <= a;
                if (a) $display("%b", nothing);
              end
            endmodule
            """);
    Elaboration elaboration = TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "r");
    assertThat(elaboration.netlist().effects()).isEmpty();
    assertThat(elaboration.warnings())
        .anyMatch(warning -> warning.startsWith("messages and assertions are left out: "));
  }

  private Netlist netlist(FrontEnd frontEnd) throws IOException {
    Path source = Files.writeString(folder.resolve("t.sv"), SOURCE);
    return frontEnd.elaborate(Sources.of(List.of(source)), "t").netlist();
  }

  private static Engine engine(Netlist netlist) {
    return JvmEngine.compile(netlist).newEngine();
  }

  private static Pin pin(Engine engine, String name) {
    return engine.pins().stream()
        .filter(pin -> pin.port().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The reports of 16 cycles, in which the input counts up. */
  private static List<String> reports(CompiledDesign design) {
    List<String> reports = new ArrayList<>();
    try (Engine engine = design.newEngine()) {
      engine.onReport(report -> reports.add(report.severity() + " " + report));
      pin(engine, "rst_n").set(1);
      int rising = engine.clocks().indexOf(Clock.rising("clk"));
      int falling = engine.clocks().indexOf(Clock.falling("clk"));
      for (int cycle = 0; cycle < 16; cycle++) {
        pin(engine, "a").set(cycle);
        engine.settle();
        engine.edge(rising);
        engine.settle();
        engine.edge(falling);
      }
    }
    return reports;
  }
}
