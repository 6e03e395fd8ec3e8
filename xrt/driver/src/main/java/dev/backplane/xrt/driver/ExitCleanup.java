package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Closes what is open before the process ends. The library's own clean-up at exit crashes the
 * process when a buffer or kernel was left open, so it must find nothing; if something cannot be
 * closed any more, that clean-up must not run.
 */
final class ExitCleanup {
  private static final Set<AutoCloseable> OPEN = new LinkedHashSet<>();
  private static final Set<Runnable> LAST = new LinkedHashSet<>();
  private static final MethodHandle ON_EXIT =
      Calls.of(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));

  private static boolean cleanUp = true;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ExitCleanup::closeAll, "xrt-exit"));
  }

  private ExitCleanup() {}

  static synchronized void opened(AutoCloseable thing) {
    OPEN.add(thing);
  }

  static synchronized void closed(AutoCloseable thing) {
    OPEN.remove(thing);
  }

  /** Does something at exit, after everything was closed. */
  static synchronized void atExit(Runnable action) {
    LAST.add(action);
  }

  /** Says that something stays open for good, so that the process has to end without clean-up. */
  static synchronized void abandon(String what) {
    System.getLogger(ExitCleanup.class.getName())
        .log(System.Logger.Level.WARNING, "{0} stays open: it cannot be closed", what);
    cleanUp = false;
  }

  /**
   * Lets the process end without the clean-up of C++, which waits for ever for the thread that
   * called back.
   */
  static synchronized void endWithoutCleanUp() {
    cleanUp = false;
  }

  /**
   * Exit functions run in the reverse order of their registration. This one is the last to be
   * registered, so it comes before all of the library's, and it ends the process with the status
   * that it was to end with.
   */
  private static void skipCleanUp() {
    NativeLibrary c = NativeLibrary.c();
    try {
      int _ =
          (int) ON_EXIT.invokeExact(c.function("on_exit"), c.function("_exit"), MemorySegment.NULL);
    } catch (Throwable t) {
      throw Calls.broken("on_exit", t);
    }
  }

  private static void closeAll() {
    List<AutoCloseable> things;
    List<Runnable> actions;
    synchronized (ExitCleanup.class) {
      things = List.copyOf(OPEN).reversed();
      actions = List.copyOf(LAST);
    }
    for (AutoCloseable thing : things) {
      try {
        thing.close();
      } catch (Exception e) {
        System.getLogger(ExitCleanup.class.getName())
            .log(System.Logger.Level.WARNING, "closing " + thing + " at exit", e);
        abandon(thing.toString());
      }
    }
    actions.forEach(Runnable::run);
    if (!cleansUp()) {
      skipCleanUp();
    }
  }

  private static synchronized boolean cleansUp() {
    return cleanUp;
  }
}
