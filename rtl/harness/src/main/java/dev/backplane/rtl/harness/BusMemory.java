package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a kernel accesses. Called by the engine's thread, once per burst and region, not
 * once per beat.
 */
public interface BusMemory {
  /**
   * A region of device memory that a master may access. If its memory is freed during a burst, the
   * address is looked up again.
   *
   * @param base its first device address
   * @param memory its bytes
   * @param writable whether writes are allowed
   * @param copied what to copy from and to in place of its memory, which then cannot be accessed
   */
  record Region(long base, MemorySegment memory, boolean writable, @Nullable CopiedMemory copied) {
    /** Creates a region whose memory is accessed itself. */
    public Region(long base, MemorySegment memory, boolean writable) {
      this(base, memory, writable, null);
    }

    /** {@return whether an address lies in it} */
    public boolean contains(long address) {
      return Long.compareUnsigned(address - base, memory.byteSize()) < 0;
    }
  }

  /**
   * Finds the memory at an address.
   *
   * @param master the name of the kernel's master interface, for example {@code m_axi_gmem}
   * @param address a device address
   * @return the region, or null if nothing is mapped there for this master (a decode error)
   */
  @Nullable Region find(String master, long address);

  /**
   * Describes an address for a message, for example by the nearest argument.
   *
   * @param master the name of the master that uses it
   * @param address a device address
   * @return a phrase for a message, for example {@code "4 bytes past the end of argument 'c'"}
   */
  String describe(String master, long address);
}
