package dev.backplane.ffi;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, for a thread that waits for a process, how long the machine had no processor for that
 * process. Who measures what the thread takes leaves that out, as the thread's own wait for a
 * processor.
 */
public final class StarvedTime {
  private static final ThreadLocal<AtomicLong> MINE = ThreadLocal.withInitial(AtomicLong::new);

  private StarvedTime() {}

  /**
   * {@return work that adds to the count of this thread, in whatever thread it is done, because
   * this one waits for it}
   *
   * @param work what is to be done
   */
  public static <T> Callable<T> shared(Callable<T> work) {
    AtomicLong mine = ofThread();
    return () -> {
      AtomicLong before = MINE.get();
      MINE.set(mine);
      try {
        return work.call();
      } finally {
        MINE.set(before);
      }
    };
  }

  /** {@return the count of this thread in nanoseconds, which any thread may read and add to} */
  public static AtomicLong ofThread() {
    return MINE.get();
  }
}
