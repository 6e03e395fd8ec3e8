package dev.backplane.capi.card.memory;

import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Atomic operations on single numbers in known memory, by the processor's own instruction. */
public final class KnownWords {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private KnownWords() {}

  /**
   * Makes an operation.
   *
   * @param request an operation on one number
   * @param region has it
   * @return what was there before
   * @throws IllegalStateException if the memory was freed
   */
  public static long apply(AtomicRequest request, Region region) {
    MemorySegment memory = region.bytes();
    long at = request.address() - region.address();
    return request.bytes() == Integer.BYTES
        ? applyToInt(request, memory, at)
        : applyToLong(request, memory, at);
  }

  private static long applyToInt(AtomicRequest request, MemorySegment memory, long at) {
    AtomicOperation operation = request.operation();
    while (true) {
      int raw = (int) INT.getVolatile(memory, at);
      int before = request.isSwapped() ? Integer.reverseBytes(raw) : raw;
      int after = (int) operation.after(before, 0, request.first(), request.second());
      int next = request.isSwapped() ? Integer.reverseBytes(after) : after;
      if ((boolean) INT.compareAndSet(memory, at, raw, next)) {
        return before;
      }
    }
  }

  private static long applyToLong(AtomicRequest request, MemorySegment memory, long at) {
    AtomicOperation operation = request.operation();
    while (true) {
      long raw = (long) LONG.getVolatile(memory, at);
      long before = request.isSwapped() ? Long.reverseBytes(raw) : raw;
      long after = operation.after(before, 0, request.first(), request.second());
      long next = request.isSwapped() ? Long.reverseBytes(after) : after;
      if ((boolean) LONG.compareAndSet(memory, at, raw, next)) {
        return before;
      }
    }
  }
}
