package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.BusMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A writable bank at 0x4000_0000_0000 and, after a gap, a read-only one. */
final class FakeMemory implements BusMemory {
  static final long BASE = 0x4000_0000_0000L;
  static final long SIZE = 1 << 16;
  static final long READ_ONLY = BASE + 2 * SIZE;

  private final MemorySegment bytes = MemorySegment.ofArray(new byte[(int) SIZE]);
  private final List<Region> regions = new ArrayList<>();
  private @Nullable Arena arena;

  FakeMemory() {
    regions.add(new Region(BASE, bytes, true));
    regions.add(new Region(READ_ONLY, MemorySegment.ofArray(new byte[4096]), false));
  }

  /** A memory with two adjacent regions instead of one. */
  static FakeMemory split(long at) {
    FakeMemory memory = new FakeMemory();
    memory.regions.set(0, new Region(BASE, memory.bytes.asSlice(0, at), true));
    memory.regions.add(new Region(BASE + at, memory.bytes.asSlice(at), true));
    return memory;
  }

  /** Moves the bank with its content to other memory and frees the old one. */
  void move() {
    Region before = regions.getFirst();
    Arena next = Arena.ofShared();
    MemorySegment moved = next.allocate(SIZE, 4096).copyFrom(before.memory());
    regions.set(0, new Region(BASE, moved, true));
    if (arena != null) {
      arena.close();
    }
    arena = next;
  }

  /** Frees the bank. */
  void free() {
    regions.removeFirst();
    if (arena != null) {
      arena.close();
    }
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

  /** A word of the bank at its current memory. */
  int currentWord(long offset) {
    return regions.getFirst().memory().get(ValueLayout.JAVA_INT_UNALIGNED, offset);
  }

  int octet(long offset) {
    return bytes.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
  }

  void setWord(long offset, int value) {
    bytes.set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
  }

  void fillWithPattern() {
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
  public String describe(String master, long address) {
    return (address - BASE - SIZE) + " bytes past the end of argument 'c'";
  }
}
