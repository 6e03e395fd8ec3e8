package dev.backplane.driverkit;

import dev.backplane.ffi.StarvedTime;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells how long the machine had no processor for the processes that a thread of a plugin waits
 * for, as those of trials. Whoever measures what a plugin takes leaves that out.
 */
public final class StarvedProcesses {
  private StarvedProcesses() {}

  /** {@return the count of this thread in nanoseconds, which any thread may read} */
  public static AtomicLong ofThread() {
    return StarvedTime.ofThread();
  }
}
