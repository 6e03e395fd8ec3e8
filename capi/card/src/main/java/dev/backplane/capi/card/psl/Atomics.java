package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.memory.AtomicAnswer;
import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.memory.AtomicRequest;
import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.capi.card.memory.KnownWords;
import dev.backplane.rtl.harness.psl.AtomicOperation;
import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.PslCommand;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * Atomic operations on the memory of contexts. Known memory is reached by the processor's own
 * instruction; all other by the agent of the process, and so are operations on two numbers, which
 * Java has none for.
 */
final class Atomics {
  private Atomics() {}

  /**
   * {@return the swap that a command asks for} The line has the operand that is compared in its
   * first 8 bytes and the new value in the next 8, as bytes of memory; of 4 bytes, the first ones
   * of each.
   */
  static AtomicRequest swap(PslCommand command, long address, MemorySegment line) {
    int bytes =
        switch (command) {
          case CAS_E_4B, CAS_NE_4B, CAS_U_4B -> Integer.BYTES;
          case CAS_E_8B, CAS_NE_8B, CAS_U_8B -> Long.BYTES;
          default -> throw new IllegalArgumentException(command + " swaps nothing");
        };
    ByteOrder order = ByteOrder.nativeOrder();
    long operand = DmaRequest.number(line, 0, bytes, order);
    long value = DmaRequest.number(line, Long.BYTES, bytes, order);
    return switch (command) {
      case CAS_U_4B, CAS_U_8B ->
          new AtomicRequest(AtomicOperation.SWAP, bytes, order, address, value, 0);
      case CAS_E_4B, CAS_E_8B ->
          new AtomicRequest(AtomicOperation.SWAP_IF_EQUAL, bytes, order, address, operand, value);
      default ->
          new AtomicRequest(
              AtomicOperation.SWAP_IF_DIFFERENT, bytes, order, address, operand, value);
    };
  }

  /** Makes an operation in the memory of a context. */
  static AtomicAnswer apply(AttachedContext context, AtomicRequest request) {
    long address = request.address();
    if (!request.operation().fits(address, request.bytes())) {
      return AtomicAnswer.not(Status.IMPOSSIBLE);
    }
    Region region =
        request.operation().neighbour() == 0
            ? context.known().find(address, request.bytes())
            : null;
    if (region != null) {
      if (region.bytes().isReadOnly()) {
        return AtomicAnswer.not(Status.FORBIDDEN);
      }
      try {
        return new AtomicAnswer(Status.DONE, KnownWords.apply(request, region));
      } catch (IllegalStateException e) {
        // It was freed here; what is there now is not known. See LineTransfers.
        Thread.interrupted();
      }
    }
    return context
        .agent()
        .get()
        .map(each -> each.ask(request))
        .orElse(AtomicAnswer.not(Status.IMPOSSIBLE));
  }
}
