package dev.backplane.drivers.capi.memory;

import dev.backplane.rtl.harness.psl.AtomicOperation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * An atomic operation on memory.
 *
 * @param operation which
 * @param bytes how many a number has, 4 or 8
 * @param order the byte order of numbers in memory
 * @param address where, a multiple of the bytes
 * @param first the first operand; one of 4 bytes is extended with its sign
 * @param second the second operand
 */
public record AtomicRequest(
    AtomicOperation operation, int bytes, ByteOrder order, long address, long first, long second) {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /**
   * {@return the number at a place}
   *
   * @param from bytes as they lie in memory
   * @param at where
   * @param bytes 4 or 8
   * @param order their order
   */
  public static long number(MemorySegment from, long at, int bytes, ByteOrder order) {
    return bytes == Integer.BYTES
        ? from.get(INT.withOrder(order), at)
        : from.get(LONG.withOrder(order), at);
  }

  /** Puts a number to a place. */
  public void put(long number, MemorySegment to, long at) {
    if (bytes == Integer.BYTES) {
      to.set(INT.withOrder(order), at, (int) number);
    } else {
      to.set(LONG.withOrder(order), at, number);
    }
  }

  /** {@return whether numbers have another byte order than this machine} */
  boolean isSwapped() {
    return order != ByteOrder.nativeOrder();
  }
}
