package dev.backplane.rtl.harness;

import java.util.Optional;

/**
 * Accesses registers of a kernel, one at a time: an access is begun, takes some cycles, and leaves
 * a result.
 */
public interface RegisterPort {
  /** The bytes of a line, which some buses write in one access. */
  int LINE_BYTES = 64;

  /**
   * Requires that all bytes of a register are written, for a bus that has no strobes.
   *
   * @param bus its name
   * @param bytes 4 or 8
   * @param strobes a bit per byte that is written
   * @throws IllegalArgumentException if it is only some of the bytes
   */
  static void requireWhole(String bus, int bytes, int strobes) {
    if (strobes != (1 << bytes) - 1) {
      throw new IllegalArgumentException(
          "%s writes whole registers of 4 or 8 bytes, not the bytes 0x%x of one"
              .formatted(bus, strobes));
    }
  }

  /** {@return the name of the interface, for messages} */
  String port();

  /** {@return the most bytes of an access: 4 or 8} */
  int widestAccess();

  /** {@return the bytes that its addresses reach} */
  long bytes();

  /**
   * Begins a read.
   *
   * @param offset its address, a multiple of the bytes
   * @param bytes 4, or 8 if that is possible
   */
  void beginRead(long offset, int bytes);

  /**
   * Begins a write.
   *
   * @param offset its address, a multiple of the bytes
   * @param bytes 4, or 8 if that is possible
   * @param value the value
   * @param strobes a bit per byte that is written
   */
  void beginWrite(long offset, int bytes, long value, int strobes);

  /** {@return whether {@link #beginLineWrite} writes 64 bytes in one access} */
  default boolean hasLineWrites() {
    return false;
  }

  /**
   * Begins a write of 64 bytes.
   *
   * @param offset its address, a multiple of 64
   * @param words the bytes, in 8 little-endian words
   */
  default void beginLineWrite(long offset, long[] words) {
    throw new UnsupportedOperationException(port() + " has no writes of 64 bytes");
  }

  /** {@return whether an access has not completed} */
  boolean isBusy();

  /** {@return the value of the last read} */
  long result();

  /** {@return the error with which the kernel answered the last access, if it did} */
  default Optional<String> refusal() {
    return Optional.empty();
  }

  /** {@return the state of the access, for messages} */
  String state();

  /** Abandons an access that the kernel does not answer. */
  void abandon();
}
