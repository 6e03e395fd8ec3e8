package dev.backplane.capi.card;

import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslCommand;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** An AFU of dedicated mode that misbehaves as a register asks it to. */
public final class HangingAfu implements CapiAfu {
  static final int HANG = 0;
  static final int THROW = 8;
  static final int TWO_OF_A_TAG = 16;
  static final int TOO_MANY = 24;
  static final int DONE = 32;

  /** As {@link #DONE}, in the access itself, and in a read. */
  static final int DONE_AT_ONCE = 40;

  /** Ends all that hang. */
  static final CountDownLatch END = new CountDownLatch(1);

  private @Nullable PslPort psl;
  private long asked = -1;
  private long value;

  /** At power-up. */
  public HangingAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DEDICATED, 1, 1, 0, 0);
  }

  @Override
  public long registerBytes() {
    return 4096;
  }

  @Override
  public void connect(PslPort port) {
    psl = port;
  }

  @Override
  public void reset() {
    asked = -1;
  }

  @Override
  public void start(long workElementDescriptor) {
    if (workElementDescriptor == DONE_AT_ONCE) {
      Objects.requireNonNull(psl).done(workElementDescriptor);
    }
  }

  @Override
  public long read(long offset, int bytes) {
    if (offset == DONE_AT_ONCE) {
      Objects.requireNonNull(psl).done(offset);
    }
    return 0;
  }

  @Override
  public void write(long offset, int bytes, long written) {
    if (offset == DONE_AT_ONCE) {
      Objects.requireNonNull(psl).done(written);
      return;
    }
    asked = offset;
    value = written;
  }

  @Override
  public void response(int tag, PslResponse response) {}

  @Override
  public boolean advance() {
    PslPort port = Objects.requireNonNull(psl);
    switch ((int) asked) {
      case HANG -> {
        try {
          END.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      case THROW -> throw new IllegalStateException("thrown on purpose");
      case TWO_OF_A_TAG -> {
        port.command(3, PslCommand.RESTART, 0, 0, 0);
        port.command(3, PslCommand.RESTART, 0, 0, 0);
      }
      case TOO_MANY -> {
        for (int tag = 0; tag < 65; tag++) {
          port.command(tag, PslCommand.RESTART, 0, 0, 0);
        }
      }
      case DONE -> port.done(value);
      default -> {}
    }
    asked = -1;
    return false;
  }
}
