package dev.backplane.cli.kernel;

import dev.backplane.cli.report.Figures;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.ResetPort;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.BuiltImage.Hardware;
import dev.backplane.rtl.simulators.check.SimulatorCheck;
import dev.backplane.rtl.simulators.check.SimulatorCheck.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Compares each kernel of an image with a simulation of its sources. */
final class SimulatorTrial {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final SimulatorCheck check = new SimulatorCheck(LIMIT);

  /**
   * {@return a line for each kernel}
   *
   * @throws RtlException {@code SOURCE_UNSUPPORTED} if one differs
   */
  List<String> compare(BuiltImage image) {
    List<String> results = new ArrayList<>();
    for (BuiltImage.BuiltKernel kernel : image.kernels()) {
      kernel
          .hardware()
          .ifPresent(hardware -> results.add(compare(kernel.metadata().name(), hardware)));
    }
    return results;
  }

  private String compare(String kernel, Hardware hardware) {
    Outcome outcome =
        check.check(
            hardware.elaboration().netlist(),
            hardware.sources(),
            hardware.top(),
            hardware.ports().resets().stream()
                .collect(Collectors.toMap(reset -> reset.port().name(), ResetPort::activeLow)));
    return switch (outcome) {
      case Outcome.Agrees agrees ->
          "%s: %s agrees in %s steps"
              .formatted(kernel, agrees.simulator(), Figures.grouped(agrees.steps()));
      case Outcome.NotCompared not ->
          "%s is not compared with a simulator: %s".formatted(kernel, not.reason());
      case Outcome.Differs differs when differs.unreset() ->
          "%s: output '%s' depends on what registers begin with: in step %d it is %s, and %s in %s. Reset what drives it"
              .formatted(
                  kernel,
                  differs.output(),
                  differs.step(),
                  differs.ours(),
                  differs.theirs(),
                  differs.simulator());
      case Outcome.Differs differs ->
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED,
              "kernel '%s' is another design to %s than to %s: output '%s' in step %d is %s, and %s here. Look at what drives it; one of the two is wrong"
                  .formatted(
                      kernel,
                      differs.simulator(),
                      hardware.elaboration().tool(),
                      differs.output(),
                      differs.step(),
                      differs.theirs(),
                      differs.ours()));
    };
  }
}
