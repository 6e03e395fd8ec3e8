package dev.backplane.opae.card;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Native loop-back in mode 0: copies lines of 64 bytes of the host's memory. Its registers, and
 * what it writes, are those of the example {@code nlb0} in RTL but for the cycles: it has no clock,
 * and counts one for each line and one for its report.
 */
public final class Nlb0 implements Afu {
  /** Its identifier. */
  public static final UUID GUID = UUID.fromString("d8424dc4-a4a3-c413-f89e-433683f9040b");

  private static final int LINE = 64;

  /** Lines that are copied between two accesses to registers. */
  private static final int LINES_AT_A_TIME = 256;

  private static final int SCRATCH_0 = 0x100;
  private static final int SCRATCH_1 = 0x108;
  private static final int STATUS_BASE = 0x110;
  private static final int SOURCE = 0x120;
  private static final int TARGET = 0x128;
  private static final int LINES = 0x130;
  private static final int CONTROL = 0x138;
  private static final int CONFIGURATION = 0x140;
  private static final int COUNTS = 0x160;

  private static final int RUNNING = 1;
  private static final int START = 2;
  private static final int END = 4;
  private static final long HEADER = 0x1000_0100_0000_0000L;

  /** The bits of an address that CCI-P has wires for, in lines. */
  private static final long LINE_NUMBER = (1L << 42) - 1;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment lines = arena.allocate((long) LINES_AT_A_TIME * LINE, LINE);
  private final long[] registers = new long[(CONFIGURATION + Long.BYTES) / Long.BYTES];
  private @Nullable AfuHost host;
  private boolean copies;
  private boolean started;
  private int copied;

  /** Made by the card. */
  public Nlb0() {}

  @Override
  public UUID guid() {
    return GUID;
  }

  @Override
  public void connect(AfuHost given) {
    host = given;
  }

  @Override
  public void reset() {
    Arrays.fill(registers, 0);
    stop();
  }

  private void stop() {
    copies = false;
    started = false;
    copied = 0;
  }

  @Override
  public long read(long offset, int bytes) {
    long value = word((int) offset & -Long.BYTES);
    return bytes == Long.BYTES ? value : value >>> shift(offset) & 0xffff_ffffL;
  }

  private long word(int offset) {
    return switch (offset) {
      case 0x00 -> HEADER;
      case 0x08 -> GUID.getLeastSignificantBits();
      case 0x10 -> GUID.getMostSignificantBits();
      case COUNTS -> (long) copied << Integer.SIZE | (copied & 0xffff_ffffL);
      default -> isKept(offset) ? registers[offset / Long.BYTES] : 0;
    };
  }

  private static boolean isKept(int offset) {
    return switch (offset) {
      case SCRATCH_0, SCRATCH_1, STATUS_BASE, SOURCE, TARGET, LINES, CONTROL, CONFIGURATION -> true;
      default -> false;
    };
  }

  private static int shift(long offset) {
    return (int) (offset & Integer.BYTES) * Byte.SIZE;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    int word = (int) offset & -Long.BYTES;
    if (!isKept(word)) {
      return;
    }
    long all = value;
    if (bytes == Integer.BYTES) {
      long kept = word(word) & ~(0xffff_ffffL << shift(offset));
      all = kept | (value & 0xffff_ffffL) << shift(offset);
    }
    registers[word / Long.BYTES] = all;
    if (word == CONTROL) {
      control((int) all);
    }
  }

  private void control(int control) {
    if ((control & RUNNING) == 0) {
      stop();
    } else if ((control & START) == 0) {
      started = false;
    } else if (!started && !copies) {
      started = true;
      copies = true;
      copied = 0;
    }
  }

  @Override
  public boolean advance() {
    if (!copies) {
      return false;
    }
    boolean ends = (word(CONTROL) & END) != 0;
    long wanted = word(LINES);
    // As in the RTL, where the count of lines that were read has 32 bits.
    long left = ends ? 0 : wanted - (copied & 0xffff_ffffL);
    if (left == 0) {
      report();
      copies = false;
      // A start that was written during the copy is one now.
      control((int) word(CONTROL));
      return copies;
    }
    AfuHost memory = host();
    int now = left < 0 ? LINES_AT_A_TIME : (int) Math.min(left, LINES_AT_A_TIME);
    for (int i = 0; i < now; i++) {
      long number = (copied + i) & 0xffff_ffffL;
      MemorySegment line = lines.asSlice((long) i * LINE, LINE);
      memory.read(((word(SOURCE) + number) & LINE_NUMBER) * LINE, line);
      memory.write(((word(TARGET) + number) & LINE_NUMBER) * LINE, line);
    }
    copied += now;
    return true;
  }

  private AfuHost host() {
    return Objects.requireNonNull(host, "an AFU is connected before it advances");
  }

  private void report() {
    MemorySegment line = lines.asSlice(0, LINE);
    line.fill((byte) 0);
    line.set(INT, 0, 1);
    line.set(LONG, 8, (copied & 0xffff_ffffL) + 1);
    line.set(INT, 16, copied);
    line.set(INT, 20, copied);
    host().write((((word(STATUS_BASE) >>> 6) + 1) & LINE_NUMBER) * LINE, line);
  }

  @Override
  public void close() {
    arena.close();
  }
}
