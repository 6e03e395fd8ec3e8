package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;

/** The registers of the native loop-back, which copies at once. Only cycles are not modelled. */
final class Nlb0Model {
  static final int LINE = 64;
  static final int SCRATCH_0 = 0x100;
  static final int SCRATCH_1 = 0x108;
  static final int STATUS_BASE = 0x110;
  static final int SOURCE = 0x120;
  static final int TARGET = 0x128;
  static final int LINES = 0x130;
  static final int CONTROL = 0x138;
  static final int CONFIG = 0x140;
  static final int COUNTS = 0x160;
  static final int PENDING = 0x168;
  static final int ERRORS = 0x170;

  private static final int RUNNING = 1;
  private static final int START = 2;
  private static final int FORCE_COMPLETION = 4;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private final IoMemory memory;
  private final Map<Integer, Long> registers = new TreeMap<>();
  private boolean started;
  private int copied;

  Nlb0Model(IoMemory memory) {
    this.memory = memory;
    for (int offset :
        new int[] {SCRATCH_0, SCRATCH_1, STATUS_BASE, SOURCE, TARGET, LINES, CONTROL, CONFIG}) {
      registers.put(offset, 0L);
    }
  }

  long read64(int offset) {
    return switch (offset) {
      case 0x00 -> 0x1000_0100_0000_0000L;
      case 0x08 -> 0xf89e_4336_83f9_040bL;
      case 0x10 -> 0xd842_4dc4_a4a3_c413L;
      case COUNTS -> ((long) copied << Integer.SIZE) | copied;
      default -> registers.getOrDefault(offset, 0L);
    };
  }

  int read32(int offset) {
    return (int) (read64(offset & -8) >>> ((offset & 4) * Byte.SIZE));
  }

  void write64(int offset, long value) {
    if (registers.containsKey(offset)) {
      registers.put(offset, value);
      control();
    }
  }

  void write32(int offset, int value) {
    int shift = (offset & 4) * Byte.SIZE;
    long kept = read64(offset & -8) & ~(0xffff_ffffL << shift);
    write64(offset & -8, kept | (Integer.toUnsignedLong(value) << shift));
  }

  private void control() {
    long control = read64(CONTROL);
    if ((control & RUNNING) == 0) {
      started = false;
      copied = 0;
    } else if ((control & START) == 0) {
      started = false;
    } else if (!started) {
      started = true;
      copy((control & FORCE_COMPLETION) != 0 ? 0 : (int) read64(LINES));
    }
  }

  private void copy(int lines) {
    if (lines > 0) {
      long bytes = (long) lines * LINE;
      at(read64(TARGET) * LINE, bytes).copyFrom(at(read64(SOURCE) * LINE, bytes));
    }
    copied = lines;
    MemorySegment status = at(read64(STATUS_BASE) + 0x40, LINE);
    status.fill((byte) 0);
    status.set(INT, 0, 1);
    status.set(LONG, 8, -1);
    status.set(INT, 16, lines);
    status.set(INT, 20, lines);
  }

  private MemorySegment at(long address, long bytes) {
    return memory.at(address, bytes).orElseThrow();
  }
}
