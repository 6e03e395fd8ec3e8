package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors in sources and descriptions, reported by the installed front end and the image build with
 * a code, the problem and its location. Each case changes a correct kernel in one point.
 */
class BadSourcesTest {
  @TempDir Path folder;

  /** A module in a separate file {@code bad.sv}, instantiated as {@code bad}. */
  private record Bad(String name, RtlError error, String words, String source) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Bad> sources() {
    return List.of(
        new Bad(
            "a syntax error",
            RtlError.SOURCE_INVALID,
            "bad.sv:4.*syntax error",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              always_ff @(posedge clk)
                y <= a +
              ;
            endmodule
            """),
        new Bad(
            "a missing include",
            RtlError.SOURCE_INVALID,
            "bad.sv:1.*absent.svh",
            """
            `include "absent.svh"
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              always_ff @(posedge clk) y <= a;
            endmodule
            """),
        new Bad(
            "a missing module",
            RtlError.SOURCE_INVALID,
            "mystery",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              mystery u(.a(a), .y(y));
            endmodule
            """),
        new Bad(
            "a file that is opened",
            RtlError.SOURCE_UNSUPPORTED,
            "bad.sv:3.*fopen",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              integer f;
              always @(posedge clk) begin f = $fopen("x", "r"); y <= a + f[3:0]; end
            endmodule
            """),
        new Bad(
            "a wait",
            RtlError.SOURCE_UNSUPPORTED,
            "bad.sv:2",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              always begin wait (clk); y = a; end
            endmodule
            """),
        new Bad(
            "a combinational loop",
            RtlError.COMBINATIONAL_LOOP,
            "p.* -> .*q|q.* -> .*p",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              logic [3:0] p, q;
              assign p = ~(q & a);
              assign q = p | {a[2:0], a[3]};
              always_ff @(posedge clk) y <= q;
            endmodule
            """),
        new Bad(
            "a latch that is open while the clock is high",
            RtlError.LATCH,
            "bad.sv:3.*held.*follows the clock",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              logic [3:0] held;
              always @* if (clk & a[0]) held = a;
              always_ff @(posedge clk) y <= held;
            endmodule
            """),
        new Bad(
            "a tri-state",
            RtlError.SOURCE_UNSUPPORTED,
            "bad.sv:[23]",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              wire [3:0] shared = a[0] ? a : 4'bz;
              assign shared = a[0] ? 4'bz : ~a;
              always_ff @(posedge clk) y <= shared;
            endmodule
            """),
        new Bad(
            "a clock made of data",
            RtlError.SOURCE_UNSUPPORTED,
            "made",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              wire made = a[0] ^ a[1];
              always_ff @(posedge made) y <= a;
            endmodule
            """),
        new Bad(
            "two drivers",
            RtlError.SOURCE_INVALID,
            "y",
            """
            module bad(input clk, input [3:0] a, output logic [3:0] y);
              always_ff @(posedge clk) y <= a;
              always_ff @(posedge clk) y <= ~a;
            endmodule
            """));
  }

  /** A change of the description, and the expected message. */
  private record Wrong(String name, String words, String part, String other) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Wrong> descriptions() {
    return List.of(
        new Wrong(
            "a register beyond the range", "registers end", "offset=\"0x1C\"", "offset=\"0x2000\""),
        new Wrong(
            "a port that is not there",
            "m_axi_gmem",
            "name=\"m_axi_gmem\" mode",
            "name=\"m_axi_no\" mode"),
        new Wrong(
            "another width",
            "64 data bits.*32",
            "dataWidth=\"32\" portType=\"addressable\" base=\"0x0\"/>\n    </ports>",
            "dataWidth=\"64\" portType=\"addressable\" base=\"0x0\"/>\n    </ports>"),
        new Wrong("registers that overlap", "overlap", "offset=\"0x1C\"", "offset=\"0x14\""));
  }

  @BeforeAll
  static void aFrontEndIsThere() {
    try {
      FrontEnd.find(Duration.ofMinutes(1));
    } catch (RtlException e) {
      Assumptions.abort(String.valueOf(e.getMessage()));
    }
  }

  @ParameterizedTest
  @MethodSource("sources")
  void errorsInSourcesAreReported(Bad bad) throws IOException {
    // The bad module is a part of the correct kernel: its output is another input of the sum.
    String kernel = Files.readString(Examples.sources("vadd").getFirst());
    String withBad =
        kernel
            .replace(
                "  assign done = state == DONE;\n",
                """
                  assign done = state == DONE;
                  logic [3:0] oddity;
                  bad the_bad (.clk(ap_clk), .a(left[3:0]), .y(oddity));
                """)
            .replace(
                "m_axi_gmem_wdata   = sums[index[5:0]]",
                "m_axi_gmem_wdata   = sums[index[5:0]] + {28'd0, oddity}");
    assertThat(withBad).contains("the_bad").contains("oddity}");
    Path changed = Files.writeString(folder.resolve("vadd.sv"), withBad);
    Path file = Files.writeString(folder.resolve("bad.sv"), bad.source());
    RtlException e =
        refused(
            ImageBuild.of(List.of(changed, file, Examples.sources("vadd").getLast()))
                .kernel(Examples.description("vadd")));
    assertThat(e.error()).as("%s", e).isEqualTo(bad.error());
    assertThat(e).message().containsPattern(Pattern.compile(bad.words(), Pattern.DOTALL));
  }

  @ParameterizedTest
  @MethodSource("descriptions")
  void errorsInDescriptionsAreReported(Wrong wrong) throws IOException {
    String text = Files.readString(Examples.description("vadd"));
    assertThat(text).contains(wrong.part());
    Path file =
        Files.writeString(folder.resolve("kernel.xml"), text.replace(wrong.part(), wrong.other()));
    RtlException e = refused(ImageBuild.of(Examples.sources("vadd")).kernel(file));
    assertThat(e.error()).as("%s", e).isEqualTo(RtlError.DESCRIPTION_INVALID);
    assertThat(e).message().containsPattern(Pattern.compile(wrong.words(), Pattern.DOTALL));
  }

  private static RtlException refused(ImageBuild build) {
    RtlException e = catchThrowableOfType(RtlException.class, () -> build.build(_ -> {}));
    assertThat(e).as("nothing was refused").isNotNull();
    return e;
  }
}
