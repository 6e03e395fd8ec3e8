package dev.backplane.bench;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslResponse;

/** An AFU with as many contexts as there can be, which does nothing in any of them. */
public final class CrowdAfu implements CapiAfu {
  static final int CONTEXTS = 16_384;
  private static final int AREA = 4096;

  /** At power-up. */
  public CrowdAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return AfuDescriptor.of(ProgrammingModel.DIRECTED, 0, CONTEXTS, AREA, 0);
  }

  @Override
  public long registerBytes() {
    return (long) CONTEXTS * AREA;
  }

  @Override
  public void connect(PslPort psl) {
    // It gives no commands.
  }

  @Override
  public void reset() {
    // It keeps nothing.
  }

  @Override
  public void start(long workElementDescriptor) {
    // It does nothing.
  }

  @Override
  public long read(long offset, int bytes) {
    return offset;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    // No register keeps anything.
  }

  @Override
  public void response(int tag, PslResponse response) {
    throw new IllegalStateException("it gave no command");
  }

  @Override
  public boolean advance() {
    return false;
  }
}
