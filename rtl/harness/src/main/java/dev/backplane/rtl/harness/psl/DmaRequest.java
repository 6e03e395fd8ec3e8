package dev.backplane.rtl.harness.psl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of an accelerator to the DMA of a PSL9. The address comes from an earlier translation:
 * each translation is for one DMA.
 *
 * @param itag the tag of the translation: 0 to 255 are for reads, 256 to 511 for writes and atomics
 * @param kind the kind of DMA
 * @param bytes the number of bytes: up to 512; 4 or 8 for an atomic
 * @param operation the atomic operation; null for reads and writes
 * @param order the byte order of the numbers of an atomic
 */
public record DmaRequest(
    int itag, Kind kind, int bytes, @Nullable AtomicOperation operation, ByteOrder order) {
  /** The most bytes of a DMA. */
  public static final int MOST_BYTES = 512;

  /** The numbers of an atomic lie in so many bytes that are aligned. */
  static final int BLOCK = 32;

  /**
   * The distance in bytes of the second operand of an atomic from the first. The address bit of
   * this value is flipped.
   */
  private static final int OTHER_OPERAND = 8;

  private static final long OPERAND_PLACE = 0xc;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The kind of a DMA. */
  public enum Kind {
    /** Reads memory. */
    READ,
    /** Writes memory. */
    WRITE,
    /** Changes a number in memory, and may answer with what it was. */
    ATOMIC
  }

  /** Checks what belongs together. */
  public DmaRequest {
    boolean isAtomic = kind == Kind.ATOMIC;
    if (isAtomic != (operation != null)) {
      throw new IllegalArgumentException("an atomic, and nothing else, has an operation");
    }
    if (bytes < 1 || bytes > MOST_BYTES || (isAtomic && bytes != 4 && bytes != 8)) {
      throw new IllegalArgumentException("a %s of %d bytes".formatted(kind, bytes));
    }
  }

  /** {@return a read} */
  public static DmaRequest read(int itag, int bytes) {
    return new DmaRequest(itag, Kind.READ, bytes, null, ByteOrder.BIG_ENDIAN);
  }

  /** {@return a write} */
  public static DmaRequest write(int itag, int bytes) {
    return new DmaRequest(itag, Kind.WRITE, bytes, null, ByteOrder.BIG_ENDIAN);
  }

  /** {@return an atomic} */
  public static DmaRequest atomic(int itag, AtomicOperation operation, int bytes, ByteOrder order) {
    return new DmaRequest(itag, Kind.ATOMIC, bytes, operation, order);
  }

  /** {@return whether it writes memory} */
  public boolean stores() {
    return kind != Kind.READ;
  }

  /** {@return whether data comes back} */
  public boolean isAnswered() {
    return operation == null ? kind == Kind.READ : operation.fetches();
  }

  /** {@return the atomic operation} */
  public AtomicOperation atomicOperation() {
    return Objects.requireNonNull(operation, "it is no atomic");
  }

  /**
   * {@return the first operand of an atomic}
   *
   * @param data 16 bytes, in which it lies at the place of the address
   * @param address where the number in memory is
   */
  public long first(MemorySegment data, long address) {
    return number(data, address & OPERAND_PLACE, bytes, order);
  }

  /** {@return the second operand, which lies in the other 8 bytes} */
  public long second(MemorySegment data, long address) {
    return number(data, (address & OPERAND_PLACE) ^ OTHER_OPERAND, bytes, order);
  }

  /** Puts the answer of an atomic to the place of the address. */
  public void answer(long number, MemorySegment data, long address) {
    put(number, data, address & OPERAND_PLACE, bytes, order);
  }

  /**
   * Makes an atomic in memory that nobody else uses.
   *
   * @param block the 32 bytes around the number
   * @param data the operands; takes the answer
   * @param address where the number is
   * @return whether it can be made there
   */
  boolean applyTo(MemorySegment block, MemorySegment data, long address) {
    AtomicOperation atomic = atomicOperation();
    if (!atomic.fits(address, bytes)) {
      return false;
    }
    long at = address & BLOCK - 1;
    long beside = at + (long) atomic.neighbour() * bytes;
    long before = number(block, at, bytes, order);
    long neighbour = number(block, beside, bytes, order);
    long first = first(data, address);
    long after = atomic.after(before, neighbour, first, second(data, address));
    put(after, block, at, bytes, order);
    if (atomic == AtomicOperation.STORE_TWIN && before == neighbour) {
      put(first, block, beside, bytes, order);
    }
    answer(atomic.answer(before, neighbour, bytes), data, address);
    return true;
  }

  /**
   * {@return a number of memory; one of 4 bytes is extended with its sign}
   *
   * @param from where
   * @param at its first byte
   * @param bytes 4 or 8
   * @param order their order
   */
  public static long number(MemorySegment from, long at, int bytes, ByteOrder order) {
    return bytes == Integer.BYTES
        ? from.get(INT.withOrder(order), at)
        : from.get(LONG.withOrder(order), at);
  }

  /** Puts a number into memory. */
  public static void put(long number, MemorySegment to, long at, int bytes, ByteOrder order) {
    if (bytes == Integer.BYTES) {
      to.set(INT.withOrder(order), at, (int) number);
    } else {
      to.set(LONG.withOrder(order), at, number);
    }
  }
}
