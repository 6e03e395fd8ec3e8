package dev.backplane.capi.card;

import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An AFU of directed mode that takes its time to end a context, as one in RTL does. */
public final class LeisurelyAfu implements CapiAfu {
  static final int PROCESSES = 20;
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** At power-up. */
  public LeisurelyAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DIRECTED, 1, PROCESSES, 0, 0);
  }

  @Override
  public long registerBytes() {
    return 4096;
  }

  @Override
  public void connect(PslPort port) {}

  @Override
  public void reset() {}

  @Override
  public void start(long workElementDescriptor) {}

  @Override
  public void terminate(int process) {
    long end = System.nanoTime() + NANOS;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(NANOS);
    }
  }

  @Override
  public long read(long offset, int bytes) {
    return 7;
  }

  @Override
  public void write(long offset, int bytes, long value) {}

  @Override
  public void response(int tag, PslResponse response) {}

  @Override
  public boolean advance() {
    return false;
  }
}
