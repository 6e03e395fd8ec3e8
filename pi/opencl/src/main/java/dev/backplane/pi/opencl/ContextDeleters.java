package dev.backplane.pi.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.WordCalls;
import dev.backplane.pi.table.PiCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Functions that are called when a context dies. OpenCL calls them with the context first, the
 * plugin interface without, so that one function of ours stands between.
 */
final class ContextDeleters {
  private record Deleter(MemorySegment function, long userData) {}

  private static final ConcurrentMap<Long, Deleter> WAITING = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();
  private static final MemorySegment FUNCTION = function();

  private ContextDeleters() {}

  private static MemorySegment function() {
    try {
      return Calls.upcall(
          MethodHandles.lookup()
              .findStatic(
                  ContextDeleters.class,
                  "died",
                  MethodType.methodType(void.class, long.class, long.class)),
          FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG),
          Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static int set(MemorySegment setCallback, long context, long deleter, long userData) {
    long id = LAST.incrementAndGet();
    WAITING.put(id, new Deleter(MemorySegment.ofAddress(deleter), userData));
    int result = PiCalls.call(setCallback, context, FUNCTION.address(), id);
    if (result != 0) {
      WAITING.remove(id);
    }
    return result;
  }

  /** Called by the implementation. An exception that left it would end the process. */
  @SuppressWarnings("unused") // The signature is OpenCL's.
  private static void died(long context, long id) {
    try {
      Deleter deleter = WAITING.remove(id);
      if (deleter != null) {
        WordCalls.call(deleter.function(), deleter.userData());
      }
    } catch (Throwable t) {
      System.getLogger(ContextDeleters.class.getName())
          .log(System.Logger.Level.ERROR, "what was to be done at the end of a context failed", t);
    }
  }
}
