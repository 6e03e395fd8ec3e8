package dev.backplane.ffi;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Measures how long a process has computed or waited for something, by the scheduler's own count
 * ({@code schedstat} of each thread). The time in which a thread of it was ready to run and the
 * machine had no processor does not count, so that a deadline holds on a busy machine as on an idle
 * one.
 */
final class ProcessTime {
  /** The factor by which a process may take longer by the clock than by the time that counts. */
  static final int LONGEST = 10;

  private final Path threads;
  private final long began = System.nanoTime();

  private long looked = began;
  private long computed;
  private long starved;
  private long counted;

  /**
   * Begins to measure.
   *
   * @param process its id
   */
  ProcessTime(long process) {
    threads = Path.of("/proc", Long.toString(process), "task");
    look();
  }

  /**
   * Looks at the process once more.
   *
   * @return how much of the time since the last look did not count, in nanoseconds
   */
  long look() {
    long now = System.nanoTime();
    long passed = now - looked;
    long computedBefore = computed;
    long starvedBefore = starved;
    read();
    // Threads that have ended take their counts with them.
    long used = Math.min(passed, Math.max(0, computed - computedBefore));
    long waited = Math.max(0, starved - starvedBefore);
    long counts = Math.max(passed - waited, used);
    looked = now;
    counted += counts;
    return passed - counts;
  }

  private void read() {
    computed = 0;
    starved = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        add(thread.resolve("schedstat"));
      }
    } catch (IOException e) {
      // The process has ended, or the system has no such counts: then all time counts.
    }
  }

  private void add(Path statistics) {
    try {
      String[] numbers = Files.readString(statistics).strip().split(" ", 3);
      computed += Long.parseLong(numbers[0]);
      starved += Long.parseLong(numbers[1]);
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // The thread has ended.
    }
  }

  /** {@return whether the process took longer than it may} */
  boolean isOver(Duration deadline) {
    return counted >= deadline.toNanos()
        || (System.nanoTime() - began) / LONGEST >= deadline.toNanos();
  }
}
