package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.ResetPort;
import dev.backplane.rtl.harness.ports.ResetPort.Basis;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The polarity of a reset follows from its name and its effect in the design. */
class ResetPolarityTest {
  private static final String DESIGN =
      """
      module resets (
          input clk, input clk2, input [7:0] d,
          input ap_rst_n_2, input reset_through_two_flops, input areset, input rst_of_case,
          input rst_n_used_high, input rst_that_gates, input rst_unused,
          input rstn_gated_only,
          output reg [7:0] a, b, c, e, f, g, h, output y, output z);
        always @(posedge clk) if (!ap_rst_n_2) a <= 8'h5a; else a <= a + d;
        reg [1:0] sync;
        always @(posedge clk) sync <= {sync[0], reset_through_two_flops};
        always @(posedge clk) if (~sync[1]) b <= 0; else if (d[0]) b <= b ^ d;
        always @(posedge clk or posedge areset) if (areset) c <= 8'hff; else c <= c - d;
        always @(posedge clk2)
          casez ({rst_of_case, e[1:0]})
            3'b1??: e <= 8'd1;
            3'b011: e <= 8'd3;
            default: e <= {e[6:0], d[3]};
          endcase
        always @(posedge clk) if (rst_n_used_high) f <= 0; else f <= f + 1;
        always @(posedge clk) g <= rst_that_gates ? d : g;
        always @(posedge clk) h <= d;
        assign y = rst_that_gates & d[1];
        assign z = rstn_gated_only & d[2];
      endmodule
      """;

  @TempDir Path folder;

  private Netlist design() throws IOException {
    Path file = folder.resolve("resets.v");
    Files.writeString(file, DESIGN);
    return FrontEnd.find(Duration.ofMinutes(1))
        .elaborate(Sources.of(List.of(file)), "resets")
        .netlist();
  }

  private static Map<String, ResetPort> byName(KernelPorts ports) {
    return ports.resets().stream()
        .collect(Collectors.toMap(reset -> reset.port().name(), Function.identity()));
  }

  private static ResetPort reset(Map<String, ResetPort> found, String name) {
    return Objects.requireNonNull(found.get(name));
  }

  @Test
  void theDesignCompletesTheNameAndContradictionsAreAmbiguous() throws IOException {
    Netlist netlist = design();
    Map<String, ResetPort> found = byName(KernelPorts.of(netlist, Wiring.NONE));
    assertThat(found.values())
        .extracting(reset -> reset.port().name() + " " + reset.active() + " " + reset.basis())
        .containsExactlyInAnyOrder(
            "ap_rst_n_2 low INFERRED",
            "reset_through_two_flops low INFERRED",
            "areset high INFERRED",
            "rst_of_case high INFERRED",
            "rst_n_used_high high AMBIGUOUS",
            "rst_that_gates high AMBIGUOUS",
            "rst_unused high INFERRED",
            "rstn_gated_only low INFERRED");
    assertThat(reset(found, "ap_rst_n_2").reason())
        .isEqualTo(
            "its name says active low; in the design it holds 8 of 58 register bits at a fixed"
                + " value while it is 0, and 0 while it is 1");
    assertThat(reset(found, "rst_unused").reason()).endsWith("nothing in the design uses it");
    assertThatThrownBy(() -> KernelPorts.of(netlist, Wiring.NONE).checkResets())
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("whether reset 'rst_n_used_high' is active low or high is unclear")
        .hasMessageContaining("--reset rst_n_used_high=");

    Wiring said =
        Wiring.builder().reset("rst_n_used_high", false).reset("rst_that_gates", true).build();
    KernelPorts told = KernelPorts.of(netlist, said);
    told.checkResets();
    assertThat(reset(byName(told), "rst_n_used_high").activeLow()).isFalse();
    assertThat(reset(byName(told), "rst_n_used_high").basis()).isEqualTo(Basis.DESCRIBED);
  }

  private ImageBuild vadd(String reset) throws IOException {
    for (Path source : Examples.sources("vadd")) {
      Files.writeString(
          folder.resolve(String.valueOf(source.getFileName())),
          Files.readString(source).replace("ap_rst_n", reset));
    }
    return ImageBuild.of(List.of(folder.resolve("vadd.sv"), folder.resolve("ap_ctrl_hs.sv")));
  }

  @Test
  void aGeneratedDescriptionMarksItsGuesses() throws IOException {
    String text = vadd("aresetn_x").describe(folder, _ -> {});
    assertThat(text)
        .containsPattern("# a guess: its name says active low; in the design it holds \\d+ of")
        .contains("aresetn_x = \"low\"");
  }

  @Test
  void anAmbiguousResetIsRefusedUntilItIsDescribed() throws IOException {
    // The name means active high, the design active low.
    ImageBuild build = vadd("rst_p").kernel(Examples.description("vadd"));
    assertThatThrownBy(() -> build.build(_ -> {}))
        .hasMessageContaining("its name says active high; in the design it holds");

    Path written = folder.resolve("kernel.toml");
    String text = vadd("rst_p").describe(folder, _ -> {});
    assertThat(text).contains("# say \"low\" or \"high\": its name says active high");
    Files.writeString(written, text);
    assertThatThrownBy(() -> vadd("rst_p").kernel(written).build(_ -> {}))
        .hasMessageContaining("is neither \"low\" nor \"high\"");

    BuiltImage built = build.wiring(Wiring.builder().reset("rst_p", true).build()).build(_ -> {});
    // The polarities are stored in the image, so that no card has to analyse them again.
    assertThat(RtlImage.read(built.bytes()).kernel("vadd").ports().resets())
        .extracting(reset -> reset.active() + " " + reset.basis())
        .containsExactly("low DESCRIBED");
  }

  @Test
  void anInputThatHoldsTheKernelInResetIsAskedAbout() throws IOException {
    ImageBuild build = vadd("clear_n").kernel(Examples.description("vadd"));
    assertThatThrownBy(() -> build.build(_ -> {}))
        .hasMessageContaining("input 'clear_n' belongs to no bus and would stay 0")
        .hasMessageContaining("--reset clear_n=low");
    build.wiring(Wiring.builder().reset("clear_n", true).build()).build(_ -> {});
  }

  /**
   * The reset of CCI-P, in designs in which it does nothing, holds nothing, or looks active low: a
   * register that is inverted, a state in one-hot, a use as an enable.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "always @(posedge pClk) q <= q + 1;",
        "always @(posedge pClk) if (!pck_cp2af_softReset) q <= 1;",
        "always @(posedge pClk) if (pck_cp2af_softReset) q <= 0; else q <= q + 1;",
        "always @(posedge pClk) if (~pck_cp2af_softReset) q <= 0; else q <= q + 1;",
        "always @(posedge pClk) q <= {q[6:0], pck_cp2af_softReset};",
        "reg r; always @(posedge pClk) begin r <= ~pck_cp2af_softReset; if (r) q <= 9; end"
      })
  void theResetOfAProtocolHasItsPolarityWhateverTheDesignDoes(String use) throws IOException {
    Path file = folder.resolve("hello.v");
    Files.writeString(
        file,
        """
        module hello(input pClk, input pck_cp2af_softReset,
            input [573:0] pck_cp2af_sRx, output [741:0] pck_af2cp_sTx);
          reg [7:0] q;
          assign pck_af2cp_sTx = {734'd0, q ^ pck_cp2af_sRx[7:0]};
          USE
        endmodule
        """
            .replace("USE", use));
    Netlist netlist =
        FrontEnd.find(Duration.ofMinutes(1))
            .elaborate(Sources.of(List.of(file)), "hello")
            .netlist();
    KernelPorts ports = KernelPorts.of(netlist, Wiring.NONE);
    ports.checkResets();
    assertThat(ports.resets())
        .extracting(reset -> reset.port().name() + " " + reset.active() + " " + reset.basis())
        .containsExactly("pck_cp2af_softReset high DEFINED");
    assertThat(reset(byName(ports), "pck_cp2af_softReset").reason())
        .isEqualTo("the protocol ccip defines it");
    Wiring other = Wiring.builder().reset("pck_cp2af_softReset", true).build();
    assertThat(KernelPorts.of(netlist, other).resets().getFirst().active()).isEqualTo("low");
  }
}
