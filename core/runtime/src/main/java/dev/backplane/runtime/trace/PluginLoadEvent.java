package dev.backplane.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The loading of a plugin, from reading its code to the end of its initialising. */
@Name("dev.backplane.PluginLoad")
@Label("Plugin Load")
@Category("Backplane")
@Description("A plugin instance that was loaded, configured and initialised, or failed to be")
@StackTrace(false)
final class PluginLoadEvent extends Event {
  @Label("Instance")
  @Nullable String instance;

  @Label("Plugin")
  @Nullable String plugin;

  @Label("Version")
  @Nullable String version;

  @Label("Problem")
  @Description("Why it failed; empty if it is ready")
  @Nullable String problem;
}
