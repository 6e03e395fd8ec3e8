package dev.backplane.runtime.trace;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** The loading of a plugin as the flight recorder sees it; nothing where it does not run. */
public final class PluginLoad {
  private final @Nullable PluginLoadEvent event;

  private PluginLoad(@Nullable PluginLoadEvent event) {
    this.event = event;
  }

  /** Begins it. */
  public static PluginLoad begin(String instance, String plugin, String version) {
    // The events of the JDK are not even loaded by a process that records nothing.
    if (!FlightRecorder.isInitialized()) {
      return new PluginLoad(null);
    }
    PluginLoadEvent event = new PluginLoadEvent();
    event.instance = instance;
    event.plugin = plugin;
    event.version = version;
    event.begin();
    return new PluginLoad(event);
  }

  /**
   * Ends it.
   *
   * @param problem why it failed; empty if it did not
   */
  public void ended(@Nullable String problem) {
    if (event != null) {
      event.problem = problem;
      event.commit();
    }
  }
}
