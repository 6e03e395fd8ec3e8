package dev.backplane.ffi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that C code made, as Linux knows it: whether it is still in that code, after it called
 * back and the call returned. On a busy machine a thread may get no processor for longer than the
 * instructions take that are left, so no fixed time is long enough. Safe for use by several
 * threads.
 */
public final class ForeignThread {
  private static final long LOOK_NANOS = 200_000;
  private static final long LONGEST_NANOS = 5_000_000_000L;
  private static final Path NOWHERE = Path.of("nowhere");
  private static final ThreadLocal<ForeignThread> OF_THREAD =
      ThreadLocal.withInitial(ForeignThread::find);

  /** Its {@code stat} file, see proc(5). */
  private final Path status;

  private ForeignThread(Path status) {
    this.status = status;
  }

  /** {@return the thread that calls this, always the same object} */
  public static ForeignThread current() {
    return OF_THREAD.get();
  }

  private static ForeignThread find() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return new ForeignThread(Path.of("/proc").resolve(self).resolve("stat"));
    } catch (IOException | UnsupportedOperationException e) {
      return new ForeignThread(NOWHERE);
    }
  }

  /**
   * {@return whether the thread that calls this was made by C code, not by Java}
   *
   * @param entry the class whose methods C code calls
   */
  public static boolean isForeign(Class<?> entry) {
    // The first method of a thread of Java is one of Thread, or main.
    return StackWalker.getInstance()
        .walk(frames -> frames.reduce((_, last) -> last))
        .filter(first -> first.getClassName().equals(entry.getName()))
        .isPresent();
  }

  /**
   * Waits until it sleeps or has ended; five seconds at most.
   *
   * @return whether it does or has
   */
  public boolean awaitSleep() {
    long begun = System.nanoTime();
    while (wantsProcessor() && System.nanoTime() - begun < LONGEST_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return !wantsProcessor();
  }

  /**
   * Waits until it sleeps or has ended; five seconds at most.
   *
   * @return whether it has ended
   */
  public boolean awaitEnd() {
    return awaitSleep() && hasEnded();
  }

  /** {@return whether it has ended} */
  public boolean hasEnded() {
    return !Files.exists(status);
  }

  /** {@return whether it executes, or would if it got a processor} */
  boolean wantsProcessor() {
    try {
      String told = Files.readString(status);
      // "number (name) S ...": the name may have brackets of its own.
      return told.startsWith(") R", told.lastIndexOf(')'));
    } catch (IOException e) {
      return false;
    }
  }
}
