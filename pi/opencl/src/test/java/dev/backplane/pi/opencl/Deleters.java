package dev.backplane.pi.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;

/** A {@code void (*)(void *)} that completes a future with what it is given. */
final class Deleters {
  private Deleters() {}

  static MemorySegment tell(CompletableFuture<Long> future) {
    try {
      return Calls.upcall(
          MethodHandles.lookup()
              .findStatic(
                  Deleters.class,
                  "complete",
                  MethodType.methodType(void.class, CompletableFuture.class, long.class))
              .bindTo(future),
          FunctionDescriptor.ofVoid(JAVA_LONG),
          Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the function is not there", e);
    }
  }

  @SuppressWarnings("unused") // Called from C.
  private static void complete(CompletableFuture<Long> future, long value) {
    future.complete(value);
  }
}
