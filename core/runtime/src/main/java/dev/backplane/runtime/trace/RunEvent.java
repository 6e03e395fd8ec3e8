package dev.backplane.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** An execution of a compute unit or queue, as its driver reports it. */
@Name("dev.backplane.Run")
@Label("Run")
@Category("Backplane")
@Description("A kernel, or another command, that was executed; recorded when it has ended")
@StackTrace(false)
final class RunEvent extends Event {
  @Label("Device")
  @Nullable String device;

  @Label("Unit")
  @Description("The compute unit or queue that executed it")
  @Nullable String unit;

  @Label("Kernel")
  @Nullable String kernel;

  @Label("Time on the device")
  @Timespan(Timespan.NANOSECONDS)
  long took;
}
