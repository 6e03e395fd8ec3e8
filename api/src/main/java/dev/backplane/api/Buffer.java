package dev.backplane.api;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory that host and device both see, as two copies: the host's, which the program reads and
 * writes, and the device's, which kernels do. Only {@link #sync()} and {@link #syncBack()} move
 * data between them.
 *
 * <p>The holder closes it, once; while a run in flight uses it that fails with {@link
 * ErrorCode#IN_USE}. The host copy must not be used after that: its segment is dead and throws
 * {@link IllegalStateException}. Allocation and sync are safe for use by several threads; the bytes
 * of the host copy are the program's own affair.
 */
public interface Buffer extends AutoCloseable {
  /** {@return the size in bytes} */
  long size();

  /** {@return the address that kernels see} */
  long address();

  /** {@return the bank it lies in} */
  Bank bank();

  /** {@return the host's copy, {@link #size()} bytes; it dies with the buffer} */
  MemorySegment host();

  /**
   * Copies a range of the host's copy to the device.
   *
   * @param offset first byte
   * @param bytes how many
   * @return this buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  Buffer sync(long offset, long bytes);

  /**
   * Copies a range of the device's copy to the host.
   *
   * @param offset first byte
   * @param bytes how many
   * @return this buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  Buffer syncBack(long offset, long bytes);

  /** Copies all of the host's copy to the device. Returns this buffer. */
  default Buffer sync() {
    return sync(0, size());
  }

  /** Copies all of the device's copy to the host. Returns this buffer. */
  default Buffer syncBack() {
    return syncBack(0, size());
  }

  /** Puts bytes at the start of the host's copy. Returns this buffer. */
  default Buffer write(byte... values) {
    return write(MemorySegment.ofArray(values));
  }

  /** Puts whole numbers at the start of the host's copy, little-endian. Returns this buffer. */
  default Buffer write(int... values) {
    checkFits((long) values.length * Integer.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.INT, 0, values.length);
    return this;
  }

  /** Puts long numbers at the start of the host's copy, little-endian. Returns this buffer. */
  default Buffer write(long... values) {
    checkFits((long) values.length * Long.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.LONG, 0, values.length);
    return this;
  }

  /** Puts real numbers at the start of the host's copy, little-endian. Returns this buffer. */
  default Buffer write(float... values) {
    checkFits((long) values.length * Float.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.FLOAT, 0, values.length);
    return this;
  }

  /** Puts the bytes of a segment at the start of the host's copy. Returns this buffer. */
  default Buffer write(MemorySegment source) {
    checkFits(source.byteSize());
    MemorySegment.copy(source, 0, host(), 0, source.byteSize());
    return this;
  }

  /** Fills an array from the start of the host's copy. Returns the array. */
  default byte[] read(byte[] target) {
    checkFits(target.length);
    MemorySegment.copy(host(), ValueLayout.JAVA_BYTE, 0, target, 0, target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  default int[] read(int[] target) {
    checkFits((long) target.length * Integer.BYTES);
    MemorySegment.copy(host(), LittleEndian.INT, 0, target, 0, target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  default long[] read(long[] target) {
    checkFits((long) target.length * Long.BYTES);
    MemorySegment.copy(host(), LittleEndian.LONG, 0, target, 0, target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  default float[] read(float[] target) {
    checkFits((long) target.length * Float.BYTES);
    MemorySegment.copy(host(), LittleEndian.FLOAT, 0, target, 0, target.length);
    return target;
  }

  /** Gives the memory back. */
  @Override
  void close();

  private void checkFits(long bytes) {
    if (bytes > size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, bytes + " bytes do not fit a buffer of " + size())
          .remedy("Make a larger buffer or pass fewer values")
          .build();
    }
  }
}
