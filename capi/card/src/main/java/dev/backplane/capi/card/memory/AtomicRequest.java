package dev.backplane.capi.card.memory;

import dev.backplane.rtl.harness.psl.AtomicOperation;
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
  /** {@return whether numbers have another byte order than this machine} */
  boolean isSwapped() {
    return order != ByteOrder.nativeOrder();
  }
}
