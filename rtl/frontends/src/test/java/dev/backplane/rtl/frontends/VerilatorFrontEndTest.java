package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Clock;
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

/** The structure of netlists, and the supported constructs. */
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
    Path source = TestResources.copy("features.sv", folder);
    TestResources.copy("features.hex", folder);
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
  void filesAreIncludedFromFoldersBelowAndAbove() throws IOException {
    write("include/shared/width.svh", "`include \"deeper/five.svh\"\n`define WIDTH `FIVE\n");
    write("include/shared/deeper/five.svh", "`include \"beside.svh\"\n`define FIVE `BESIDE\n");
    write("include/shared/deeper/beside.svh", "`define BESIDE 5\n");
    write("above.svh", "`define MORE 2\n");
    Path source =
        write(
            "source/t.sv",
            """
            `include "shared/width.svh"
            `include "../above.svh"
            module t(input logic [`WIDTH-1:0] a, output logic [`WIDTH-1:0] y);
              assign y = a + `MORE;
            endmodule
            """);
    Sources sources = Sources.of(List.of(source)).withIncludes(List.of(folder.resolve("include")));
    Netlist netlist = TestVerilator.frontEnd().elaborate(sources, "t").netlist();
    assertThat(result(netlist, "y", Map.of("a", 31))).isEqualTo(1);
  }

  @Test
  void memoriesAreReadFromFoldersBelowAndAboveAndNamesDoNotMix() throws IOException {
    write("source/low/init.hex", "11\n");
    write("source/high/init.hex", "22\n");
    write("data/more.hex", "44\n");
    Path source =
        write(
            "source/t.sv",
            """
            module t(output logic [7:0] y);
              logic [7:0] low[1], high[1], more[1];
              initial $readmemh("low/init.hex", low);
              initial $readmemh("high/init.hex", high);
              initial $readmemh("../data/more.hex", more);
              assign y = low[0] + high[0] + more[0];
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").netlist();
    assertThat(result(netlist, "y", Map.of())).isEqualTo(0x77);
  }

  @Test
  void anErrorInAnIncludedFileNamesThatFileAsItWasGiven() throws IOException {
    write("include/shared/broken.svh", "\n`define BROKEN assign y = ;\nwire bad = = 1;\n");
    Path source =
        write(
            "source/t.sv",
            "module t(output logic y);\n`include \"shared/broken.svh\"\nendmodule\n");
    Sources sources = Sources.of(List.of(source)).withIncludes(List.of(folder.resolve("include")));
    assertThatThrownBy(() -> TestVerilator.frontEnd().elaborate(sources, "t"))
        .hasMessageContaining(folder.resolve("include/shared/broken.svh") + ":3");
  }

  @Test
  void verilogFilesMayUseALittleOfSystemVerilog() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t #(parameter WIDTH = 8) (input [7:0] a, output reg [7:0] y);
              initial if (WIDTH != 8) begin
                $error("Error: WIDTH must be 8");
                $finish;
              end
              reg [7:0] twice;
              assign twice = a << 1;
              always @* y = twice + $countones(a);
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").netlist();
    assertThat(result(netlist, "y", Map.of("a", 3))).isEqualTo(8);
  }

  @Test
  void aWireThatIsAssignedTheSameTwiceHasThatValueAndAWarning() throws IOException {
    Elaboration elaboration =
        TestVerilator.frontEnd()
            .elaborate(
                Sources.of(
                    List.of(
                        file(
                            "t.v",
                            """
                            module t(input [7:0] a, output [7:0] y);
                              assign y = a + 8'd1;
                              assign y = a + 8'd1;
                            endmodule
                            """))),
                "t");
    assertThat(result(elaboration.netlist(), "y", Map.of("a", 3))).isEqualTo(4);
    assertThat(elaboration.warnings())
        .anyMatch(warning -> warning.contains("t.v:3: 'y' is driven twice by the same value"));
  }

  @Test
  void interfacesAreConnectedByPositionToo() throws IOException {
    Path source =
        file(
            "t.sv",
            """
            interface bus; logic [3:0] d; logic [3:0] r; modport m(output d, input r); endinterface
            module inner(input [3:0] x, bus.m one, input [3:0] y, bus.m two, output [3:0] z);
              assign one.d = x, two.d = y, z = one.r - two.r;
            endmodule
            module t(input [3:0] a, b, output [3:0] p, q, y, z);
              bus c(), e();
              bus array[2]();
              inner i(a, c, b, e, y);
              inner j(b, array[0], a, array[1], z);
              assign c.r = 9, e.r = a, array[0].r = b, array[1].r = 1;
              assign p = c.d + array[1].d, q = e.d ^ array[0].d;
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").netlist();
    assertThat(result(netlist, "y", Map.of("a", 3, "b", 5))).isEqualTo(6);
    assertThat(result(netlist, "z", Map.of("a", 3, "b", 5))).isEqualTo(4);
    assertThat(result(netlist, "p", Map.of("a", 3, "b", 5))).isEqualTo(6);
    assertThat(result(netlist, "q", Map.of("a", 3, "b", 6))).isZero();
  }

  @Test
  void anIndexThatCannotBeReadInTheSourceIsNamed() throws IOException {
    Path source =
        file(
            "t.sv",
            """
            `ifdef SEVEN
            `define PLUS(x) ((x) + 7)
            `else
            `define PLUS(x) ((x) + 6)
            `endif
            module t(input [2:0] i, output logic [7:0] y, z);
              always_comb begin
                y = 0;
                y[`PLUS(i)] = 1;
                z = 0;
                z[i] = 1;
              end
            endmodule
            """);
    assertThat(TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").warnings())
        .singleElement()
        .asString()
        .contains(
            "t.sv:9: an assignment to an element that is outside",
            "macros that have several definitions");
  }

  @Test
  void aProcessThatAssignsConstantsNeedsNoClockThatCanBeTold() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, rst, output logic y);
              localparam logic NEVER = 0;
              always_ff @(posedge clk or posedge rst)
                if (rst) y <= 0;
                else if (NEVER) y <= 1;
                else y <= 0;
            endmodule
            """);
    assertThat(result(netlist, "y", Map.of())).isZero();
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
    assertThat(netlist.clocks()).containsExactly(Clock.rising("ca"), Clock.rising("cb"));
    assertThat(netlist.memories().getFirst().writes())
        .extracting(w -> w.clock())
        .containsExactly(0, 1);
  }

  @Test
  void aMemoryThatIsClearedInOneCycleBecomesRegisters() throws IOException {
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
      NamedPins.pin(engine, "a").set(3);
      NamedPins.pin(engine, "b").set(3);
      NamedPins.pin(engine, "d").set(77);
      engine.edge(0);
      engine.settle();
      assertThat(NamedPins.pin(engine, "q").get()).isEqualTo(77);
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
    assertThat(netlist.clocks()).containsExactly(Clock.rising("clk"));
    assertThat(netlist.cells()).extracting(cell -> cell.operation().name()).containsExactly("MUX");
  }

  @Test
  void aFallingEdgeIsASeparateClock() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input logic clk, input logic d, output logic q, p);
              wire n = ~clk;
              always_ff @(negedge clk) q <= d;
              always_ff @(posedge n) p <= q;
            endmodule
            """);
    assertThat(netlist.clocks()).containsExactly(Clock.falling("clk"));
  }

  @Test
  void wordsThatFormNoLoopOfBitsAreSplit() throws IOException {
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
      NamedPins.pin(engine, "a").set(0x83);
      engine.edge(0);
      engine.settle();
      assertThat(NamedPins.pin(engine, "y").get()).isEqualTo(0x183);
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
  void openInputsAreZeroWithAWarning() throws IOException {
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

  @Test
  void aParameterIsWhatTheUserWrites() throws IOException {
    Path source =
        file(
            "t.sv",
            """
            module t #(parameter [63:0] WIDE = 1, parameter logic signed [99:0] VERY = 0,
                       parameter W = 3, parameter int I = 0, parameter string S = "a",
                       parameter real R = 1.0, parameter V = "abc")
              (output [63:0] wide, output [99:0] very, output [63:0] w, output [31:0] i,
               output s, output [31:0] r, output [39:0] v);
              assign wide = WIDE, very = VERY, w = W, i = I, s = S == "hello";
              assign r = $rtoi(R * 1000.0), v = V;
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd()
            .elaborate(
                Sources.of(List.of(source))
                    .withParameters(
                        Map.of(
                            "WIDE",
                            "0x1234567890abcdef",
                            "VERY",
                            "-2",
                            "W",
                            "5000000000",
                            "I",
                            "-5",
                            "S",
                            "hello",
                            "R",
                            "1.25",
                            "V",
                            "\"a;b\"")),
                "t")
            .netlist();
    assertThat(result(netlist, "wide", Map.of())).isEqualTo(0x1234567890abcdefL);
    assertThat(NetlistWriter.write(netlist)).contains("100'hffffffffffffffffffffffffe");
    assertThat(result(netlist, "w", Map.of())).isEqualTo(5_000_000_000L);
    assertThat(result(netlist, "i", Map.of())).isEqualTo(0xfffffffbL);
    assertThat(result(netlist, "s", Map.of())).isOne();
    assertThat(result(netlist, "r", Map.of())).isEqualTo(1250);
    assertThat(result(netlist, "v", Map.of())).isEqualTo(0x613b62);
  }

  @Test
  void aValueThatDoesNotFitItsParameterIsRefused() throws IOException {
    Path source =
        file(
            "t.sv",
            """
            module t #(parameter [7:0] B = 0, parameter string S = "")(output [7:0] y);
              assign y = B;
            endmodule
            """);
    for (Map<String, String> values : List.of(Map.of("B", "300"), Map.of("S", "77"))) {
      assertThatThrownBy(
              () ->
                  TestVerilator.frontEnd()
                      .elaborate(Sources.of(List.of(source)).withParameters(values), "t"))
          .isInstanceOf(RtlException.class)
          .hasMessageContainingAll(values.keySet().iterator().next(), "does not fit parameter");
    }
  }

  @Test
  void aFullCaseIsNoLatchAndIsWarnedOf() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t(input [1:0] s, input [3:0] a, output reg [3:0] y, z);
              always @* (* full_case *) case (s) 0: y = a; 1: y = ~a; endcase
              always @* begin z = 7; case (s) /* synopsys full_case */ 0: z = a; endcase end
            endmodule
            """);
    Elaboration elaboration = TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t");
    assertThat(elaboration.warnings())
        .singleElement()
        .asString()
        .contains("t.v:2", "promises", "'y'");
    assertThat(result(elaboration.netlist(), "y", Map.of("s", 2, "a", 5))).isEqualTo(10);
    assertThat(result(elaboration.netlist(), "z", Map.of("s", 2, "a", 5))).isEqualTo(7);
  }

  @Test
  void aLoopOutOfRangeChangesNothingElse() throws IOException {
    Netlist netlist =
        elaborate(
            """
            module t(input [15:0] a, output logic [7:0] y, z, output logic [7:4] h, output logic [3:0] q);
              logic [3:0] r [4];
              always_comb begin y = 0; for (int k = 0; k <= 8; k++) y[k] = a[k]; end
              always_comb begin z = 0; for (int k = 8; k <= 20; k += 4) z ^= a[k +: 8]; end
              always_comb begin h = 0; for (int k = 0; k <= 9; k++) h[k] = a[k]; end
              always_comb begin
                for (int k = -1; k <= 6; k++) r[k] = a[k * 4 +: 4];
                q = 0;
                for (int k = -1; k <= 6; k++) q ^= r[k];
              end
            endmodule
            """);
    Map<String, Integer> inputs = Map.of("a", 0x5dc2);
    assertThat(result(netlist, "y", inputs)).isEqualTo(0xc2);
    assertThat(result(netlist, "z", inputs)).isEqualTo(0x5d ^ 0x5);
    assertThat(result(netlist, "h", inputs)).isEqualTo(0xc);
    assertThat(result(netlist, "q", inputs)).isEqualTo(0x5 ^ 0xd ^ 0xc ^ 0x2);
  }

  @Test
  void namedPortExpressionsAreRewritten() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module part(.clk(c),  // the clock
                        .in(value), .out(state), plain);
              input c, value, plain;
              output state;
              reg state; /* in here: state */
              always @(posedge c) state <= value ^ plain;
              initial $display("state");
            endmodule
            module t(input clk, input in, output y);
              wire state;
              part p(.clk(clk), .in(in), .out(state), .plain(1'b1));
              assign y = state;
            endmodule
            """);
    Netlist netlist =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").netlist();
    assertThat(NetlistWriter.write(netlist)).contains("register p.state 1", " = not in");
  }

  @Test
  void stringsOfAnyLengthAreSkipped() throws IOException {
    elaborate(
        "module t(input a, output y);\n  assign y = a;\n  initial $display(\"%s\");\nendmodule\n"
            .formatted("long ".repeat(50_000)));
  }

  @Test
  void aDelayInsideOfAnAssignmentIsIgnoredWithAWarning() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t(input clk, d, output reg q);
              always @(posedge clk) q <= #1 d;
            endmodule
            """);
    assertThat(TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").warnings())
        .singleElement()
        .asString()
        .contains("t.v:2", "a delay is ignored");
  }

  @Test
  void expressionsMayBeNestedDeeply() throws IOException {
    StringBuilder text = new StringBuilder("module t(input [7:0] a, output [7:0] y);\nassign y = ");
    text.repeat("(", 3000).append('a').repeat("\n^ 8'h5a) + 8'h01", 3000);
    Netlist netlist = elaborate(text.append(";\nendmodule\n").toString());
    int expected = 0x33;
    for (int i = 0; i < 3000; i++) {
      expected = ((expected ^ 0x5a) + 1) & 0xff;
    }
    assertThat(result(netlist, "y", Map.of("a", 0x33))).isEqualTo(expected);
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
          (name, value) -> NamedPins.drive(NamedPins.pin(engine, name), BigInteger.valueOf(value)));
      engine.settle();
      return NamedPins.pin(engine, output).value().longValueExact();
    }
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
