package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.runtime.configuration.Configuration;
import dev.backplane.runtime.configuration.ConfigurationDecoder;
import dev.backplane.runtime.configuration.ConfigurationSearch;
import dev.backplane.runtime.configuration.Environment;
import dev.backplane.runtime.configuration.PluginList;
import dev.backplane.runtime.manager.Pause;
import dev.backplane.runtime.manager.PluginManager;
import dev.backplane.runtime.manager.Settings;
import dev.backplane.runtime.meter.Meters;
import dev.backplane.runtime.metrics.Metric;
import dev.backplane.runtime.metrics.Metrics;
import dev.backplane.runtime.selector.AllowList;
import dev.backplane.runtime.selector.DeviceSelector;
import dev.backplane.runtime.selector.SelectorVariables;
import dev.backplane.runtime.trace.FlightWaits;
import dev.backplane.runtime.trace.TraceSettings;
import dev.backplane.runtime.trace.Tracer;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says how a {@link Backplane} is to be opened. Not safe for use by several threads. */
public final class BackplaneBuilder {
  private static final String PLUGIN_PATH = "BACKPLANE_PLUGIN_PATH";

  private @Nullable Path file;
  private @Nullable Given given;
  private boolean builtIn;
  private @Nullable TraceSink sink;
  private @Nullable TraceLevel traceLevel;
  private @Nullable Consumer<String> traceOutput;
  private @Nullable String tracePlace;
  private @Nullable Path traceFile;
  private @Nullable Metrics metrics;
  private @Nullable Metrics unitMetrics;
  private ClassLoader classLoader = Backplane.class.getClassLoader();
  private @Nullable DeviceSelector selector;
  private Environment environment = Environment.ofProcess();
  private Pause pause = time -> Thread.sleep(time);

  /** A configuration that the program has as a text, with what messages call it. */
  private record Given(String name, String text) {}

  BackplaneBuilder() {}

  /**
   * Names the configuration instead of looking for one.
   *
   * @param value a JSON file
   * @return this builder
   */
  public BackplaneBuilder configuration(Path value) {
    file = value;
    return this;
  }

  /**
   * Gives the configuration instead of looking for one. Names of files in it are relative to the
   * working folder.
   *
   * @param name what messages call it, for example {@code the options of the command line}
   * @param json what a configuration file would have
   * @return this builder
   */
  public BackplaneBuilder configuration(String name, String json) {
    given = new Given(name, json);
    return this;
  }

  /**
   * Uses the built-in configuration, whatever files there are: every driver of the class path.
   *
   * @return this builder
   */
  public BackplaneBuilder builtIn() {
    builtIn = true;
    return this;
  }

  /**
   * Traces every call: into plugins at load, enumerate and open time, and on devices and all that
   * comes from them. Without this nothing of tracing is on the path of a call.
   *
   * @param value takes the calls
   * @return this builder
   */
  public BackplaneBuilder trace(TraceSink value) {
    sink = value;
    return this;
  }

  /**
   * Writes a trace as text, to stderr unless another place is named. Without this the variables
   * {@code BACKPLANE_TRACE} and {@code SYCL_PI_TRACE} say whether to.
   *
   * @param level how much; {@link TraceLevel#NOTHING} for none, whatever the variables say
   * @return this builder
   */
  public BackplaneBuilder traceLevel(TraceLevel level) {
    traceLevel = level;
    return this;
  }

  /**
   * Names the place of the trace. Without this it is what {@code BACKPLANE_TRACE_TO} says.
   *
   * @param place {@code stderr}, {@code stdout} or a file, to which is appended
   * @return this builder
   */
  public BackplaneBuilder traceTo(String place) {
    tracePlace = place;
    return this;
  }

  /**
   * Takes the trace where no place is named, in place of stderr.
   *
   * @param output takes records of whole lines, from any thread; must not throw
   * @return this builder
   */
  public BackplaneBuilder traceTo(Consumer<String> output) {
    traceOutput = output;
    return this;
  }

  /**
   * Writes a file of trace events, to be looked at with Perfetto or Chrome: calls by thread, runs
   * by compute unit and queue. Without this {@code BACKPLANE_TRACE_FILE} says whether to.
   *
   * @param file the file; what was in it is lost
   * @return this builder
   */
  public BackplaneBuilder traceFile(Path file) {
    traceFile = file;
    return this;
  }

  /**
   * Counts runs, bytes, errors and waits of the devices that are opened, by device and kernel.
   * Without this nothing of counting is on the path of a call.
   *
   * @param value takes the counts
   * @return this builder
   */
  public BackplaneBuilder metrics(Metrics value) {
    metrics = value;
    return this;
  }

  /**
   * Counts what compute units and queues execute, as drivers report it and whoever started it, also
   * a program of another process that a door serves: {@link Metric#UNIT_TIME}. Each execution takes
   * two times for it; queues of the plugin interface, those of OpenCL among them, make an event of
   * each command.
   *
   * @param value takes the counts
   * @return this builder
   */
  public BackplaneBuilder unitMetrics(Metrics value) {
    unitMetrics = value;
    return this;
  }

  /**
   * Names the class loader that is searched for plugins of the class path.
   *
   * @param value the class loader; without this, the one that loaded Backplane
   * @return this builder
   */
  public BackplaneBuilder classLoader(ClassLoader value) {
    classLoader = value;
    return this;
  }

  /**
   * Narrows every search to what a selector names, and the parts of that. Plugins that it does not
   * name are not loaded. Without this, the environment variables {@code BACKPLANE_DEVICE_SELECTOR}
   * and {@code ONEAPI_DEVICE_SELECTOR} are asked.
   *
   * @param value the selector
   * @return this builder
   */
  public BackplaneBuilder selector(DeviceSelector value) {
    selector = value;
    return this;
  }

  BackplaneBuilder environment(Environment value) {
    environment = value;
    return this;
  }

  BackplaneBuilder pause(Pause value) {
    pause = value;
    return this;
  }

  /**
   * Opens it.
   *
   * @return the plugins, loaded
   * @throws BackplaneException an error of the configuration, or of a plugin that must work
   */
  public Backplane open() {
    try {
      return openTraced();
    } catch (InvalidPathException e) {
      throw noFile("open", e);
    }
  }

  /**
   * Says where plugins are searched, for programs that load other kinds than drivers. Nothing is
   * opened, and no driver has to be there.
   *
   * @return the folders in order: those of the environment, then those of the configuration
   * @throws BackplaneException an error of the configuration
   */
  public List<Path> pluginFolders() {
    try {
      ConfigurationSearch.Found found = search();
      List<Path> folders = new ArrayList<>(pluginPath());
      Configuration configuration = read(found, _ -> {});
      if (configuration != null) {
        folders.addAll(configuration.pluginFolders());
      }
      return List.copyOf(folders);
    } catch (InvalidPathException e) {
      throw noFile("find plugins", e);
    }
  }

  private static BackplaneException noFile(String operation, InvalidPathException e) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "this cannot be the name of a file: " + e.getReason())
        .during(operation)
        .on("'" + e.getInput() + "'")
        .remedy(
            "Correct the variable or the option; letters beyond ASCII need a locale of UTF-8 such"
                + " as LC_ALL=C.UTF-8")
        .causedBy(e)
        .build();
  }

  private Backplane openTraced() {
    Tracer tracer =
        new TraceSettings(
                sink,
                traceLevel,
                traceOutput,
                tracePlace,
                traceFile,
                unitMetrics == null ? null : new Meters(List.of(unitMetrics)))
            .tracer(environment.variables(), environment.workingFolder());
    try {
      return open(tracer);
    } catch (Throwable e) {
      tracer.note(Detail.BASIC, () -> "Backplane was not opened: " + e.getMessage());
      tracer.close();
      throw e;
    }
  }

  /**
   * Looks for the configuration as {@link #open} does.
   *
   * @return where it would be read from
   * @throws BackplaneException if a file that is named is not there
   */
  public ConfigurationSource configurationSource() {
    return search().source();
  }

  /**
   * Looks for the configuration as {@link #open} does and reads it, but loads and opens nothing.
   * What only a driver can judge, such as the {@code config} of an instance, is not checked.
   *
   * @return where it was read from
   * @throws BackplaneException if a file that is named is not there, or as {@link #open} if the
   *     file that was found is not a configuration
   */
  public ConfigurationSource checkConfiguration() {
    ConfigurationSearch.Found found = search();
    var _ = read(found, note -> {});
    return found.source();
  }

  private ConfigurationSearch.Found search() {
    if (given != null) {
      return ConfigurationSearch.given(given.name());
    }
    Path named = file == null ? null : environment.workingFolder().resolve(file);
    return builtIn ? ConfigurationSearch.builtIn() : ConfigurationSearch.search(named, environment);
  }

  private Backplane open(Tracer tracer) {
    ConfigurationSearch.Found found = search();
    tracer.note(Detail.DEBUG, () -> "Configuration: " + lines(found.source()));
    Configuration configuration = read(found, note -> tracer.note(Detail.BASIC, () -> note));
    DeviceSelector own = selector;
    SelectorVariables variables =
        own == null
            ? SelectorVariables.read(environment.variables())
            : new SelectorVariables(Optional.of(own), List.of());
    variables
        .selector()
        .ifPresent(chosen -> tracer.note(Detail.BASIC, () -> "Selector: " + chosen));
    AllowList allowed = AllowList.read(environment.variables());
    List<String> notes = new ArrayList<>(variables.notes());
    notes.addAll(allowed.notes());
    if (configuration != null && configuration.plugins().isEmpty()) {
      notes.add(
          found.source().place().location()
              + ": no plugin of it is used on this machine, so there are no devices; a trace says"
              + " why");
    }
    notes.forEach(note -> tracer.note(Detail.BASIC, () -> note));
    return new Backplane(
        PluginManager.open(
            new Settings(
                found.source(),
                configuration,
                configuration == null ? environment.workingFolder() : configuration.folder(),
                pluginPath(),
                classLoader,
                tracer,
                meters(),
                pause,
                variables.selector(),
                allowed,
                notes)));
  }

  /** {@return what counts, if anybody wants counts} */
  private Optional<Meters> meters() {
    List<Metrics> takers = new ArrayList<>();
    if (metrics != null) {
      takers.add(metrics);
    }
    FlightWaits.ofProcess().ifPresent(takers::add);
    return takers.isEmpty() ? Optional.empty() : Optional.of(new Meters(takers));
  }

  /** {@return the configuration that was found, or null for the built-in one} */
  private @Nullable Configuration read(ConfigurationSearch.Found found, Consumer<String> notes) {
    if (given != null) {
      return ConfigurationDecoder.decode(given.name(), given.text(), environment, notes);
    }
    Path used = found.file();
    if (used == null) {
      return null;
    }
    String text = ConfigurationSearch.read(used);
    return found.source().place().kind() == ConfigurationSource.Kind.PLUGIN_LIST
        ? PluginList.decode(used.toString(), text)
        : ConfigurationDecoder.decode(used.toString(), text, environment, notes);
  }

  /** Folders of the environment come before those of the configuration. */
  private List<Path> pluginPath() {
    String folders = environment.variables().getOrDefault(PLUGIN_PATH, "");
    return Arrays.stream(folders.split(File.pathSeparator))
        .filter(folder -> !folder.isBlank())
        .map(folder -> environment.workingFolder().resolve(folder).normalize())
        .toList();
  }

  private static String lines(ConfigurationSource source) {
    StringBuilder lines = new StringBuilder();
    source.searched().forEach(place -> lines.append("\n  ").append(place));
    return lines.toString();
  }
}
