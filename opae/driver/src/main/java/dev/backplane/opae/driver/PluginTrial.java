package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.driverkit.CLibrary;
import dev.backplane.ffi.TrialMemory;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.ffi.TrialSteps;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tries a plugin in a process of its own: loads and configures it, initialises it, lists its
 * resources, finalises it and unloads it. A plugin that aborts, crashes or hangs on the way does so
 * there. One that did well is not tried again with the same configuration, also by later processes,
 * unless its file changes.
 */
final class PluginTrial {
  /** Stands for a layout that is to be found out. */
  private static final String UNKNOWN = "-";

  private PluginTrial() {}

  /**
   * Throws if the plugin must not be loaded here.
   *
   * @return the trial, to be told when the plugin has done well here
   */
  static TrialMemory.Trial check(OpaeConfig config, Duration deadline) {
    String layout = config.layout().map(TableLayout::name).orElse(UNKNOWN);
    String library = LibraryFile.resolve(config.library());
    TrialMemory.Trial trial = TrialMemory.ofUser().of(library, "opae", layout, config.json());
    if (trial.isKnown()) {
      return trial;
    }
    String problem = tried(config, layout, deadline);
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

  private static String tried(OpaeConfig config, String layout, Duration deadline) {
    try {
      // Not as an argument, which all users of the system can read.
      Path json = Files.createTempFile("backplane-opae-", ".json");
      try {
        Files.writeString(json, config.json());
        return TrialProcess.run(
            PluginTrial.class,
            List.of(Opae.class, CallTrace.class, CLibrary.class, OpaeCLibrary.class),
            List.of(config.library(), layout, json.toString()),
            deadline);
      } finally {
        Files.delete(json);
      }
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.INITIALIZE_FAILED, String.valueOf(e.getMessage()))
          .during("try plugin")
          .on(config.library())
          .remedy("Try again, or raise error_policy.deadline_ms; 'probe': false loads it untried")
          .causedBy(e)
          .build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the thread was interrupted that waited for its trial")
          .during("try plugin")
          .on(config.library())
          .causedBy(e)
          .build();
    }
  }

  /**
   * The process in which a plugin is tried.
   *
   * @throws IOException if what it is to be configured with cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    TrialSteps steps = TrialSteps.begin();
    OpaeConfig config =
        new OpaeConfig(
            arguments[0],
            Files.readString(Path.of(arguments[2])),
            TableLayout.of(arguments[1]),
            List.of(),
            Optional.empty());
    try (PluginLibrary plugin = PluginLibrary.bind(config, new Told(steps))) {
      if (plugin.initialize()) {
        steps.next("fpgaEnumerate");
        Enumeration enumeration = new Enumeration(plugin, new TokenTable(), true);
        enumeration.find(List.of());
        steps.next("fpgaDestroyToken");
        enumeration.release();
      }
      steps.next(TableLayout.FINALIZE);
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
