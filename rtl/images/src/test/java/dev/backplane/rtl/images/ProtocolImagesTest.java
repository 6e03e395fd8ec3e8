package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.HostMemory;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.LoopbackDesign;
import dev.backplane.rtl.harness.RunLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An image names the protocol of a kernel's ports. */
class ProtocolImagesTest {
  @TempDir Path folder;

  private static List<Path> sources(String bus) {
    return LoopbackDesign.sources(bus, bus + "_copy");
  }

  /** The sources in a description. */
  private static String quoted(String bus) {
    return sources(bus).stream()
        .map(file -> "\"" + file + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** An image from the draft of a description, as it is. */
  private RtlImage image(String bus) throws IOException {
    String draft =
        ImageBuild.of(sources(bus)).frontEnd(TestVerilator.frontEnd()).describe(folder, step -> {});
    assertThat(draft)
        .contains("bus = \"" + bus + "\"")
        .contains("protocol = \"user_managed\"")
        .doesNotContain("[[ports]]");
    Path description = Files.writeString(folder.resolve("kernel.toml"), draft);
    return RtlImage.read(
        ImageBuild.of(List.of())
            .kernel(description)
            .frontEnd(TestVerilator.frontEnd())
            .build(step -> {})
            .bytes());
  }

  private static KernelHarness harness(ImageKernel kernel, HostMemory memory) {
    KernelHarness harness =
        new KernelHarness(
            JvmEngine.compile(kernel.netlist())::newEngine,
            kernel.ports(),
            kernel.protocol(),
            memory,
            HarnessOptions.DEFAULT);
    harness.reset();
    return harness;
  }

  @Test
  void anAcceleratorBehindAPslRunsFromItsImage() throws IOException {
    ImageKernel kernel = image("psl").kernel("psl_copy");
    assertThat(kernel.ports().protocol().name()).isEqualTo("psl");
    HostMemory memory = new HostMemory();
    memory.fill(5);
    memory.setBigEndian(HostMemory.BASE, HostMemory.BASE + 0x1000);
    memory.setBigEndian(HostMemory.BASE + 8, HostMemory.BASE + 0x8000);
    memory.setBigEndian(HostMemory.BASE + 16, 4);
    try (KernelHarness harness = harness(kernel, memory)) {
      harness.start(HostMemory.BASE);
      harness.await(RunLimits.ofCycles(10_000));
    }
    assertThat(memory.read(HostMemory.BASE + 0x8000, 512))
        .isEqualTo(memory.read(HostMemory.BASE + 0x1000, 512));
  }

  @Test
  void anAcceleratorBehindCcipRunsFromItsImage() throws IOException {
    ImageKernel kernel = image("ccip").kernel("ccip_copy");
    assertThat(kernel.ports().protocol().name()).isEqualTo("ccip");
    HostMemory memory = new HostMemory();
    try (KernelHarness harness = harness(kernel, memory)) {
      assertThat(harness.readRegister64(0x10)).isEqualTo(0x3d0f_b1c4_77e9_4a52L);
    }
  }

  @Test
  void anAcceleratorWithMmioOverAxiRunsFromItsImage() throws IOException {
    Path description =
        Files.writeString(
            folder.resolve("kernel.toml"),
            "name = \"axi_copy\"\nbus = \"axi\"\nprotocol = \"mmio\"\nsources = %s\n"
                .formatted(quoted("axi")));
    ImageKernel kernel =
        RtlImage.read(
                ImageBuild.of(List.of())
                    .kernel(description)
                    .frontEnd(TestVerilator.frontEnd())
                    .build(step -> {})
                    .bytes())
            .kernel("axi_copy");
    assertThat(kernel.protocol()).isEqualTo(ControlProtocol.MMIO);
    HostMemory memory = new HostMemory();
    memory.fill(6);
    try (KernelHarness harness = harness(kernel, memory)) {
      harness.writeRegister64(0x40, (HostMemory.BASE + 0x1000) / 64);
      harness.writeRegister64(0x48, (HostMemory.BASE + 0x8000) / 64);
      harness.writeRegister64(0x50, 4);
      harness.writeRegister64(0x58, HostMemory.BASE / 64);
      harness.writeRegister64(0x60, 1);
      harness.advanceUntil(() -> harness.interrupts(1) == 1, RunLimits.ofCycles(10_000));
    }
    assertThat(memory.read(HostMemory.BASE + 0x8000, 256))
        .isEqualTo(memory.read(HostMemory.BASE + 0x1000, 256));
  }

  @Test
  void theLoopBackOfTheExamplesRunsFromItsImage() throws IOException {
    ImageKernel kernel =
        RtlImage.read(
                ImageBuild.of(List.of())
                    .kernel(LoopbackDesign.example("nlb0").resolve("kernel.toml"))
                    .frontEnd(TestVerilator.frontEnd())
                    .build(step -> {})
                    .bytes())
            .kernel("nlb0");
    assertThat(kernel.protocol()).isEqualTo(ControlProtocol.MMIO);
    try (KernelHarness harness = harness(kernel, new HostMemory())) {
      assertThat(harness.readRegister64(0x10)).isEqualTo(0xd842_4dc4_a4a3_c413L);
      assertThat(harness.readRegister64(0x08)).isEqualTo(0xf89e_4336_83f9_040bL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"axi", "ccip"})
  void portsOfAnotherProtocolAreNotFound(String bus) throws IOException {
    Path description =
        Files.writeString(
            folder.resolve("kernel.toml"),
            "name = \"psl_copy\"\nbus = \"%s\"\nprotocol = \"user_managed\"\nsources = %s\n"
                .formatted(bus, quoted("psl")));
    assertThatThrownBy(
            () ->
                ImageBuild.of(List.of())
                    .kernel(description)
                    .frontEnd(TestVerilator.frontEnd())
                    .build(step -> {}))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING));
  }

  @Test
  void anUnknownProtocolInADescriptionIsNamedWithTheKnownOnes() throws IOException {
    Path description =
        Files.writeString(
            folder.resolve("kernel.toml"), "name = \"k\"\nbus = \"pci\"\nsources = [\"k.sv\"]\n");
    assertThatThrownBy(() -> ImageBuild.of(List.of()).kernel(description).build(step -> {}))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageContaining("is none of axi, ccip, psl: pci");
  }
}
