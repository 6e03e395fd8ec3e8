package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory behind the AXI4 masters of a kernel, as its owner lays it out. Called from the
 * engine's thread, once per burst and region, not per beat.
 */
public interface BusMemory {
  /**
   * A piece of device memory that a master may use as a whole. Its memory may end while a burst is
   * on it: the address is looked up anew then.
   *
   * @param base its first device address
   * @param memory its bytes
   * @param writable whether writes are allowed
   */
  record Region(long base, MemorySegment memory, boolean writable) {
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
   * Describes an address for a person: the argument whose range is nearest, say.
   *
   * @param master the name of the master that gave it
   * @param address a device address
   * @return words to put into a message, for example {@code "4 bytes past the end of argument 'c'"}
   */
  String describe(String master, long address);
}
