package dev.backplane.capi.card;

import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.concurrent.Semaphore;

/** An AFU that takes its time to be made, as one that is compiled does. */
public final class SlowAfu implements CapiAfu {
  /** One permit for each that may be made. */
  static final Semaphore POWER = new Semaphore(0);

  /**
   * Waits for power.
   *
   * @throws InterruptedException if it is given up meanwhile
   */
  public SlowAfu() throws InterruptedException {
    POWER.acquire();
  }

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DEDICATED, 1, 1, 0, 0);
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
  public long read(long offset, int bytes) {
    return 0;
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
