package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** 64 KiB of a host's memory at one address, and a read-only page behind a gap. */
public final class HostMemory implements BusMemory {
  public static final long BASE = 0x7f00_0000_0000L;
  public static final long SIZE = 1 << 16;
  public static final long READ_ONLY = BASE + 2 * SIZE;

  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment bytes = MemorySegment.ofArray(new byte[(int) SIZE]);
  private final MemorySegment page = MemorySegment.ofArray(new byte[4096]);

  public HostMemory() {}

  /** Fills the memory with random bytes. */
  public void fill(long seed) {
    byte[] random = new byte[(int) SIZE];
    new Random(seed).nextBytes(random);
    bytes.copyFrom(MemorySegment.ofArray(random));
  }

  public void setBigEndian(long address, long value) {
    bytes.set(BIG_ENDIAN, address - BASE, value);
  }

  public void setLong(long address, long value) {
    bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, address - BASE, value);
  }

  public long getLong(long address) {
    return bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, address - BASE);
  }

  public byte[] read(long address, long size) {
    return bytes.asSlice(address - BASE, size).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public @Nullable Region find(String master, long address) {
    Region whole = new Region(BASE, bytes, true);
    Region readOnly = new Region(READ_ONLY, page, false);
    return whole.contains(address) ? whole : readOnly.contains(address) ? readOnly : null;
  }

  @Override
  public String describe(String master, long address) {
    return "%d bytes past the end of the buffer".formatted(address - BASE - SIZE);
  }
}
