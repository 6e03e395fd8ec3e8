package dev.backplane.capi.card.psl;

import static dev.backplane.capi.card.PslPort.LINE_BYTES;

import dev.backplane.capi.card.memory.AtomicAnswer;
import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.memory.AtomicRequest;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Writes into a line of memory if it is what it was before. Threads of the program write to memory
 * without being seen here, so the line is compared; and if what changes lies in one aligned number
 * of 8 bytes, that number is swapped by the processor, so that no store of theirs is lost. Of more
 * numbers, or where nobody can swap, a store between the comparison and the write is.
 */
final class ConditionalWrite {
  /** The outcome of a write. */
  enum Outcome {
    /** The line was written. */
    DONE,
    /** The line is not what it was. */
    CHANGED,
    /** There is no memory at the address. */
    MISSING,
    /** The memory may not be written. */
    FORBIDDEN,
    /** The agent of the process does not answer. */
    IMPOSSIBLE
  }

  private final BlockCopy copy;
  private final MemorySegment now = MemorySegment.ofArray(new long[LINE_BYTES / Long.BYTES]);

  /**
   * @param copy reaches lines
   */
  ConditionalWrite(BlockCopy copy) {
    this.copy = copy;
  }

  /**
   * Writes.
   *
   * @param context whose memory it is
   * @param address of the first byte
   * @param bytes how many bytes of the line
   * @param from a line with those bytes in their places
   * @param before what the line was
   */
  Outcome write(
      AttachedContext context, long address, int bytes, MemorySegment from, MemorySegment before) {
    long line = address & -LINE_BYTES;
    if (copy.read(context, line, now, LINE_BYTES) != Status.DONE) {
      return Outcome.MISSING;
    }
    if (now.mismatch(before) >= 0) {
      return Outcome.CHANGED;
    }
    long first = address - line;
    long end = first + bytes;
    while (first + 1 < end && isSame(from, before, first)) {
      first++;
    }
    while (first + 1 < end && isSame(from, before, end - 1)) {
      end--;
    }
    return first / Long.BYTES == (end - 1) / Long.BYTES
        ? swap(context, line, from, first, end)
        : store(context, line, from, first, end);
  }

  private static boolean isSame(MemorySegment one, MemorySegment other, long at) {
    return one.get(ValueLayout.JAVA_BYTE, at) == other.get(ValueLayout.JAVA_BYTE, at);
  }

  /** Swaps the number that some bytes of a line are of. */
  private Outcome swap(
      AttachedContext context, long line, MemorySegment from, long first, long end) {
    long at = first & -Long.BYTES;
    long before = now.get(ValueLayout.JAVA_LONG, at);
    MemorySegment.copy(from, first, now, first, end - first);
    AtomicAnswer answer =
        Atomics.apply(
            context,
            new AtomicRequest(
                AtomicOperation.SWAP_IF_EQUAL,
                Long.BYTES,
                ByteOrder.nativeOrder(),
                line + at,
                before,
                now.get(ValueLayout.JAVA_LONG, at)));
    return switch (answer.status()) {
      case DONE -> answer.value() == before ? Outcome.DONE : Outcome.CHANGED;
      case MISSING -> Outcome.MISSING;
      case FORBIDDEN -> Outcome.FORBIDDEN;
      // An agent that did not answer may swap yet, so nothing else is tried then.
      case IMPOSSIBLE ->
          context.agent().get().isEmpty()
              ? store(context, line, from, first, end)
              : Outcome.IMPOSSIBLE;
    };
  }

  private Outcome store(
      AttachedContext context, long line, MemorySegment from, long first, long end) {
    return switch (copy.write(context, line + first, from.asSlice(first), end - first)) {
      case DONE -> Outcome.DONE;
      case MISSING -> Outcome.MISSING;
      case FORBIDDEN, IMPOSSIBLE -> Outcome.FORBIDDEN;
    };
  }
}
