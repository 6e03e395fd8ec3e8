package dev.backplane.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A wait of a thread for a run or a queue. Off unless a recording asks for it. */
@Name("dev.backplane.Wait")
@Label("Wait")
@Category("Backplane")
@Description("A thread has waited for a run, or for a queue to be empty; recorded afterwards")
@Enabled(false)
@StackTrace(false)
final class WaitEvent extends Event {
  @Label("Device")
  @Nullable String device;

  @Label("Kernel")
  @Nullable String kernel;

  @Label("Time waited")
  @Timespan(Timespan.NANOSECONDS)
  long took;
}
