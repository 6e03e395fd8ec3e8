package dev.backplane.rtl.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shape of netlists, and what sources may consist of. */
class VerilatorFrontEndTest {
  @TempDir Path folder;

  @Test
  void aDesignKeepsThePortsAndNamesOfItsSource() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module sub(input logic clk, input logic [7:0] d, output logic [7:0] held);
              always_ff @(posedge clk) held <= d;
            endmodule
            module t(input logic clk, input logic [7:0] a, output logic [8:0] y);
              logic [7:0] q;
              sub inner(.clk, .d(a), .held(q));
              assign y = q + a;
            endmodule
            """);
    assertThat(NetlistWriter.write(netlist))
        .isEqualTo(
            """
            backplane-netlist 1
            top t
            input clk 1
            input a 8
            clock clk
            register inner.held 8 = a clock clk initial 0
            cell y 9 = add {1'h0,inner.held} {1'h0,a}
            output y 9 = y
            end
            """);
    assertThat(NetlistReader.read(NetlistWriter.write(netlist))).isEqualTo(netlist);
  }

  @Test
  void anEnableIsOneMultiplexer() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, rst, en, more, input logic [7:0] a, output logic [7:0] y);
              always_ff @(posedge clk) begin
                if (en) if (more) y <= a;
              end
            endmodule
            """);
    assertThat(netlist.cells())
        .extracting(cell -> cell.operation().name())
        .containsExactly("AND", "MUX");
  }

  @Test
  void aRebuildGivesTheSameNetlist() throws IOException {
    Path source = Resources.copy("features.sv", folder);
    Resources.copy("features.hex", folder);
    Path elsewhere = Files.createDirectory(folder.resolve("else"));
    Path copy = Files.copy(source, elsewhere.resolve("x.sv"));
    Files.copy(folder.resolve("features.hex"), elsewhere.resolve("features.hex"));
    FrontEnd frontEnd = TestVerilator.frontEnd();
    assertThat(
            NetlistWriter.write(
                frontEnd.elaborate(Sources.of(List.of(source)), "features").netlist()))
        .isEqualTo(
            NetlistWriter.write(
                frontEnd.elaborate(Sources.of(List.of(copy)), "features").netlist()));
  }

  @Test
  void verilogFilesMayUseKeywordsOfSystemVerilogBesideFilesOfIt() throws IOException {
    Path old =
        file(
            "old.v",
            "module old(input a, output y);\n  wire do = ~a;\n  assign y = do;\nendmodule\n");
    Path young =
        file("young.sv", "module young(input logic a, output logic y);\n  old o(.*);\nendmodule\n");
    Netlist netlist =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(old, young)), "young").netlist();
    assertThat(result(netlist, "y", Map.of("a", 0))).isEqualTo(1);
  }

  @Test
  void macrosParametersAndIncludesReachTheSources() throws IOException {
    Path include = Files.createDirectory(folder.resolve("include"));
    Files.writeString(include.resolve("width.vh"), "`define WIDTH 5\n");
    Path source =
        file(
            "t.v",
            """
            `include "width.vh"
            module t #(parameter ADD = 1) (input [`WIDTH-1:0] a, output [`WIDTH-1:0] y);
              assign y = a + ADD + `MORE;
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd()
            .elaborate(
                Sources.of(List.of(source))
                    .withIncludes(List.of(include))
                    .withDefines(Map.of("MORE", "2"))
                    .withParameters(Map.of("ADD", "4")),
                "t")
            .netlist();
    assertThat(result(netlist, "y", Map.of("a", 1))).isEqualTo(7);
  }

  @Test
  void anArrayThatIsWrittenByAddressIsAMemoryWithAPortPerAddress() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, input logic [3:0] we, input logic [5:0] a, b, input logic [31:0] d,
                     output logic [31:0] p, q);
              logic [31:0] m[64];
              always_ff @(posedge clk) begin
                for (int i = 0; i < 4; i++) if (we[i]) m[a][8*i +: 8] <= d[8*i +: 8];
                p <= m[a];
                q <= m[b];
              end
            endmodule
            """);
    assertThat(netlist.memories()).hasSize(1);
    assertThat(netlist.memories().getFirst().writes()).hasSize(1);
    assertThat(netlist.memories().getFirst().reads()).hasSize(2);
    assertThat(netlist.registers()).hasSize(2);
    assertThat(netlist.cells()).noneMatch(cell -> cell.output().width() == 32);
  }

  @Test
  void bothPortsOfATrueDualPortMemoryKeepTheirClocks() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic ca, cb, wa, wb, input logic [3:0] a, b, input logic [7:0] d, e,
                     output logic [7:0] p, q);
              logic [7:0] m[16];
              always @(posedge ca) begin if (wa) m[a] <= d; p <= m[a]; end
              always @(posedge cb) begin if (wb) m[b] <= e; q <= m[b]; end
            endmodule
            """);
    assertThat(netlist.clocks()).containsExactly("ca", "cb");
    assertThat(netlist.memories().getFirst().writes())
        .extracting(w -> w.clock())
        .containsExactly(0, 1);
  }

  @Test
  void aMemoryThatIsClearedAtOnceBecomesRegisters() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, rst, input logic [3:0] a, input logic [7:0] d, output logic [7:0] q);
              logic [7:0] m[16];
              always_ff @(posedge clk)
                if (rst) m <= '{default: 8'd3};
                else m[a] <= d;
              assign q = m[a];
            endmodule
            """);
    assertThat(netlist.memories()).isEmpty();
    assertThat(netlist.registers()).hasSize(16);
  }

  @Test
  void aWriteIsSeenByReadsAfterItInItsBlock() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, input logic [3:0] a, b, input logic [7:0] d, output logic [7:0] q);
              logic [7:0] m[16];
              always @(posedge clk) begin
                m[a] = d;
                q <= m[b];
              end
            endmodule
            """);
    try (Engine engine = new ReferenceEngine(netlist)) {
      VerilogSemanticsTest.pin(engine, "a").set(3);
      VerilogSemanticsTest.pin(engine, "b").set(3);
      VerilogSemanticsTest.pin(engine, "d").set(77);
      engine.edge(0);
      engine.settle();
      assertThat(VerilogSemanticsTest.pin(engine, "q").get()).isEqualTo(77);
    }
  }

  @Test
  void aClockBufferWithAnEnableBecomesAnEnable() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module BUFGCE(input I, input CE, output O);
              assign O = I & CE;
            endmodule
            module t(input logic clk, en, input logic [3:0] d, output logic [3:0] q);
              wire gated;
              BUFGCE buffer(.I(clk), .CE(en), .O(gated));
              always_ff @(posedge gated) q <= d;
            endmodule
            """);
    assertThat(netlist.clocks()).containsExactly("clk");
    assertThat(netlist.cells()).extracting(cell -> cell.operation().name()).containsExactly("MUX");
  }

  @Test
  void aFallingEdgeIsAClockOfItsOwn() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, input logic d, output logic q, p);
              wire n = ~clk;
              always_ff @(negedge clk) q <= d;
              always_ff @(posedge n) p <= q;
            endmodule
            """);
    assertThat(netlist.clocks()).containsExactly("~clk");
  }

  @Test
  void wordsThatLoopByWordsOnlyAreTakenApart() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic [3:0] a, output logic [3:0] y);
              logic [3:0] c;
              assign c = {c[2:0] ^ a[2:0], a[3]};
              assign y = c;
            endmodule
            """);
    assertThat(result(netlist, "y", Map.of("a", 0b1011))).isEqualTo(0b1101);
  }

  @Test
  void divisionByZeroGivesZeroAsInVerilator() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic [7:0] a, b, output logic [7:0] q, r);
              assign q = a / b;
              assign r = a % b;
            endmodule
            """);
    assertThat(result(netlist, "q", Map.of("a", 9, "b", 0))).isZero();
    assertThat(result(netlist, "r", Map.of("a", 9, "b", 0))).isZero();
    assertThat(result(netlist, "r", Map.of("a", 9, "b", 4))).isEqualTo(1);
  }

  @Test
  void patternsOfUnpackedStructsAreNotLost() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, input logic [7:0] a, output logic [8:0] y);
              typedef struct { logic [7:0] value; logic flag; } item_t;
              item_t item;
              always_ff @(posedge clk) item <= '{value: a, flag: ^a};
              assign y = {item.flag, item.value};
            endmodule
            """);
    try (Engine engine = new ReferenceEngine(netlist)) {
      VerilogSemanticsTest.pin(engine, "a").set(0x83);
      engine.edge(0);
      engine.settle();
      assertThat(VerilogSemanticsTest.pin(engine, "y").get()).isEqualTo(0x183);
    }
  }

  @Test
  void delaysInsideAssignmentsAndMessagesAreIgnored() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t(input clk, input a, output reg y);
              always @(posedge clk) begin
                y <= #1 a;
                if (a === 1'bx) $display("x");
              end
            endmodule
            """);
    Elaboration elaboration = TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t");
    assertThat(elaboration.netlist().registers()).hasSize(1);
    assertThat(elaboration.tool()).startsWith("verilator ");
  }

  @Test
  void whatIsLeftOpenIsZeroWithAWarning() throws IOException {
    Path source =
        file(
            "t.sv",
            """
            module sub(input logic [3:0] a, output logic [3:0] y); assign y = a + 4'd1; endmodule
            module t(output logic [3:0] y); sub s(.a(), .y); endmodule
            """);
    Elaboration elaboration = TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t");
    assertThat(elaboration.warnings())
        .anyMatch(warning -> warning.contains("t.sv:2") && warning.contains("'a'"));
    assertThat(result(elaboration.netlist(), "y", Map.of())).isEqualTo(1);
  }

  private Netlist elaborate(String text) throws IOException {
    return TestVerilator.frontEnd()
        .elaborate(Sources.of(List.of(file("t.sv", text))), "t")
        .netlist();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static long result(Netlist netlist, String output, Map<String, Integer> inputs) {
    try (Engine engine = new ReferenceEngine(netlist)) {
      inputs.forEach(
          (name, value) ->
              VerilogSemanticsTest.drive(
                  VerilogSemanticsTest.pin(engine, name), BigInteger.valueOf(value)));
      engine.settle();
      return VerilogSemanticsTest.value(VerilogSemanticsTest.pin(engine, output)).longValueExact();
    }
  }
}
