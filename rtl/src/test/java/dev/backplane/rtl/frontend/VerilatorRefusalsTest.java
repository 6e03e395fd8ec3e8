package dev.backplane.rtl.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot become hardware is refused, with the place and what to do. */
class VerilatorRefusalsTest {
  @TempDir Path folder;

  @Test
  void onlyTheFirstErrorIsReportedWithItsPlace() throws IOException {
    RtlException e =
        refused(
            "module t(input a, output y);\n  assign y = (;\n  assign y = );\nendmodule\n",
            RtlError.SOURCE_INVALID,
            "t.sv:2",
            "syntax error");
    assertThat(e.getMessage()).doesNotContain("t.sv:3");
  }

  @Test
  void anUnknownModuleIsNamedWithAHint() throws IOException {
    refused(
        "module t(input a, output y);\n  some_macro u[1:0](.a(a), .y(y));\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "t.sv:2",
        "some_macro");
  }

  @Test
  void aLatchIsNamed() throws IOException {
    refused(
        """
        module t(input g, input [3:0] a, output logic [3:0] y);
          always_comb if (g) y = a;
        endmodule
        """,
        RtlError.LATCH,
        "'y'",
        "t.sv:2");
    refused(
        "module t(input g, input a, output logic y);\n  always_latch if (g) y <= a;\nendmodule\n",
        RtlError.LATCH,
        "'y'");
    refused(
        """
        module t(input [1:0] g, input [3:0] a, output logic [3:0] y);
          always_comb case (g) 0: y = a; 1, 2: y = 0; endcase
        endmodule
        """,
        RtlError.LATCH,
        "'y'");
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
        "t.sv:3",
        "t.sv:4",
        " -> ");
  }

  @Test
  void aTriStateIsRefused() throws IOException {
    refused(
        "module t(input e, input a, output y);\n  assign y = e ? a : 1'bz;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "t.sv:2",
        "tri-state");
    refused(
        "module t(inout io, output y);\n  assign y = io;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "'io'",
        "both ways");
  }

  @Test
  void twoDriversAreRefusedWithBothPlaces() throws IOException {
    refused(
        """
        module t(input a, b, output y, output logic z, input clk);
          assign y = ~a;
          assign y = a & b;
        endmodule
        """,
        RtlError.SOURCE_INVALID,
        "t.sv:2",
        "t.sv:3",
        "'y'");
    refused(
        """
        module t(input clk, a, output logic y);
          always_ff @(posedge clk) y <= a;
          always_ff @(posedge clk) y <= ~a;
        endmodule
        """,
        RtlError.SOURCE_INVALID,
        "'y'");
  }

  @Test
  void aWireThatNothingDrivesIsRefused() throws IOException {
    refused(
        "module t(input a, output y);\n  wire w;\n  assign y = a & w;\nendmodule\n",
        RtlError.SOURCE_INVALID,
        "t.sv:2",
        "'w'");
  }

  @Test
  void codeThatDependsOnUnknownsIsRefused() throws IOException {
    refused(
        "module t(input [1:0] a, output y);\n  assign y = a === 2'b0x;\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "t.sv:2",
        "'x'");
  }

  @Test
  void whatOnlySimulatorsDoIsRefusedByName() throws IOException {
    for (String[] each :
        new String[][] {
          {"always begin #5 q = ~q; end", "delay"},
          {"initial begin q = 0; wait (a); q = 1; end", "wait"},
          {"initial fork q = 0; join", "fork"},
          {"always @(posedge clk) force q = a;", "force"},
          {"event e; always @(posedge clk) -> e;", "event"},
          {"real r; always @(posedge clk) begin r = 1.5; q <= a; end", "real"},
        }) {
      refused(
          "module t(input clk, a, output logic q);\n  " + each[0] + "\nendmodule\n",
          RtlError.SOURCE_UNSUPPORTED,
          "t.sv:2",
          each[1]);
    }
  }

  @Test
  void aClockThatIsMadeInsideIsNamed() throws IOException {
    refused(
        """
        module t(input clk, en, a, output logic y);
          wire gated = clk & en;
          always_ff @(posedge gated) y <= a;
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "'y'",
        "'gated'",
        "t.sv:3");
  }

  @Test
  void clocksThatCannotBeToldApartAreRefused() throws IOException {
    refused(
        """
        module t(input c1, c2, a, output logic y);
          always @(posedge c1 or posedge c2) y <= a;
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "t.sv:2",
        "clock");
  }

  @Test
  void aLoopWithoutAnEndIsNamed() throws IOException {
    refused(
        """
        module t(input [7:0] a, output logic [7:0] y);
          always_comb begin
            y = 0;
            while (y != a + 1) y = y + 1;
          end
        endmodule
        """,
        RtlError.SOURCE_UNSUPPORTED,
        "t.sv:4",
        "rounds");
  }

  @Test
  void aPortOfTheTopModuleThatIsNoWordIsRefused() throws IOException {
    refused(
        "module t(input logic [3:0] a [4], output y);\n  assign y = a[0][0];\nendmodule\n",
        RtlError.SOURCE_UNSUPPORTED,
        "'a'",
        "packed");
  }

  @Test
  void aToolThatHangsIsKilledAtTheDeadline() throws IOException {
    Path tool = Files.writeString(folder.resolve("tool"), "#!/bin/sh\nsleep 60\n");
    Files.setPosixFilePermissions(
        tool, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    Path source = Files.writeString(folder.resolve("t.v"), "module t(input a); endmodule\n");
    FrontEnd hanging = new VerilatorFrontEnd(new Verilator(tool, "0.0"), Duration.ofMillis(100));
    RtlException e =
        catchThrowableOfType(
            RtlException.class, () -> hanging.elaborate(Sources.of(List.of(source)), "t"));
    assertThat(e.error()).isEqualTo(RtlError.TIMEOUT);
  }

  private RtlException refused(String text, RtlError error, String... parts) throws IOException {
    Path source = Files.writeString(folder.resolve("t.sv"), text);
    FrontEnd frontEnd = TestVerilator.frontEnd();
    RtlException e =
        catchThrowableOfType(
            RtlException.class, () -> frontEnd.elaborate(Sources.of(List.of(source)), "t"));
    assertThat(e).as("nothing was refused in " + text).isNotNull();
    assertThat(e.error()).as(e.getMessage()).isEqualTo(error);
    assertThat(e.getMessage()).contains(parts).doesNotContain("d0/");
    return e;
  }
}
