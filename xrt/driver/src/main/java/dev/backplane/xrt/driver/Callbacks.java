package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.ForeignThread;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Receives the callbacks of the library. The library gets a token that is never used twice, so that
 * a call for something that was closed meanwhile finds nothing.
 */
final class Callbacks {
  static final long NONE = 0;

  private static final ConcurrentMap<Long, NativeRun> RUNS = new ConcurrentHashMap<>();
  private static final long QUIET_NANOS = 20_000_000;

  private static volatile long lastReturn = System.nanoTime() - QUIET_NANOS;

  /** The threads of the library that called since it was last waited for. */
  private static final Set<ForeignThread> CALLERS = ConcurrentHashMap.newKeySet();

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

  /**
   * Has the library call back at the end of each execution of a run.
   *
   * @param register passes the library the token that it is given
   * @return the token
   */
  static long register(NativeRun run, LongConsumer register) {
    ExitCleanup.endWithoutCleanUp();
    long token = LAST.incrementAndGet();
    // A run that is not executing is called for at once, by the thread that registers.
    register.accept(token);
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
        CALLERS.add(ForeignThread.current());
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
   * Waits until the library's threads are out of the last calls. They go on using the run for some
   * instructions after a call returned, and a run that is closed under them crashes the process. On
   * a busy machine a thread may get no processor for longer than those instructions take: until it
   * sleeps or has ended, it is not out. Bounded: nothing is in flight, so no further calls come.
   */
  static void quiet() {
    long left;
    while ((left = lastReturn + QUIET_NANOS - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
    CALLERS.removeIf(ForeignThread::awaitSleep);
  }
}
