package dev.backplane.plugin.limit;

import java.util.function.LongSupplier;

/** A source of time: by the clock, and of what a thread does in it. Safe for several threads. */
public interface ThreadTime {
  /** {@return the time by the clock, as {@link System#nanoTime} gives it} */
  long nanoTime();

  /**
   * {@return how long, all in all, the thread that calls this has been ready to run while the
   * machine had no processor for it, in nanoseconds; to be asked by any thread}
   */
  LongSupplier processorWait();
}
