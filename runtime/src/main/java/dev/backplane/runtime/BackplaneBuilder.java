package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.runtime.configuration.Configuration;
import dev.backplane.runtime.configuration.ConfigurationDecoder;
import dev.backplane.runtime.configuration.ConfigurationSearch;
import dev.backplane.runtime.configuration.Surroundings;
import dev.backplane.runtime.manager.Pause;
import dev.backplane.runtime.manager.PluginManager;
import dev.backplane.runtime.manager.Settings;
import dev.backplane.runtime.trace.CallTracer;
import dev.backplane.runtime.trace.Tracer;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Says how a {@link Backplane} is to be opened. Not safe for use by several threads. */
public final class BackplaneBuilder {
  private @Nullable Path file;
  private boolean builtIn;
  private @Nullable TraceSink sink;
  private ClassLoader classLoader = Backplane.class.getClassLoader();
  private Surroundings surroundings = Surroundings.ofProcess();
  private Pause pause = time -> Thread.sleep(time);

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
   * Names the class loader that is searched for plugins of the class path.
   *
   * @param value the class loader; without this, the one that loaded Backplane
   * @return this builder
   */
  public BackplaneBuilder classLoader(ClassLoader value) {
    classLoader = value;
    return this;
  }

  BackplaneBuilder surroundings(Surroundings value) {
    surroundings = value;
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
    Path named = file == null ? null : surroundings.workingFolder().resolve(file);
    ConfigurationSearch.Found found =
        builtIn ? ConfigurationSearch.builtIn() : ConfigurationSearch.search(named, surroundings);
    Path used = found.file();
    Configuration configuration =
        used == null
            ? null
            : ConfigurationDecoder.decode(used.toString(), ConfigurationSearch.read(used));
    Path folder = used == null ? null : used.toAbsolutePath().getParent();
    Tracer tracer = sink == null ? Tracer.NONE : new CallTracer(sink, InstantSource.system());
    return new Backplane(
        PluginManager.open(
            new Settings(
                found.source(),
                configuration,
                folder == null ? surroundings.workingFolder() : folder,
                classLoader,
                tracer,
                pause)));
  }
}
