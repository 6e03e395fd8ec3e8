package dev.backplane.doors.xrt;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How a connection waits.
 *
 * @param clock nanoseconds
 * @param spin how long to look again and again before the thread is put to sleep: a host that polls
 *     asks again within microseconds, and waking a thread takes longer than that. Nothing where
 *     processors are few: two threads of the host are never at rest, and would wait for this one
 * @param message how long a message that has begun may take to arrive or to be taken
 */
record Patience(LongSupplier clock, Duration spin, Duration message) {
  private static final int PROCESSORS = 4;

  static final Patience USUAL =
      new Patience(
          System::nanoTime,
          Duration.ofNanos(Runtime.getRuntime().availableProcessors() < PROCESSORS ? 0 : 60_000),
          Duration.ofSeconds(30));
}
