package dev.backplane.drivers.xrt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that the library made, as Linux knows it.
 *
 * @param status its {@code stat} file, see proc(5)
 */
record LibraryThread(Path status) {
  private static final long LOOK_NANOS = 200_000;
  private static final long LONGEST_NANOS = 5_000_000_000L;
  private static final Path NOWHERE = Path.of("nowhere");

  private static final ThreadLocal<LibraryThread> OF_THREAD =
      ThreadLocal.withInitial(LibraryThread::find);

  /** {@return the thread that calls this} */
  static LibraryThread current() {
    return OF_THREAD.get();
  }

  private static LibraryThread find() {
    try {
      Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return new LibraryThread(Path.of("/proc").resolve(self).resolve("stat"));
    } catch (IOException | UnsupportedOperationException e) {
      return new LibraryThread(NOWHERE);
    }
  }

  /**
   * Waits until it sleeps or has ended; five seconds at most.
   *
   * @return whether it does or has
   */
  boolean awaitSleep() {
    long begun = System.nanoTime();
    while (wantsProcessor() && System.nanoTime() - begun < LONGEST_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return !wantsProcessor();
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
