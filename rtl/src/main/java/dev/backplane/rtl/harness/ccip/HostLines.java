package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

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

  /** Reads a line; reads zeros, and reports a fault, if there is no memory. */
  void read(long address, long[] words) {
    BusMemory.Region region = context.memory().find(port, address);
    if (region == null || !region.contains(address + CcipChannel.LINE_BYTES - 1)) {
      context.addressFault(port, "read where no memory is", "a request of channel c0", address);
      java.util.Arrays.fill(words, 0);
      return;
    }
    MemorySegment memory = region.memory();
    long offset = address - region.base();
    if (region.copied() != null) {
      if (!region.copied().read(offset, line)) {
        context.addressFault(
            port, "read of memory that is gone", "a request of channel c0", address);
        java.util.Arrays.fill(words, 0);
        return;
      }
      memory = line;
      offset = 0;
    }
    try {
      for (int i = 0; i < CcipChannel.LINE_WORDS; i++) {
        words[i] = memory.get(LONG, offset + (long) i * Long.BYTES);
      }
    } catch (IllegalStateException freed) {
      context.addressFault(
          port, "read of memory that is freed", "a request of channel c0", address);
    }
  }

  /** Writes a line; reports a fault if that is not possible. */
  void write(long address, long[] words, int at) {
    BusMemory.Region region = context.memory().find(port, address);
    if (region == null || !region.contains(address + CcipChannel.LINE_BYTES - 1)) {
      context.addressFault(port, "write where no memory is", "a request of channel c1", address);
      return;
    }
    if (!region.writable()) {
      context.addressFault(
          port, "write to memory that is read only", "a request of channel c1", address);
      return;
    }
    boolean isCopied = region.copied() != null;
    MemorySegment memory = isCopied ? line : region.memory();
    long offset = isCopied ? 0 : address - region.base();
    try {
      for (int i = 0; i < CcipChannel.LINE_WORDS; i++) {
        memory.set(LONG, offset + (long) i * Long.BYTES, words[at + i]);
      }
      if (region.copied() != null && !region.copied().write(address - region.base(), line)) {
        context.addressFault(
            port, "write to memory that is gone", "a request of channel c1", address);
      }
    } catch (IllegalStateException freed) {
      context.addressFault(
          port, "write to memory that is freed", "a request of channel c1", address);
    }
  }
}
