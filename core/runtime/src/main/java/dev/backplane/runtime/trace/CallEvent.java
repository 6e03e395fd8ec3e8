package dev.backplane.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A call of a plugin, a device, or what comes from it. Off unless a recording asks for it. */
@Name("dev.backplane.Call")
@Label("Call")
@Category("Backplane")
@Description("A call of a plugin or device, with what came of it")
@Enabled(false)
@StackTrace(false)
final class CallEvent extends Event {
  @Label("On")
  @Nullable String subject;

  @Label("Call")
  @Nullable String call;

  @Label("Arguments")
  @Nullable String arguments;

  @Label("Outcome")
  @Nullable String outcome;
}
