package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.rtl.simulators.EngineKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The command-line options for the card that a program runs on. */
final class HostCardOptions extends Options {
  private static final String MODE = "mode";

  private final Option<Boolean> ert =
      flag("--ert").about("Runs go through the card's command queue (ERT), as on a PCIe card.");

  private final Option<Boolean> host =
      flag("--host-scheduler")
          .about(
              "The host starts compute units through their registers. This is the default, unless"
                  + " the configuration says otherwise.");

  private final Option<String> device =
      option(String.class, "--device")
          .label("DEVICE")
          .about("What to run it on: " + CommonOptions.SELECTOR + ". Default: the first FPGA.");

  private final Option<String> engine =
      option(String.class, "--engine")
          .label("NAME")
          .offers(List.of("jvm", "verilator"))
          .about("What runs RTL: jvm or verilator.");

  HostCardOptions() {
    atMostOneOf(ert, host);
  }

  Optional<String> device() {
    return device.optional();
  }

  boolean ert() {
    return ert.get();
  }

  boolean hostSchedules() {
    return host.get();
  }

  /** {@return the options that were given and are for a card of the program's own} */
  List<String> given() {
    return Stream.of(device, engine).filter(Option::isPresent).map(Option::name).toList();
  }

  /** {@return whether anything was said of the card itself, rather than which it is} */
  boolean isSaid() {
    return engine.isPresent() || ert.get() || host.get();
  }

  /** Says in a configuration what the options say. */
  DeviceConfiguration in(DeviceConfiguration configuration) {
    DeviceConfiguration changed = configuration;
    if (engine.isPresent()) {
      changed = changed.with("engine", kind(engine.get()).text());
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
