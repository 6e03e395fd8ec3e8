package dev.backplane.bench;

import dev.backplane.drivers.capi.CapiAfu;
import dev.backplane.drivers.capi.PslPort;
import dev.backplane.drivers.capi.descriptor.AfuDescriptor;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An AFU that reads or copies lines of 128 bytes as fast as its PSL lets it. */
public final class StreamAfu implements CapiAfu {
  static final int SOURCE = 0x00;
  static final int TARGET = 0x08;

  /** How many lines to read; bit 63: to copy. */
  static final int LINES = 0x10;

  static final int LEFT = 0x18;
  static final int PROCESSES = 16_384;

  private static final int PAGE = 4096;
  private static final int WINDOW = 64;

  private @Nullable PslPort psl;
  private final boolean[] storing = new boolean[PslPort.TAGS];
  private final long[] targets = new long[PslPort.TAGS];
  private final int[] free = new int[WINDOW];
  private int freeTags;
  private int process;
  private long source;
  private long target;
  private long toBegin;
  private long left;
  private boolean copies;

  /** At power-up. */
  public StreamAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DIRECTED, 0, PROCESSES, 0, 0);
  }

  @Override
  public long registerBytes() {
    return PAGE;
  }

  @Override
  public void connect(PslPort port) {
    psl = port;
  }

  @Override
  public void reset() {
    toBegin = 0;
    left = 0;
    for (freeTags = 0; freeTags < WINDOW; freeTags++) {
      free[freeTags] = freeTags;
    }
  }

  @Override
  public void start(long workElementDescriptor) {}

  @Override
  public void add(int number) {
    process = number;
  }

  @Override
  public long read(long offset, int bytes) {
    return offset == LEFT ? left : 0;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    switch ((int) offset) {
      case SOURCE -> source = value;
      case TARGET -> target = value;
      case LINES -> {
        copies = value < 0;
        toBegin = value & Long.MAX_VALUE;
        left = toBegin;
      }
      default -> {}
    }
  }

  @Override
  public boolean advance() {
    PslPort port = Objects.requireNonNull(psl);
    while (toBegin > 0 && freeTags > 0) {
      int tag = free[--freeTags];
      storing[tag] = false;
      targets[tag] = target;
      port.command(tag, PslCommand.READ_CL_NA, process, source, PslPort.LINE_BYTES);
      source += PslPort.LINE_BYTES;
      target += PslPort.LINE_BYTES;
      toBegin--;
    }
    return left > 0;
  }

  @Override
  public void response(int tag, PslResponse response) {
    if (response != PslResponse.DONE) {
      throw new IllegalStateException("a line was answered with " + response);
    }
    if (copies && !storing[tag]) {
      storing[tag] = true;
      Objects.requireNonNull(psl)
          .command(tag, PslCommand.WRITE_NA, process, targets[tag], PslPort.LINE_BYTES);
    } else {
      left--;
      free[freeTags++] = tag;
    }
  }
}
