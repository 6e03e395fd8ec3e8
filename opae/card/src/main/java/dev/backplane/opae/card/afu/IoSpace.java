package dev.backplane.opae.card.afu;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.DeviceEvent.Access;
import dev.backplane.api.ErrorCode;
import dev.backplane.opae.card.AfuFault;
import dev.backplane.rtl.harness.CopiedMemory;
import dev.backplane.rtl.harness.IoMemory;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/** The memory of the host that is prepared for a card, by IO address. Safe for several threads. */
public final class IoSpace {
  /** The size of a page of IO addresses, in bytes. */
  public static final long PAGE = 4096;

  private static final Bank BANK = new Bank(0, "HOST", 0x1_0000_0000L, 1L << 40, BankKind.HOST);

  private final IoMemory memory = new IoMemory();

  /** First address and end of what is mapped. Guarded by this. */
  private final TreeMap<Long, Long> taken = new TreeMap<>();

  /** Creates a space in which no memory is prepared. */
  public IoSpace() {}

  /** {@return the addresses that there are} */
  public Bank bank() {
    return BANK;
  }

  IoMemory memory() {
    return memory;
  }

  /**
   * Finds addresses, on which {@link #map} puts memory or which {@link #unmap} gives back.
   *
   * @param bytes how many are needed
   * @return the first
   * @throws BackplaneException {@link ErrorCode#OUT_OF_DEVICE_MEMORY}
   */
  public synchronized long reserve(long bytes) {
    long end = BANK.address() + BANK.size();
    long candidate = BANK.address();
    for (Map.Entry<Long, Long> range : taken.entrySet()) {
      if (range.getKey() - candidate >= bytes) {
        break;
      }
      // A page is left free, so that what runs over the end of a buffer is found.
      candidate = (range.getValue() + 2 * PAGE - 1) & -PAGE;
    }
    if (end - candidate < bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "the IO addresses of bank %s, %d bytes, have no room for %d more"
                  .formatted(BANK.name(), BANK.size(), bytes))
          .during("allocate")
          .remedy("Close buffers that are not needed any more")
          .build();
    }
    taken.put(candidate, candidate + bytes);
    return candidate;
  }

  /** Puts memory to addresses that were reserved. */
  public void map(long address, MemorySegment bytes, boolean writable) {
    memory.map(address, bytes, writable);
  }

  /** Puts memory there that its owner may take away at any time. */
  public void map(long address, CopiedMemory bytes, boolean writable) {
    memory.map(address, bytes, writable);
  }

  /** Takes memory away. An access that has begun may still reach it. */
  public void unmap(long address) {
    memory.unmap(address);
    giveBack(address);
  }

  /** Gives addresses back that nothing was put to. */
  public synchronized void giveBack(long address) {
    taken.remove(address);
  }

  void read(long address, MemorySegment into) {
    if (!memory.read(address, into)) {
      throw fault("read", Access.READ, address, into.byteSize());
    }
  }

  void write(long address, MemorySegment from) {
    if (!memory.write(address, from)) {
      throw fault("write", Access.WRITE, address, from.byteSize());
    }
  }

  private AfuFault fault(String what, Access access, long address, long bytes) {
    return new AfuFault(
        "%s of %d bytes at IO address 0x%x, where it is not possible: %s"
            .formatted(what, bytes, address, memory.describe("", address)),
        address,
        access);
  }
}
