package dev.backplane.drivers.capi.psl;

import dev.backplane.drivers.capi.memory.KnownMemory.Region;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Compare-and-swap of a PSL9 on known memory, atomic for threads of this process too. The line has
 * the operand that is compared in its first 8 bytes and the new value in the next 8, as bytes of
 * memory; of 4 bytes, the first ones of each.
 */
final class AtomicSwap {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private AtomicSwap() {}

  /** How many bytes a command swaps. */
  static int bytes(PslCommand command) {
    return switch (command) {
      case CAS_E_4B, CAS_NE_4B, CAS_U_4B -> Integer.BYTES;
      case CAS_E_8B, CAS_NE_8B, CAS_U_8B -> Long.BYTES;
      default -> throw new IllegalArgumentException(command + " swaps nothing");
    };
  }

  /**
   * Makes a swap.
   *
   * @return whether what was there was equal to the operand
   * @throws IllegalStateException if the memory was freed
   */
  static PslResponse swap(PslCommand command, MemorySegment line, Region region, long address) {
    MemorySegment memory = region.bytes();
    long at = address - region.address();
    return switch (command) {
      case CAS_E_4B -> told((boolean) INT.compareAndSet(memory, at, first4(line), next4(line)));
      case CAS_E_8B -> told((boolean) LONG.compareAndSet(memory, at, first8(line), next8(line)));
      case CAS_U_4B -> told((int) INT.getAndSet(memory, at, next4(line)) == first4(line));
      case CAS_U_8B -> told((long) LONG.getAndSet(memory, at, next8(line)) == first8(line));
      case CAS_NE_4B -> unlessEqual(memory, at, first4(line), next4(line));
      case CAS_NE_8B -> unlessEqual(memory, at, first8(line), next8(line));
      default -> throw new IllegalArgumentException(command + " swaps nothing");
    };
  }

  private static PslResponse told(boolean equal) {
    return equal ? PslResponse.COMP_EQ : PslResponse.COMP_NEQ;
  }

  private static PslResponse unlessEqual(MemorySegment memory, long at, int operand, int value) {
    while (true) {
      int before = (int) INT.getVolatile(memory, at);
      if (before == operand) {
        return PslResponse.COMP_EQ;
      }
      if ((boolean) INT.compareAndSet(memory, at, before, value)) {
        return PslResponse.COMP_NEQ;
      }
    }
  }

  private static PslResponse unlessEqual(MemorySegment memory, long at, long operand, long value) {
    while (true) {
      long before = (long) LONG.getVolatile(memory, at);
      if (before == operand) {
        return PslResponse.COMP_EQ;
      }
      if ((boolean) LONG.compareAndSet(memory, at, before, value)) {
        return PslResponse.COMP_NEQ;
      }
    }
  }

  private static int first4(MemorySegment line) {
    return line.get(ValueLayout.JAVA_INT, 0);
  }

  private static int next4(MemorySegment line) {
    return line.get(ValueLayout.JAVA_INT, Long.BYTES);
  }

  private static long first8(MemorySegment line) {
    return line.get(ValueLayout.JAVA_LONG, 0);
  }

  private static long next8(MemorySegment line) {
    return line.get(ValueLayout.JAVA_LONG, Long.BYTES);
  }
}
