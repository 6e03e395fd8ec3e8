package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Copies lines of 64 bytes between memory and words, of which the first is the lowest. */
final class HostLines {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SimulationContext context;
  private final String port;

  /** On its way between words and memory that is copied. */
  private final MemorySegment line =
      Arena.ofAuto().allocate(CcipChannel.LINE_BYTES, CcipChannel.LINE_BYTES);

  HostLines(SimulationContext context, String port) {
    this.context = context;
    this.port = port;
  }

  /**
   * Reads a line; reads zeros if there is no memory.
   *
   * @param speculative whether that is no fault
   * @return whether there is memory
   */
  boolean read(long address, long[] words, boolean speculative) {
    BusMemory.Region region = context.memory().find(port, address);
    if (region == null || !region.contains(address + CcipChannel.LINE_BYTES - 1)) {
      return missed("read where no memory is", address, words, speculative);
    }
    MemorySegment memory = region.memory();
    long offset = address - region.base();
    if (region.copied() != null) {
      if (!region.copied().read(offset, line)) {
        return missed("read of memory that is gone", address, words, speculative);
      }
      memory = line;
      offset = 0;
    }
    try {
      for (int i = 0; i < CcipChannel.LINE_WORDS; i++) {
        words[i] = memory.get(LONG, offset + (long) i * Long.BYTES);
      }
      return true;
    } catch (IllegalStateException freed) {
      return missed("read of memory that is freed", address, words, speculative);
    }
  }

  private boolean missed(String what, long address, long[] words, boolean speculative) {
    if (!speculative) {
      context.addressFault(port, what, "a request of channel c0", address);
    }
    Arrays.fill(words, 0);
    return false;
  }

  /**
   * Writes bytes of a line, before the first fault; reports a fault if that is not possible.
   *
   * @param address the line
   * @param words has the whole line
   * @param at where it is in them
   * @param first the first byte of the line that is written
   * @param bytes how many are
   */
  void write(long address, long[] words, int at, int first, int bytes) {
    if (context.isSilenced()) {
      return;
    }
    long begin = address + first;
    BusMemory.Region region = context.memory().find(port, begin);
    if (region == null || !region.contains(begin + bytes - 1)) {
      context.addressFault(port, "write where no memory is", "a request of channel c1", begin);
      return;
    }
    if (!region.writable()) {
      context.addressFault(
          port, "write to memory that is read only", "a request of channel c1", begin);
      return;
    }
    try {
      if (region.copied() == null) {
        store(region.memory(), address - region.base(), words, at, first, bytes);
        return;
      }
      store(line, 0, words, at, first, bytes);
      if (!region.copied().write(begin - region.base(), line.asSlice(first, bytes))) {
        context.addressFault(
            port, "write to memory that is gone", "a request of channel c1", begin);
      }
    } catch (IllegalStateException freed) {
      context.addressFault(port, "write to memory that is freed", "a request of channel c1", begin);
    }
  }

  /**
   * Stores a line, whose first word comes last: programs look at it for the end of a job, and find
   * the rest of the line then, as a card writes it at once.
   */
  private static void store(
      MemorySegment memory, long line, long[] words, int at, int first, int bytes) {
    if (bytes == CcipChannel.LINE_BYTES) {
      for (int i = CcipChannel.LINE_WORDS - 1; i > 0; i--) {
        memory.set(LONG, line + (long) i * Long.BYTES, words[at + i]);
      }
      VarHandle.releaseFence();
      memory.set(LONG, line, words[at]);
      return;
    }
    for (int i = first; i < first + bytes; i++) {
      long word = words[at + i / Long.BYTES];
      memory.set(ValueLayout.JAVA_BYTE, line + i, (byte) (word >>> (i % Long.BYTES * Byte.SIZE)));
    }
  }
}
