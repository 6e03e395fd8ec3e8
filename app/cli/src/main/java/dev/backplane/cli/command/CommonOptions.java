package dev.backplane.cli.command;

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

/** The features that every command has: its output, Ctrl-C, and the options common to all. */
public final class CommonOptions extends Options {
  /** The help text on how to choose a device. */
  public static final String SELECTOR =
      "a selector such as softcard:0, '*:gpu' or 'opencl:*;!opencl:cpu', an id such as"
          + " softcard/card0, or properties such as 'type=fpga,host=*'; 'backplane list' prints the"
          + " selector of each device";

  private final Console console;
  private final Interruption interruption;

  private final Option<Path> config =
      option(Path.class, "--config")
          .label("FILE")
          .about("Use this configuration instead of searching for one.");

  private final Option<TraceLevel> trace =
      option(TraceLevel.class, "--trace")
          .label("LEVEL")
          .withoutValue(TraceLevelText.USUAL)
          .preprocessor(new TraceLevelText.MayBeMissing())
          .about(
              "Tell what happens, on stderr: 1 plugins and the selected device, 2 calls, 3 both, -1"
                  + " everything. Default: 3 if no number is given.");

  private final Option<String> traceTo =
      option(String.class, "--trace-to")
          .label("FILE")
          .about("Where the trace goes: a file, which is appended to, stdout or stderr.");

  private final Option<Path> traceFile =
      option(Path.class, "--trace-file")
          .label("FILE")
          .about("Write calls and runs as a time line for Perfetto or Chrome, in JSON.");

  public CommonOptions(Console console, Interruption interruption) {
    this.console = console;
    this.interruption = interruption;
    flag(Failures.VERBOSE).about("Show where in the program an error came from.");
  }

  /** {@return the same for another command} */
  public CommonOptions again() {
    return new CommonOptions(console, interruption);
  }

  public Console console() {
    return console;
  }

  public Interruption interruption() {
    return interruption;
  }

  /** {@return a builder with what the command line says about the configuration and traces} */
  public BackplaneBuilder backplane() {
    BackplaneBuilder builder = Backplane.builder().traceTo(this::print);
    config.optional().ifPresent(builder::configuration);
    trace.optional().ifPresent(builder::traceLevel);
    traceTo.optional().ifPresent(builder::traceTo);
    traceFile.optional().ifPresent(builder::traceFile);
    return builder;
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
  public Optional<PrintWriter> traceShown(Map<String, String> environment) {
    boolean traced =
        trace.isPresent()
            || Stream.of("BACKPLANE_TRACE", "SYCL_PI_TRACE")
                .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    String place = tracePlace(environment);
    return traced && isStream(place)
        ? Optional.of(place.equals("stdout") ? console.out() : console.err())
        : Optional.empty();
  }

  private String tracePlace(Map<String, String> environment) {
    return traceTo.optional().orElseGet(() -> environment.getOrDefault("BACKPLANE_TRACE_TO", ""));
  }

  private static boolean isStream(String place) {
    return place.isEmpty() || place.equals("stdout") || place.equals("stderr");
  }

  /** {@return the options that are for the process that opens the devices} */
  public List<String> given() {
    return Stream.of(config, trace, traceTo, traceFile)
        .filter(Option::isPresent)
        .map(Option::name)
        .toList();
  }

  /** {@return the same traces for another process, which may work in another folder} */
  public List<String> traceArguments(Map<String, String> environment) {
    List<String> arguments = new ArrayList<>();
    trace.optional().ifPresent(level -> arguments.add("--trace=" + level.mask()));
    String place = tracePlace(environment);
    // Its stdout is lost; this process shows what it says on stderr.
    arguments.add(
        "--trace-to=" + (isStream(place) ? "stderr" : Path.of(place).toAbsolutePath().toString()));
    String named = environment.getOrDefault("BACKPLANE_TRACE_FILE", "");
    traceFile
        .optional()
        .or(() -> named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named)))
        .ifPresent(file -> arguments.add("--trace-file=" + file.toAbsolutePath()));
    return arguments;
  }

  /** {@return the configuration that the command line names, if it names one} */
  public Optional<Path> configuration() {
    return config.optional();
  }
}
