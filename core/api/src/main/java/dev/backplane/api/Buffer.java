package dev.backplane.api;

import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Makes;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory that host and device both see. A plain buffer has two copies: the host's, which the
 * program reads and writes, and the device's, which kernels do. Only {@link #sync()} and {@link
 * #syncBack()} move data between them. Where {@linkplain #placement() other placements} have one
 * copy, sync has nothing to do.
 *
 * <p>The holder closes it; while a run in flight uses it that fails with {@link ErrorCode#IN_USE}.
 * The host copy must not be used after that: its segment is dead and throws {@link
 * IllegalStateException}. Allocation and sync are safe for use by several threads; the bytes of the
 * host copy are the program's own affair.
 */
public interface Buffer extends AutoCloseable {
  /** The address of a buffer that lies in no memory of the device. */
  long NO_ADDRESS = -1;

  /** {@return the size in bytes} */
  long size();

  /**
   * {@return the address that kernels see, which is the host's too if that is shared; or {@link
   * #NO_ADDRESS}}
   */
  long address();

  /** {@return the bank it lies in} */
  Bank bank();

  /**
   * {@return the host's copy, {@link #size()} bytes; it dies with the buffer}
   *
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if it has none
   */
  @Local
  MemorySegment host();

  /** {@return where it lies and who reaches it, with what the device added} */
  default Placement placement() {
    return Placement.of(bank());
  }

  /** {@return what the device knows of it} */
  default BufferInfo info() {
    return new BufferInfo(size(), address(), bank(), placement(), 0);
  }

  /**
   * The host's copy of a range, for who is about to read it. A device in strict mode refuses where
   * the device's copy is newer.
   *
   * @param offset first byte
   * @param bytes how many
   * @return that part of {@link #host()}
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#SYNC_MISSING} in
   *     strict mode
   */
  @Local
  @Operation("read")
  default MemorySegment readable(long offset, long bytes) {
    checkInside(offset, bytes);
    return host().asSlice(offset, bytes);
  }

  /**
   * Makes a buffer of a part of this one: the same memory under an address of its own. The memory
   * lives until the last of all is closed.
   *
   * @param offset where it begins
   * @param bytes its size, more than 0
   * @return the part; the caller closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#NOT_SUPPORTED}
   */
  @Makes
  default Buffer slice(long offset, long bytes) {
    throw missing("parts");
  }

  /**
   * Copies from another buffer's device copy to this one's, past the host.
   *
   * @param source a buffer of the same device
   * @param sourceOffset first byte there
   * @param offset first byte here
   * @param bytes how many; ranges of one memory must not overlap
   * @return this buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   *     for a buffer of another device or ranges that overlap; {@link ErrorCode#NOT_SUPPORTED}
   */
  @Operation("copy")
  default Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    throw missing("copies on the device");
  }

  /**
   * Lets other devices and processes see the device's copy.
   *
   * @return the name under which they import it
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED}; {@link ErrorCode#IN_USE} while a
   *     run uses it and its memory has yet to become one that can be shared
   */
  default SharedMemory export() {
    throw missing("exports");
  }

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
  @Operation("syncBack")
  Buffer syncBack(long offset, long bytes);

  /** Copies all of the host's copy to the device. Returns this buffer. */
  @Composed
  default Buffer sync() {
    return sync(0, size());
  }

  /** Copies all of the device's copy to the host. Returns this buffer. */
  @Composed
  default Buffer syncBack() {
    return syncBack(0, size());
  }

  /** Puts bytes at the start of the host's copy. Returns this buffer. */
  @Composed
  default Buffer write(byte... values) {
    return write(MemorySegment.ofArray(values));
  }

  /** Puts whole numbers at the start of the host's copy, little-endian. Returns this buffer. */
  @Composed
  default Buffer write(int... values) {
    checkFits((long) values.length * Integer.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.INT, 0, values.length);
    return this;
  }

  /** Puts long numbers at the start of the host's copy, little-endian. Returns this buffer. */
  @Composed
  default Buffer write(long... values) {
    checkFits((long) values.length * Long.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.LONG, 0, values.length);
    return this;
  }

  /** Puts real numbers at the start of the host's copy, little-endian. Returns this buffer. */
  @Composed
  default Buffer write(float... values) {
    checkFits((long) values.length * Float.BYTES);
    MemorySegment.copy(values, 0, host(), LittleEndian.FLOAT, 0, values.length);
    return this;
  }

  /** Puts the bytes of a segment at the start of the host's copy. Returns this buffer. */
  @Composed
  default Buffer write(MemorySegment source) {
    return write(0, source);
  }

  /**
   * Puts the bytes of a segment into the host's copy, without a sync.
   *
   * @param offset where they go
   * @param source all of it is copied
   * @return this buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  @Composed
  default Buffer write(long offset, MemorySegment source) {
    checkInside(offset, source.byteSize());
    MemorySegment.copy(source, 0, host(), offset, source.byteSize());
    return this;
  }

  /**
   * Fills a segment from the host's copy, without a sync.
   *
   * @param offset where to begin
   * @param target is filled
   * @return this buffer
   * @throws BackplaneException as for {@link #readable}
   */
  @Composed
  default Buffer read(long offset, MemorySegment target) {
    MemorySegment.copy(readable(offset, target.byteSize()), 0, target, 0, target.byteSize());
    return this;
  }

  /** Fills an array from the start of the host's copy. Returns the array. */
  @Composed
  default byte[] read(byte[] target) {
    checkFits(target.length);
    MemorySegment.copy(
        readable(0, target.length), ValueLayout.JAVA_BYTE, 0, target, 0, target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  @Composed
  default int[] read(int[] target) {
    checkFits((long) target.length * Integer.BYTES);
    MemorySegment.copy(
        readable(0, (long) target.length * Integer.BYTES),
        LittleEndian.INT,
        0,
        target,
        0,
        target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  @Composed
  default long[] read(long[] target) {
    checkFits((long) target.length * Long.BYTES);
    MemorySegment.copy(
        readable(0, (long) target.length * Long.BYTES),
        LittleEndian.LONG,
        0,
        target,
        0,
        target.length);
    return target;
  }

  /** Fills an array from the start of the host's copy, little-endian. Returns the array. */
  @Composed
  default float[] read(float[] target) {
    checkFits((long) target.length * Float.BYTES);
    MemorySegment.copy(
        readable(0, (long) target.length * Float.BYTES),
        LittleEndian.FLOAT,
        0,
        target,
        0,
        target.length);
    return target;
  }

  /** Gives the memory back. */
  @Override
  void close();

  private static BackplaneException missing(String what) {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "buffers of the device have no " + what)
        .build();
  }

  private void checkInside(long offset, long bytes) {
    if (offset < 0 || bytes < 0 || offset > size() - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              bytes + " bytes at " + offset + " are not inside a buffer of " + size())
          .remedy("Stay inside the buffer")
          .build();
    }
  }

  private void checkFits(long bytes) {
    if (bytes > size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, bytes + " bytes do not fit a buffer of " + size())
          .remedy("Make a larger buffer or pass fewer values")
          .build();
    }
  }
}
