package dev.backplane.rtl.yosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unsupported constructs are rejected, with the location and what to do. */
class FrontEndRefusalsTest {
  @TempDir Path folder;

  @Test
  void aSyntaxErrorIsReportedWithFileAndLine() throws IOException {
    refused(
        "module t(input a, output y);\n  assign y = a +;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "t.v:2",
        "syntax error");
  }

  @Test
  void onlyTheFirstErrorIsReported() throws IOException {
    RtlException e =
        refused(
            "module t(input a, output y);\n  assign y = (;\n  assign y = );\nendmodule\n",
            RtlError.SOURCE_INVALID,
            "t.v:2");
    assertThat(e.getMessage()).doesNotContain("t.v:3");
  }

  @Test
  void anUnknownModuleIsNamedWithAHint() throws IOException {
    refused(
        "module t(input a, output y);\n  xpm_other u(.a(a), .y(y));\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "xpm_other",
        "macro of a vendor");
  }

  @Test
  void aMissingTopModuleIsNamed() throws IOException {
    refused("module other(input a); endmodule\n", RtlError.SOURCE_INVALID, "t");
  }

  @Test
  void aBlackBoxIsRefused() throws IOException {
    refused(
        """
        (* blackbox *) module box(input a, output y);
        endmodule
        module t(input a, output y);
          box u(.a(a), .y(y));
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "'u'",
        "'box'",
        "black box");
  }

  @Test
  void anImplicitDeclarationIsRefused() throws IOException {
    refused(
        "module t(input a, output y);\n  assign y = a & typo;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "t.v:2",
        "typo");
  }

  @Test
  void aHierarchicalReferenceIsRefused() throws IOException {
    refused(
        """
        module sub(input a, output y);
          wire inner = ~a;
          assign y = inner;
        endmodule
        module t(input a, output y, output z);
          sub u(.a(a), .y(y));
          assign z = u.inner;
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "t.v:7",
        "u.inner");
  }

  @Test
  void twoDriversAreRefused() throws IOException {
    refused(
        "module t(input a, input b, output y);\n  assign y = ~a;\n  assign y = a & b;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "drivers",
        "y");
  }

  @Test
  void aRegisterWithTwoDriversIsRefused() throws IOException {
    refused(
        """
        module t(input clk, input a, output reg y);
          always @(posedge clk) y <= a;
          always @(posedge clk) y <= ~a;
        endmodule
        """,
        RtlError.SOURCE_INVALID,
        "y");
  }

  @Test
  void anInputThatIsDrivenInsideIsRefused() throws IOException {
    refused(
        "module t(input a, input b, output y);\n  assign a = b;\n  assign y = a;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "drivers");
  }

  @Test
  void anOutputDrivenByTwoInputsIsRefused() throws IOException {
    refused(
        "module t(input a, input b, output y);\n  assign y = a;\n  assign y = b;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "drivers");
  }

  @Test
  void aWireThatNothingDrivesIsRefused() throws IOException {
    refused(
        "module t(input a, output y);\n  wire w;\n  assign y = a & w;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "w",
        "no driver");
  }

  @Test
  void aLatchIsRefusedWithSignalAndLine() throws IOException {
    refused(
        """
        module t(input g, input [3:0] a, output reg [3:0] y);
          always @* if (g) y = a;
        endmodule
        """,
        RtlError.LATCH,
        "'y'",
        "t.v:2");
  }

  @Test
  void aLatchInAlwaysCombIsALatchToo() throws IOException {
    refusedSystemVerilog(
        """
        module t(input logic g, input logic a, output logic y);
          always_comb if (g) y = a;
        endmodule
        """,
        RtlError.LATCH,
        "y");
  }

  @Test
  void aTriStateIsRefused() throws IOException {
    refused(
        "module t(input e, input a, output y);\n  assign y = e ? a : 1'bz;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "t.v:2");
  }

  @Test
  void aPortOfBothDirectionsIsRefused() throws IOException {
    refused(
        "module t(inout io, output y);\n  assign y = io;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "'io'",
        "both ways");
  }

  @Test
  void aCombinationalLoopIsPrintedAsAPath() throws IOException {
    refused(
        """
        module t(input a, output y);
          wire p, q;
          assign p = ~(q & a);
          assign q = ~(p | a);
          assign y = q;
        endmodule
        """,
        RtlError.COMBINATIONAL_LOOP,
        "t.v:",
        " -> ");
  }

  @Test
  void aLoopThroughAMemoryIsFound() throws IOException {
    refused(
        """
        module t(input clk, input [1:0] a, output [1:0] y);
          reg [1:0] m [0:3];
          always @(posedge clk) m[a] <= a;
          assign y = m[y ^ a];
        endmodule
        """,
        RtlError.COMBINATIONAL_LOOP,
        "y");
  }

  @Test
  void aFallingEdgeIsRefused() throws IOException {
    refused(
        "module t(input clk, input a, output reg y);\n  always @(negedge clk) y <= a;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "'y'",
        "falling edge of 'clk'",
        "t.v:2");
  }

  @Test
  void aDerivedClockIsRefused() throws IOException {
    refused(
        """
        module t(input clk, input en, input a, output reg y);
          wire gated = clk & en;
          always @(posedge gated) y <= a;
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "'y'",
        "'gated'");
  }

  @Test
  void vhdlIsRefused() throws IOException {
    Path source = Files.writeString(folder.resolve("t.vhd"), "entity t is end;\n");
    RtlException e = refused(Sources.of(List.of(source)), "t");
    assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED);
    assertThat(e).hasMessageContaining("VHDL");
  }

  @Test
  void aMissingFileIsNamed() {
    RtlException e = refused(Sources.of(List.of(folder.resolve("absent.v"))), "t");
    assertThat(e.error()).isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(e).hasMessageContaining("absent.v");
  }

  @Test
  void namesThatCouldChangeTheScriptAreRefused() throws IOException {
    Path source = Files.writeString(folder.resolve("t.v"), "module t(input a); endmodule\n");
    assertThat(refused(Sources.of(List.of(source)), "t; exec rm").error())
        .isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(
            catchThrowableOfType(
                    RtlException.class,
                    () -> Sources.of(List.of(source)).withDefines(Map.of("A", "1; exec rm")))
                .error())
        .isEqualTo(RtlError.SOURCE_INVALID);
  }

  @Test
  void aToolThatHangsIsKilledAtTheDeadline() throws IOException {
    Path source = Files.writeString(folder.resolve("t.v"), "module t(input a); endmodule\n");
    FrontEnd hanging =
        new YosysFrontEnd(
            new Yosys(List.of("sh", "-c", "sleep 60", "yosys"), 0, 1, "a test"),
            Duration.ofMillis(100));
    RtlException e =
        catchThrowableOfType(
            RtlException.class, () -> hanging.elaborate(Sources.of(List.of(source)), "t"));
    assertThat(e.error()).isEqualTo(RtlError.TIMEOUT);
  }

  @Test
  void anInterruptKillsTheToolAndStaysSet() throws IOException {
    Path source = Files.writeString(folder.resolve("t.v"), "module t(input a); endmodule\n");
    FrontEnd hanging =
        new YosysFrontEnd(
            new Yosys(List.of("sh", "-c", "sleep 60", "yosys"), 0, 1, "a test"),
            Duration.ofMinutes(1));
    Thread.currentThread().interrupt();
    RtlException e =
        catchThrowableOfType(
            RtlException.class, () -> hanging.elaborate(Sources.of(List.of(source)), "t"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(e.error()).isEqualTo(RtlError.CANCELLED);
  }

  @Test
  void aToolWithoutAResultIsReportedWithItsOutput() throws IOException {
    Path source = Files.writeString(folder.resolve("t.v"), "module t(input a); endmodule\n");
    FrontEnd broken =
        new YosysFrontEnd(
            new Yosys(List.of("sh", "-c", "echo out of luck; exit 3", "yosys"), 0, 1, "a test"),
            Duration.ofMinutes(1));
    RtlException e =
        catchThrowableOfType(
            RtlException.class, () -> broken.elaborate(Sources.of(List.of(source)), "t"));
    assertThat(e.error()).isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(e).hasMessageContaining("out of luck").hasMessageContaining("code 3");
  }

  private RtlException refused(String verilog, RtlError error, String... parts) throws IOException {
    Path source = Files.writeString(folder.resolve("t.v"), verilog);
    RtlException e = refused(Sources.of(List.of(source)), "t");
    assertThat(e.error()).as(e.getMessage()).isEqualTo(error);
    assertThat(e.getMessage()).contains(parts).doesNotContain("d0/");
    return e;
  }

  private void refusedSystemVerilog(String text, RtlError error, String... parts)
      throws IOException {
    Path source = Files.writeString(folder.resolve("t.sv"), text);
    RtlException e = refused(Sources.of(List.of(source)), "t");
    assertThat(e.error()).as(e.getMessage()).isEqualTo(error);
    assertThat(e.getMessage()).contains(parts);
  }

  private static RtlException refused(Sources sources, String top) {
    FrontEnd frontEnd = new YosysFrontEnd(TestYosys.any(), Duration.ofMinutes(1));
    RtlException e =
        catchThrowableOfType(RtlException.class, () -> frontEnd.elaborate(sources, top));
    assertThat(e).as("nothing was refused").isNotNull();
    return e;
  }
}
