package dev.backplane.runtime.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Asks the scheduler of Linux, which counts for every thread the time that it waited on a run queue
 * ({@code schedstat}, second number). Where there is no such count, a thread never waited.
 */
final class SchedulerTime implements ThreadTime {
  /** A link to the folder of whatever thread looks at it. */
  private static final Path SELF = Path.of("/proc/thread-self");

  /** A thread keeps what was found once. */
  private static final ThreadLocal<LongSupplier> OF_THREAD =
      ThreadLocal.withInitial(SchedulerTime::find);

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public LongSupplier processorWait() {
    return OF_THREAD.get();
  }

  private static LongSupplier find() {
    try {
      Path statistics = Path.of("/proc").resolve(Files.readSymbolicLink(SELF)).resolve("schedstat");
      return Files.exists(statistics) ? () -> read(statistics) : () -> 0;
    } catch (IOException | UnsupportedOperationException e) {
      return () -> 0;
    }
  }

  private static long read(Path statistics) {
    try {
      String[] numbers = Files.readString(statistics).split(" ");
      return numbers.length < 2 ? 0 : Long.parseLong(numbers[1]);
    } catch (IOException | NumberFormatException e) {
      // The thread has ended.
      return 0;
    }
  }
}
