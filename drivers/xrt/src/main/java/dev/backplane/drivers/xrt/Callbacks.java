package dev.backplane.drivers.xrt;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Where the library calls back to. It is given a token that is never used twice, so that a call for
 * something that was closed meanwhile finds nothing.
 */
final class Callbacks {
  static final long NONE = 0;

  private static final ConcurrentMap<Long, NativeRun> RUNS = new ConcurrentHashMap<>();
  private static final long QUIET_NANOS = 20_000_000;

  private static volatile long lastReturn = System.nanoTime() - QUIET_NANOS;

  private static final AtomicLong LAST = new AtomicLong();

  /**
   * {@code void (*)(xrtRunHandle, enum ert_cmd_state, void *)}, for as long as the process lives.
   */
  static final MemorySegment FUNCTION = function();

  private Callbacks() {}

  private static MemorySegment function() {
    try {
      return Calls.upcall(
          MethodHandles.lookup()
              .findStatic(
                  Callbacks.class,
                  "ended",
                  MethodType.methodType(void.class, long.class, int.class, long.class)),
          FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT, JAVA_LONG),
          Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static long register(NativeRun run) {
    OpenThings.endWithoutCleanUp();
    long token = LAST.incrementAndGet();
    RUNS.put(token, run);
    return token;
  }

  static void forget(long token) {
    RUNS.remove(token);
  }

  /** Called by the library, on its thread. An exception that left it would end the process. */
  @SuppressWarnings("unused") // The signature is the library's.
  private static void ended(long run, int state, long token) {
    try {
      NativeRun known = RUNS.get(token);
      if (known != null) {
        known.called(state);
      }
    } catch (Throwable t) {
      System.getLogger(Callbacks.class.getName())
          .log(System.Logger.Level.ERROR, "the end of a run was not noticed", t);
    } finally {
      lastReturn = System.nanoTime();
    }
  }

  /**
   * Waits until the library's thread is surely out of the last call. It goes on using the run for
   * some instructions after the call returned, and a run that is closed under it crashes the
   * process. Bounded: nothing is in flight, so no further calls come.
   */
  static void quiet() {
    long left;
    while ((left = lastReturn + QUIET_NANOS - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }
}
