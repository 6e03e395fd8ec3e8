package dev.backplane.drivers.pi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.pi.Pi;
import dev.backplane.pi.device.PiDevices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Tries a plugin in a process of its own: loads it, binds it, lists its devices, tears it down and
 * unloads it. A plugin that aborts, crashes or hangs on the way does so there. One that did well is
 * not tried again by this process, unless its file changes.
 */
final class PluginTrial {
  private static final Set<String> DID_WELL = ConcurrentHashMap.newKeySet();

  private PluginTrial() {}

  /** Throws if the plugin must not be loaded here. */
  static void check(String library, InterfaceVersion host, Duration deadline) {
    String identity = identity(library);
    if (DID_WELL.contains(identity)) {
      return;
    }
    String problem =
        TrialProcess.run(
            PluginTrial.class,
            List.of(Pi.class, CallTrace.class),
            List.of(library, host.toString()),
            deadline);
    if (!problem.isEmpty()) {
      throw BackplaneException.because(ErrorCode.PLUGIN_FAILED, problem)
          .during("try plugin")
          .on(library)
          .remedy("Correct the plugin; loaded with 'probe': false, it would do that here")
          .build();
    }
    DID_WELL.add(identity);
  }

  private static String identity(String library) {
    try {
      Path file = Path.of(library);
      return library.contains("/")
          ? file.toRealPath() + " " + Files.getLastModifiedTime(file)
          : library;
    } catch (IOException e) {
      return library;
    }
  }

  /** The process in which a plugin is tried. */
  public static void main(String[] arguments) {
    Steps steps = new Steps(Path.of(arguments[0]));
    InterfaceVersion host = InterfaceVersion.parse(arguments[2]).orElseThrow();
    try (PluginLibrary plugin = PluginLibrary.bind(arguments[1], host, steps)) {
      for (PiDevices.Platform each : PiDevices.platforms(plugin.pi())) {
        steps.write("listing the devices of " + each.name());
        PiDevices.of(plugin.pi(), each);
      }
      steps.write("piTearDown");
    } catch (BackplaneException refused) {
      steps.write("refused: " + refused.code()); // The other process finds that out as well.
    }
    steps.write(TrialProcess.DONE);
    // What hangs or crashes at the end of a process is nobody's business here.
    Runtime.getRuntime().halt(0);
  }

  /** Writes down what is told of binding. */
  private record Steps(Path report) implements CallTrace {
    void write(String step) {
      try {
        TrialProcess.step(report, step);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public <T> T bind(Class<T> type, T table) {
      return table;
    }

    @Override
    public void note(Detail detail, Supplier<String> step) {
      write(step.get());
    }
  }
}
