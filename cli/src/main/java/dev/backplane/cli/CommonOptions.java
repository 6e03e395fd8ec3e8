package dev.backplane.cli;

import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import dev.backplane.runtime.TraceLevel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command has: where its words go, Ctrl-C, and the options that all understand. */
final class CommonOptions {
  /** What people write to choose a device. */
  static final String SELECTOR =
      "a selector such as softcard:0, '*:gpu' or 'opencl:*;!opencl:cpu', an id such as"
          + " softcard/card0, or properties such as 'type=fpga,host=*'; 'backplane list' prints the"
          + " selector of each device";

  private final Console console;
  private final Interruption interruption;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Use this configuration instead of searching for one.")
  private @Nullable Path config;

  @Option(names = Failures.VERBOSE, description = "Show where in the program an error came from.")
  private boolean verbose;

  @Option(
      names = "--trace",
      paramLabel = "LEVEL",
      arity = "0..1",
      fallbackValue = TraceLevelText.USUAL,
      converter = TraceLevelText.class,
      preprocessor = TraceLevelText.MayBeMissing.class,
      description =
          "Tell what happens, on stderr: 1 plugins and the selected device, 2 calls, 3 both, -1"
              + " everything. Default: 3 if no number is given.")
  private @Nullable TraceLevel trace;

  @Option(
      names = "--trace-to",
      paramLabel = "FILE",
      description = "Where the trace goes: a file, which is appended to, stdout or stderr.")
  private @Nullable String traceTo;

  @Option(
      names = "--trace-file",
      paramLabel = "FILE",
      description = "Write calls and runs as a time line for Perfetto or Chrome, in JSON.")
  private @Nullable Path traceFile;

  CommonOptions(Console console, Interruption interruption) {
    this.console = console;
    this.interruption = interruption;
  }

  Console console() {
    return console;
  }

  Interruption interruption() {
    return interruption;
  }

  /** {@return a builder with what the command line says about the configuration and traces} */
  BackplaneBuilder backplane() {
    BackplaneBuilder builder = Backplane.builder().traceTo(this::print);
    if (config != null) {
      builder.configuration(config);
    }
    if (trace != null) {
      builder.traceLevel(trace);
    }
    if (traceTo != null) {
      builder.traceTo(traceTo);
    }
    return traceFile == null ? builder : builder.traceFile(traceFile);
  }

  private void print(String record) {
    console.err().print(record);
    console.err().flush();
  }

  /**
   * {@return where a trace of another process is to be shown by this one, if it is to be}
   *
   * @param environment of both
   */
  Optional<PrintWriter> traceShown(Map<String, String> environment) {
    boolean traced =
        trace != null
            || Stream.of("BACKPLANE_TRACE", "SYCL_PI_TRACE")
                .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    String place = tracePlace(environment);
    return traced && isStream(place)
        ? Optional.of(place.equals("stdout") ? console.out() : console.err())
        : Optional.empty();
  }

  private String tracePlace(Map<String, String> environment) {
    return traceTo == null ? environment.getOrDefault("BACKPLANE_TRACE_TO", "") : traceTo;
  }

  private static boolean isStream(String place) {
    return place.isEmpty() || place.equals("stdout") || place.equals("stderr");
  }

  /** {@return the options that are for the process that opens the devices} */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (config != null) {
      given.add("--config");
    }
    if (trace != null) {
      given.add("--trace");
    }
    if (traceTo != null) {
      given.add("--trace-to");
    }
    if (traceFile != null) {
      given.add("--trace-file");
    }
    return given;
  }

  /** {@return the same traces for another process, which may work in another folder} */
  List<String> traceArguments(Map<String, String> environment) {
    List<String> arguments = new ArrayList<>();
    if (trace != null) {
      arguments.add("--trace=" + trace.mask());
    }
    String place = tracePlace(environment);
    // Its stdout is lost; this process shows what it says on stderr.
    arguments.add(
        "--trace-to=" + (isStream(place) ? "stderr" : Path.of(place).toAbsolutePath().toString()));
    String named = environment.getOrDefault("BACKPLANE_TRACE_FILE", "");
    Path file = traceFile == null && !named.isEmpty() ? Path.of(named) : traceFile;
    if (file != null) {
      arguments.add("--trace-file=" + file.toAbsolutePath());
    }
    return arguments;
  }

  /** {@return the configuration that the command line names, if it names one} */
  Optional<Path> configuration() {
    return Optional.ofNullable(config);
  }

  /** {@return whether the stack of an error is wanted too} */
  boolean verbose() {
    return verbose;
  }
}
