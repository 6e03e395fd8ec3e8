package dev.backplane.xrt.door;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The waiting times of a connection.
 *
 * @param clock the clock, in nanoseconds
 * @param spin how long to poll before the thread sleeps: a host that polls asks again within
 *     microseconds, and waking a thread takes longer than that. Zero where processors are few: two
 *     threads of the host are never at rest, and would wait for this one
 * @param message how long a message that has begun may take to arrive or to be taken
 */
record WaitTimes(LongSupplier clock, Duration spin, Duration message) {
  private static final int PROCESSORS = 4;

  static final WaitTimes USUAL =
      new WaitTimes(
          System::nanoTime,
          Duration.ofNanos(Runtime.getRuntime().availableProcessors() < PROCESSORS ? 0 : 60_000),
          Duration.ofSeconds(30));
}
