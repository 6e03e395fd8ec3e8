package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bank at 0x4000_0000_0000 that can be written and one after a gap that cannot. */
final class FakeMemory implements BusMemory {
  static final long BASE = 0x4000_0000_0000L;
  static final long SIZE = 1 << 16;
  static final long READ_ONLY = BASE + 2 * SIZE;

  private final MemorySegment bytes = MemorySegment.ofArray(new byte[(int) SIZE]);
  private final List<Region> regions = new ArrayList<>();

  FakeMemory() {
    regions.add(new Region(BASE, bytes, true));
    regions.add(new Region(READ_ONLY, MemorySegment.ofArray(new byte[4096]), false));
  }

  /** Two regions side by side instead of one. */
  static FakeMemory split(long at) {
    FakeMemory memory = new FakeMemory();
    memory.regions.set(0, new Region(BASE, memory.bytes.asSlice(0, at), true));
    memory.regions.add(new Region(BASE + at, memory.bytes.asSlice(at), true));
    return memory;
  }

  /** Only the first bytes of the bank. */
  static FakeMemory ending(long at) {
    FakeMemory memory = new FakeMemory();
    memory.regions.set(0, new Region(BASE, memory.bytes.asSlice(0, at), true));
    return memory;
  }

  int word(long offset) {
    return bytes.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
  }

  int octet(long offset) {
    return bytes.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
  }

  void setWord(long offset, int value) {
    bytes.set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
  }

  void count() {
    for (long i = 0; i < SIZE; i++) {
      bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (i ^ i >>> 8));
    }
  }

  byte[] copy() {
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public @Nullable Region find(String master, long address) {
    return regions.stream().filter(each -> each.contains(address)).findFirst().orElse(null);
  }

  @Override
  public String describe(long address) {
    return (address - BASE - SIZE) + " bytes past the end of argument 'c'";
  }
}
