package dev.backplane.plugin.limit;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Asks the scheduler of Linux, which counts for every thread the time that it waited on a run queue
 * ({@code schedstat}, second number). Where there is no such count, a thread never waited.
 */
public final class SchedulerTime implements ThreadTime {
  /** A link to the folder of whatever thread looks at it. */
  private static final Path SELF = Path.of("/proc/thread-self");

  /** More than three numbers have. */
  private static final int LONGEST = 128;

  /** A thread keeps what was found once. */
  private static final ThreadLocal<LongSupplier> OF_THREAD = new OfThread();

  // Classes where a lambda would do: those are made anew at every start.
  private static final class OfThread extends ThreadLocal<LongSupplier> {
    @Override
    protected LongSupplier initialValue() {
      return find();
    }
  }

  private static final class Statistics implements LongSupplier {
    private final String file;

    Statistics(String file) {
      this.file = file;
    }

    @Override
    public long getAsLong() {
      return read(file);
    }
  }

  /** The source of times that this machine has. */
  public SchedulerTime() {}

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
      String file = statistics.toString();
      return Files.exists(statistics) ? new Statistics(file) : () -> 0;
    } catch (IOException | UnsupportedOperationException e) {
      return () -> 0;
    }
  }

  /** As a stream: a channel would be closed, and fail, where the reading thread is interrupted. */
  private static long read(String statistics) {
    byte[] text = new byte[LONGEST];
    try (FileInputStream file = new FileInputStream(statistics)) {
      return second(text, file.read(text));
    } catch (IOException e) {
      // The thread has ended.
      return 0;
    }
  }

  /** The second of the numbers; 0 if there is none. */
  private static long second(byte[] text, int length) {
    int at = 0;
    while (at < length && text[at] != ' ') {
      at++;
    }
    long number = 0;
    for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
      number = 10 * number + (text[at] - '0');
    }
    return number;
  }
}
