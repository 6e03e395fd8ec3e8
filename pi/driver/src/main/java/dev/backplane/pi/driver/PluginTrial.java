package dev.backplane.pi.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.driverkit.CLibrary;
import dev.backplane.ffi.TrialMemory;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.ffi.TrialSteps;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.device.PiDevices;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Tries a plugin in a process of its own: loads it, binds it, lists its devices, tears it down and
 * unloads it. A plugin that aborts, crashes or hangs on the way does so there. One that did well is
 * not tried again, also by later processes, unless its file changes.
 */
final class PluginTrial {
  private PluginTrial() {}

  /**
   * Throws if the plugin must not be loaded here.
   *
   * @return the trial, to be told when the plugin has done well here
   */
  static TrialMemory.Trial check(String library, InterfaceVersion host, Duration deadline) {
    TrialMemory.Trial trial = TrialMemory.ofUser().of(library, "pi", host.toString());
    if (trial.isKnown()) {
      return trial;
    }
    String problem = tried(library, host, deadline);
    if (!problem.isEmpty()) {
      throw BackplaneException.because(ErrorCode.PLUGIN_FAILED, problem)
          .during("try plugin")
          .on(library)
          .remedy("Correct the plugin; loaded with 'probe': false, it would do that here")
          .build();
    }
    trial.passed();
    return trial;
  }

  private static String tried(String library, InterfaceVersion host, Duration deadline) {
    try {
      return TrialProcess.run(
          PluginTrial.class,
          List.of(Pi.class, CallTrace.class, CLibrary.class),
          List.of(library, host.toString()),
          deadline);
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.INITIALIZE_FAILED, String.valueOf(e.getMessage()))
          .during("try plugin")
          .on(library)
          .remedy("Try again, or raise error_policy.deadline_ms; 'probe': false loads it untried")
          .causedBy(e)
          .build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the thread was interrupted that waited for its trial")
          .during("try plugin")
          .on(library)
          .causedBy(e)
          .build();
    }
  }

  /** The process in which a plugin is tried. */
  public static void main(String[] arguments) {
    TrialSteps steps = TrialSteps.begin();
    InterfaceVersion host = InterfaceVersion.parse(arguments[1]).orElseThrow();
    try (PluginLibrary plugin = PluginLibrary.bind(arguments[0], host, new Told(steps))) {
      for (PiDevices.Platform each : PiDevices.platforms(plugin.pi())) {
        steps.next("listing the devices of " + each.name());
        PiDevices.of(plugin.pi(), each);
      }
      steps.next("piTearDown");
    } catch (BackplaneException refused) {
      steps.next("refused: " + refused.code()); // The other process finds that out as well.
    }
    steps.done();
  }

  /** Has the steps of binding told. */
  private record Told(TrialSteps steps) implements CallTrace {
    @Override
    public <T> T bind(Class<T> type, T table) {
      return table;
    }

    @Override
    public void note(Detail detail, Supplier<String> step) {
      steps.next(step.get());
    }
  }
}
