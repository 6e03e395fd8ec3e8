package dev.backplane.api.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BankKind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

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
  void claim(long address, @AtLeast(1) long bytes);

  /**
   * Makes the memory of a claimed range a file, by which other processes see it as the device does.
   *
   * @param address where the range begins
   * @return its name; the file is there until the range is released
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if this holder claimed nothing there;
   *     {@link ErrorCode#IN_USE} while a run may use it
   */
  SharedMemory share(long address);

  /**
   * Says what lies behind the addresses of banks of kind {@link BankKind#HOST} where nothing was
   * claimed. Compute units work on copies of it, fetched when they first look there in an
   * execution; what they changed is written back before anybody sees that the execution ended. It
   * goes with the holder.
   *
   * @param window reaches the memory
   * @throws BackplaneException {@link ErrorCode#IN_USE} if another holder has said so
   */
  @Local
  void lend(HostWindow window);

  /**
   * Memory of a host that lends it to the device, reached over a link. Called by threads of the
   * device, one at a time for one compute unit. Both throw {@link BackplaneException} if the link
   * fails.
   */
  interface HostWindow {
    /**
     * Reads what lies at an address, to the end of the buffer that it lies in.
     *
     * @param address a device address, a multiple of 4096
     * @param most how much is wanted of it
     * @param bank how much there can be, to the end of the bank; at least as much
     * @param memory makes room for the bytes
     * @return the bytes; empty if there is no buffer
     */
    MemorySegment fetch(long address, long most, long bank, SegmentAllocator memory);

    /**
     * Writes into one buffer.
     *
     * @param address a device address
     * @param from what to write
     */
    void store(long address, MemorySegment from);
  }

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
  void write(long address, @In MemorySegment from);

  /**
   * Reads device memory.
   *
   * @param address where to begin, inside one buffer or claimed range
   * @param to is filled
   * @throws BackplaneException {@link ErrorCode#ADDRESS_FAULT} if there is no memory for all of it
   */
  void read(long address, @Out MemorySegment to);
}
