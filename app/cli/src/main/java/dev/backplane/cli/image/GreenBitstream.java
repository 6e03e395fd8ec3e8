package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.binary.Content;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.AcceleratorHarness;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.IoMemory;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.simulators.EngineKind;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Makes an image of one accelerator what OPAE loads. */
public final class GreenBitstream {
  private static final Duration SOON = Duration.ofMinutes(1);

  private GreenBitstream() {}

  /**
   * Wraps an image.
   *
   * @param built an image with one kernel
   * @param guid the identifier of its accelerator; if it is not named, its registers are asked
   * @param interfaceId the interface that it is for
   * @param megahertz the fast clock that it names; the slow one has half of that
   */
  public static Gbs of(BuiltImage built, Optional<UUID> guid, UUID interfaceId, int megahertz) {
    if (built.kernels().size() != 1) {
      throw refused(
          "a green bitstream has one accelerator, not %d".formatted(built.kernels().size()),
          "Build one image for each");
    }
    BuiltImage.BuiltKernel kernel = built.kernels().getFirst();
    if (kernel.hardware().isPresent() && !kernel.metadata().protocol().equals("mmio")) {
      throw refused(
          "kernel '%s' is controlled by %s, and accelerators of OPAE by their registers"
              .formatted(kernel.metadata().name(), kernel.metadata().protocol()),
          "Say protocol = \"mmio\" in its description");
    }
    UUID id =
        guid.orElseGet(
            () ->
                kernel
                    .hardware()
                    .map(GreenBitstream::identifier)
                    .orElseThrow(
                        () ->
                            refused(
                                "nothing says which accelerator it is", "Add --guid with its id")));
    return Gbs.of(
        id,
        kernel.metadata().name(),
        interfaceId,
        Optional.of(new UserClock(megahertz, megahertz / 2)),
        Content.of(built.bytes()));
  }

  private static UUID identifier(BuiltImage.Hardware hardware) {
    CompiledDesign design = EngineKind.JVM.compile(hardware.elaboration().netlist());
    try (AcceleratorHarness accelerator =
        new AcceleratorHarness(
            design::newEngine, hardware.ports(), new IoMemory(), HarnessOptions.DEFAULT)) {
      accelerator.reset();
      return new UUID(accelerator.readMmio64(16, SOON), accelerator.readMmio64(8, SOON));
    }
  }

  private static BackplaneException refused(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("build")
        .remedy(remedy)
        .build();
  }
}
