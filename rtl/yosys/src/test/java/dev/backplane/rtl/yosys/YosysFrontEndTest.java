package dev.backplane.rtl.yosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestResources;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YosysFrontEndTest {
  @TempDir Path folder;

  @Test
  void aDesignKeepsThePortsAndNamesOfItsSource() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(
                    file(
                        "t.v",
                        """
                        module sub(input clk, input [7:0] d, output reg [7:0] held);
                          always @(posedge clk) held <= d;
                        endmodule
                        module t(input clk, input [7:0] a, output [8:0] y);
                          wire [7:0] q;
                          sub inner(.clk(clk), .d(a), .held(q));
                          assign y = q + a;
                        endmodule
                        """))));
    assertThat(NetlistWriter.write(netlist))
        .isEqualTo(
            """
            backplane-netlist 1
            top t
            input clk 1
            input a 8
            clock clk
            register q 8 = a clock clk initial 0
            cell y 9 = add q a
            output y 9 = y
            end
            """);
    assertThat(NetlistReader.read(NetlistWriter.write(netlist))).isEqualTo(netlist);
  }

  @Test
  void anUnknownTopOrParameterIsReportedWithTheExistingOnes() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t #(parameter WIDTH = 8) (input clk, input [WIDTH-1:0] s_tdata, input s_tvalid,
                output s_tready, output reg [WIDTH-1:0] level);
              localparam HIDDEN = 3;
              assign s_tready = 1'b1;
              always @(posedge clk) if (s_tvalid) level <= s_tdata + HIDDEN;
            endmodule
            """);
    ImageBuild build = ImageBuild.of(List.of(source)).frontEnd(TestYosys.frontEnd());
    assertThatThrownBy(() -> build.top("tt").build(_ -> {}))
        .hasMessageContaining("There is no module 'tt' in the sources, which declare [t]");
    assertThatThrownBy(() -> build.top("t").parameters(Map.of("WIDHT", "3")).build(_ -> {}))
        .hasMessageContaining("Module 't' has no parameter WIDHT; it has [WIDTH]");
  }

  @Test
  void aParameterIsWhatTheUserWrites() throws IOException {
    Path source =
        file(
            "t.v",
            """
            module t #(parameter [63:0] K = 1, parameter integer I = 0, parameter [7:0] B = 0,
                       parameter S = "abc")
              (output [63:0] k, output [31:0] i, output s);
              assign k = K, i = I + B, s = S == "hello";
            endmodule
            """);
    Sources sources = Sources.of(List.of(source));
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            sources.withParameters(Map.of("K", "0x1234567890abcdef", "I", "-5", "S", "hello")));
    assertThat(NetlistWriter.write(netlist))
        .contains("k 64 = 64'h1234567890abcdef", "i 32 = 32'hfffffffb", "s 1 = 1'h1");
    assertThatThrownBy(() -> elaborate(TestYosys.any(), sources.withParameters(Map.of("B", "300"))))
        .hasMessageContaining("'300' does not fit parameter 'B'");
  }

  @Test
  void theFirstMatchingItemWinsWhateverTheAttributes() throws IOException {
    Elaboration elaboration =
        new YosysFrontEnd(TestYosys.any(), Duration.ofMinutes(1))
            .elaborate(
                Sources.of(
                    List.of(
                        file(
                            "t.v",
                            """
                            module t(input [1:0] s, output reg [3:0] y, z);
                              always @* (* full_case, parallel_case *) casez (s)
                                2'b1?: y = 1; 2'b?1: y = 2; default: y = 3; endcase
                              always @* casez (s) // synopsys parallel_case
                                2'b1?: z = 1; 2'b?1: z = 2; default: z = 3; endcase
                            endmodule
                            """))),
                "t");
    assertThat(elaboration.warnings()).anyMatch(warning -> warning.contains("believes full_case"));
    try (Engine engine = new ReferenceEngine(elaboration.netlist())) {
      NamedPins.drive(NamedPins.pin(engine, "s"), BigInteger.valueOf(3));
      engine.settle();
      assertThat(NamedPins.pin(engine, "y").value()).isEqualTo(1);
      assertThat(NamedPins.pin(engine, "z").value()).isEqualTo(1);
    }
  }

  @Test
  void aRebuildGivesTheSameNetlist() throws IOException {
    Path source = TestResources.copy("sequential.v", folder);
    Path copy = Files.copy(source, Files.createDirectory(folder.resolve("else")).resolve("x.v"));
    Netlist one = elaborate(TestYosys.any(), "sequential", Sources.of(List.of(source)));
    Netlist other = elaborate(TestYosys.any(), "sequential", Sources.of(List.of(copy)));
    assertThat(NetlistWriter.write(one)).isEqualTo(NetlistWriter.write(other));
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
        elaborate(
            TestYosys.any(),
            Sources.of(List.of(source))
                .withIncludes(List.of(include))
                .withDefines(Map.of("MORE", "2"))
                .withParameters(Map.of("ADD", "4")));
    assertThat(result(netlist, "y", Map.of("a", 1))).isEqualTo(7);
    assertThat(netlist.top()).isEqualTo("t");
  }

  @Test
  void memoryContentsAreReadFromBesideTheSource() throws IOException {
    file("rom.hex", "0a\n0b\n0c\n0d\n");
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(
                    file(
                        "t.v",
                        """
                        module t(input [1:0] a, output [7:0] y);
                          reg [7:0] rom [0:3];
                          initial $readmemh("rom.hex", rom);
                          assign y = rom[a];
                        endmodule
                        """))));
    assertThat(result(netlist, "y", Map.of("a", 2))).isEqualTo(0x0c);
  }

  @Test
  void systemVerilogKeywordsAreNamesInVerilogFiles() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(
                    file(
                        "t.v",
                        "module t(input bit, output do);\n  assign do = ~bit;\nendmodule\n"))));
    assertThat(result(netlist, "do", Map.of("bit", 0))).isEqualTo(1);
  }

  @Test
  void aFileNameWithBlanksIsReadAndNamedInErrors() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(file("my t.v", "module t(input a, output y); assign y = a; endmodule\n"))));
    assertThat(netlist.ports()).hasSize(2);
  }

  @Test
  void comparisonWithAnUnknownBitIsNeverTrue() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(
                    file(
                        "t.v",
                        """
                        module t(input [1:0] a, output y, output n, output e);
                          assign y = a === 2'b0x;
                          assign n = a !== 2'b0x;
                          assign e = (a == 2'b0x) ? 1'b1 : 1'b0;
                        endmodule
                        """))));
    assertThat(result(netlist, "y", Map.of("a", 0))).isZero();
    assertThat(result(netlist, "n", Map.of("a", 0))).isEqualTo(1);
    assertThat(result(netlist, "e", Map.of("a", 0))).isZero();
  }

  @Test
  void powersWithSignsFollowTheStandard() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.any(),
            Sources.of(
                List.of(
                    file(
                        "t.v",
                        """
                        module t(input signed [3:0] a, input signed [3:0] b, output signed [15:0] y);
                          assign y = a ** b;
                        endmodule
                        """))));
    assertThat(result(netlist, "y", Map.of("a", 0xd, "b", 3))).isEqualTo(-27 & 0xffff);
    assertThat(result(netlist, "y", Map.of("a", 0xf, "b", 0xd))).isEqualTo(0xffff);
    assertThat(result(netlist, "y", Map.of("a", 0xf, "b", 0xe))).isEqualTo(1);
    assertThat(result(netlist, "y", Map.of("a", 1, "b", 0xf))).isEqualTo(1);
    assertThat(result(netlist, "y", Map.of("a", 5, "b", 0xf))).isZero();
    assertThat(result(netlist, "y", Map.of("a", 5, "b", 0))).isEqualTo(1);
  }

  @Test
  void packedArrayPortsAndTimeUnitsNeedARecentYosys() throws IOException {
    Netlist netlist =
        elaborate(
            TestYosys.recent(),
            Sources.of(
                List.of(
                    file(
                        "t.sv",
                        """
                        module t(input logic [3:0][7:0] a, input logic [1:0] i, output logic [7:0] y);
                          timeunit 1ns; timeprecision 1ps;
                          always_comb y = a[i];
                        endmodule
                        """))));
    assertThat(result(netlist, "y", Map.of("a", 0x04030201, "i", 2))).isEqualTo(3);
  }

  @Test
  void theWorkFolderIsDeleted() throws IOException {
    Path source = file("t.v", "module t(input a, output y); assign y = a; endmodule\n");
    Path gone;
    try (TemporaryFolder work = TemporaryFolder.create()) {
      gone = work.path();
      Files.writeString(gone.resolve("x"), "x");
    }
    assertThat(gone).doesNotExist();
    elaborate(TestYosys.any(), Sources.of(List.of(source)));
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(source);
    }
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Netlist elaborate(Yosys yosys, Sources sources) {
    return elaborate(yosys, "t", sources);
  }

  private static Netlist elaborate(Yosys yosys, String top, Sources sources) {
    return new YosysFrontEnd(yosys, Duration.ofMinutes(1)).elaborate(sources, top).netlist();
  }

  private static long result(Netlist netlist, String output, Map<String, Integer> inputs) {
    try (Engine engine = new ReferenceEngine(netlist)) {
      inputs.forEach(
          (name, value) -> NamedPins.drive(NamedPins.pin(engine, name), BigInteger.valueOf(value)));
      engine.settle();
      return NamedPins.pin(engine, output).value().longValueExact();
    }
  }
}
