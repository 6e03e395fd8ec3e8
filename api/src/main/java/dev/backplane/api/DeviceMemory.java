package dev.backplane.api;

import java.lang.foreign.MemorySegment;

/**
 * The ability to have its memory read and written by device address, past all buffers: XRT's
 * unmanaged access, for who allocates device memory himself, as another process's runtime does.
 *
 * <p>Nothing is checked but that the memory is there: a range of a bank exists from when it was
 * claimed, or a buffer was made that takes it. Ranges that a holder claimed and did not release are
 * released when the holder closes the device. Addresses are unsigned. Safe for use by several
 * threads; copies of one range at one time are not ordered.
 */
public interface DeviceMemory extends Facet {
  /**
   * Takes a range of a bank that an allocator outside of the device chose.
   *
   * @param address where the range begins, anywhere in a bank
   * @param bytes how long it is, at least 1
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if it is not inside one bank; {@link
   *     ErrorCode#IN_USE} if a buffer or another claim takes a part of it; {@link
   *     ErrorCode#OUT_OF_HOST_MEMORY} where memory of the host stands for it
   */
  void claim(long address, long bytes);

  /**
   * Gives a claimed range back, whatever is in it.
   *
   * @param address where it begins
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if this holder claimed nothing there;
   *     {@link ErrorCode#IN_USE} while a run may use it
   */
  void release(long address);

  /**
   * Writes to device memory.
   *
   * @param address where to begin, inside one buffer or claimed range
   * @param from what to write, all of it
   * @throws BackplaneException {@link ErrorCode#ADDRESS_FAULT} if there is no memory for all of it
   */
  void write(long address, MemorySegment from);

  /**
   * Reads device memory.
   *
   * @param address where to begin, inside one buffer or claimed range
   * @param to is filled
   * @throws BackplaneException {@link ErrorCode#ADDRESS_FAULT} if there is no memory for all of it
   */
  void read(long address, MemorySegment to);
}
