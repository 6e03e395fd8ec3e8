package dev.backplane.capi.card.afu;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An AFU that copies memory, with the registers and work elements of the public memcpy AFU, in
 * directed mode. Each context has a ring of work elements of 32 bytes, big-endian, which its work
 * element descriptor names: the address of the ring, a multiple of 4096, and in the lower 12 bits
 * how many lines of 128 bytes it has.
 */
public final class MemcpyAfu implements CapiAfu {
  /** Contexts. */
  static final int PROCESSES = 0x1ff;

  /** Registers of the whole AFU, before those of the contexts. */
  static final int MASTER_BYTES = 16 << 10;

  static final int CONTEXT_BYTES = 4096;
  static final int CFG = 0x00;
  static final long CFG_STOP_ON_INVALID = 0x2000_0000_0000_0000L;

  // Registers of a context.
  static final int WED = 0x00;
  static final int HANDLE = 0x08;
  static final int STATUS = 0x10;
  static final int CONTROL = 0x18;
  static final int TIMEBASE = 0x40;
  static final long STOPPED = 0x0800_0000_0000_0000L;
  static final long RESTART = 0x8000_0000_0000_0000L;

  private static final int INTERRUPTS = 3;
  private static final long NO_PROCESS = 0xdeadL << 48;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final AfuDescriptor DESCRIPTOR =
      AfuDescriptor.of(
          ProgrammingModel.DIRECTED, INTERRUPTS, PROCESSES, CONTEXT_BYTES, MASTER_BYTES);

  private final Map<Integer, CopyProcess> processes = new LinkedHashMap<>();

  /** The process that took each tag last; null if that has ended. */
  private final @Nullable CopyProcess[] owners = new CopyProcess[PslPort.TAGS];

  /** A bit for each tag that is free. */
  private final long[] freeTags = new long[PslPort.TAGS / Long.SIZE];

  private int free;
  private @Nullable PslPort psl;
  private long configuration;

  /** Creates the accelerator at power-up. */
  public MemcpyAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public long registerBytes() {
    return MASTER_BYTES + (long) PROCESSES * CONTEXT_BYTES;
  }

  @Override
  public void connect(PslPort port) {
    psl = port;
    reset();
  }

  private PslPort port() {
    return Objects.requireNonNull(psl, "an AFU is connected before it is used");
  }

  @Override
  public void reset() {
    processes.clear();
    configuration = 0;
    Arrays.fill(owners, null);
    Arrays.fill(freeTags, -1L);
    free = PslPort.TAGS;
  }

  @Override
  public void start(long workElementDescriptor) {
    // The contexts follow.
  }

  @Override
  public void add(int process) {
    processes.put(process, new CopyProcess(this, process));
  }

  @Override
  public void terminate(int process) {
    CopyProcess ended = processes.remove(process);
    for (int tag = 0; tag < PslPort.TAGS; tag++) {
      if (owners[tag] == ended) {
        owners[tag] = null;
      }
    }
    if (ended != null) {
      ended.end();
    }
  }

  boolean stopsOnInvalid() {
    return (configuration & CFG_STOP_ON_INVALID) != 0;
  }

  // Commands of a context.

  /** {@return the number of commands that can be given now} */
  int room() {
    return Math.min(port().credits(), free);
  }

  /**
   * Takes the lowest tag that is free, so that lines that follow have tags that do; its line may be
   * filled before the command is given.
   */
  int take(CopyProcess owner) {
    int word = 0;
    while (freeTags[word] == 0) {
      word++;
    }
    int tag = word * Long.SIZE + Long.numberOfTrailingZeros(freeTags[word]);
    freeTags[word] &= freeTags[word] - 1;
    free--;
    if (owners[tag] != owner) {
      owners[tag] = owner;
    }
    return tag;
  }

  void give(int tag, PslCommand command, int process, long address, int bytes) {
    port().command(tag, command, process, address, bytes);
  }

  MemorySegment line(int tag) {
    return port().line(tag);
  }

  static long descriptor(MemorySegment processElement) {
    return processElement.get(LONG, PslPort.DESCRIPTOR_OFFSET);
  }

  @Override
  public void response(int tag, PslResponse response) {
    CopyProcess owner = owners[tag];
    // The tag is kept if the owner uses its line again; an owner that has ended does not.
    if (owner == null || !owner.answered(tag, response)) {
      giveBack(tag);
    }
  }

  /** Gives a tag back that has no command. */
  void giveBack(int tag) {
    freeTags[tag / Long.SIZE] |= 1L << tag;
    free++;
  }

  @Override
  public boolean advance() {
    boolean more = false;
    for (CopyProcess each : processes.values()) {
      more |= each.advance();
    }
    return more;
  }

  @Override
  public long read(long offset, int bytes) {
    long word = register(offset & -Long.BYTES);
    if (bytes == Long.BYTES) {
      return word;
    }
    return (offset & Integer.BYTES) == 0 ? word >>> Integer.SIZE : word & 0xffff_ffffL;
  }

  private long register(long offset) {
    if (offset < MASTER_BYTES) {
      return offset == CFG ? configuration : 0;
    }
    long inside = offset - MASTER_BYTES;
    CopyProcess process = processes.get((int) (inside / CONTEXT_BYTES));
    int register = (int) (inside % CONTEXT_BYTES);
    if (process == null) {
      return register == HANDLE ? NO_PROCESS : 0;
    }
    return switch (register) {
      case WED -> process.descriptor();
      case HANDLE -> (long) process.number() << 48;
      case STATUS -> process.isStopped() ? STOPPED : 0;
      case TIMEBASE -> System.nanoTime();
      default -> 0;
    };
  }

  @Override
  public void write(long offset, int bytes, long value) {
    long before = register(offset & -Long.BYTES);
    long word = value;
    if (bytes == Integer.BYTES) {
      word =
          (offset & Integer.BYTES) == 0
              ? value << Integer.SIZE | (before & 0xffff_ffffL)
              : (before & ~0xffff_ffffL) | (value & 0xffff_ffffL);
    }
    if (offset < MASTER_BYTES) {
      if ((offset & -Long.BYTES) == CFG) {
        configuration = word;
      }
      return;
    }
    long inside = (offset & -Long.BYTES) - MASTER_BYTES;
    CopyProcess process = processes.get((int) (inside / CONTEXT_BYTES));
    if (process != null && inside % CONTEXT_BYTES == CONTROL && (word & RESTART) != 0) {
      process.restart();
    }
  }
}
