package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.engine.EngineKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What the command line says of the card that a program runs on. */
final class HostCardOptions {
  private static final String MODE = "mode";

  /** Who schedules runs. */
  private static final class Scheduler {
    @Option(
        names = "--ert",
        description = "Runs go through the card's command queue (ERT), as on a PCIe card.")
    private boolean ert;

    @Option(
        names = "--host-scheduler",
        description =
            "The host starts compute units through their registers. This is the default, unless the"
                + " configuration says otherwise.")
    private boolean host;
  }

  @ArgGroup private @Nullable Scheduler scheduler;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description = "What to run it on: " + CommonOptions.SELECTOR + ". Default: the first FPGA.")
  private @Nullable String device;

  @Option(names = "--engine", paramLabel = "NAME", description = "What runs RTL: jvm or verilator.")
  private @Nullable String engine;

  Optional<String> device() {
    return Optional.ofNullable(device);
  }

  boolean ert() {
    return scheduler != null && scheduler.ert;
  }

  boolean hostSchedules() {
    return scheduler != null && scheduler.host;
  }

  /** {@return the options that were given and are for a card of the program's own} */
  List<String> given() {
    List<String> given = new ArrayList<>();
    device().ifPresent(value -> given.add("--device"));
    if (engine != null) {
      given.add("--engine");
    }
    return given;
  }

  /** Says in a configuration what the options say. */
  DeviceConfiguration in(DeviceConfiguration configuration) {
    DeviceConfiguration changed = configuration;
    if (engine != null) {
      changed = changed.with("engine", kind(engine).text());
    }
    if (hostSchedules()) {
      changed = changed.with(MODE, "host");
    } else if (ert() && !changed.scheduling().hasQueue()) {
      changed = changed.with(MODE, "ert");
    }
    return changed;
  }

  private static EngineKind kind(String name) {
    return EngineKind.parse(name)
        .orElseThrow(() -> wrong("there is no engine '" + name + "'", "Name jvm or verilator"));
  }

  private static BackplaneException wrong(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("exec")
        .remedy(remedy)
        .build();
  }
}
