package dev.backplane.capi.door;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * An AFU that does not return from a start with the descriptor 8, nor from a read of register 16.
 * It prints what it does not return from.
 */
public final class StuckAfu implements CapiAfu {
  private static final long DESCRIPTOR = 8;
  private static final long REGISTER = 16;

  /** Made by the driver. */
  public StuckAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    return new AfuDescriptor(
        1, 1, Set.of(ProgrammingModel.DEDICATED), true, 0, 0, OptionalLong.empty(), 0, List.of());
  }

  @Override
  public long registerBytes() {
    return 4096;
  }

  @Override
  public void connect(PslPort psl) {
    // It gives no commands.
  }

  @Override
  public void reset() {
    // It has no state.
  }

  private static void stay(String where) {
    System.out.println(where);
    while (true) {
      LockSupport.park();
    }
  }

  @Override
  public void start(long workElementDescriptor) {
    if (workElementDescriptor == DESCRIPTOR) {
      stay("attach");
    }
  }

  @Override
  public long read(long offset, int bytes) {
    if (offset == REGISTER) {
      stay("register");
    }
    return 0;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    // It has none that keeps a value.
  }

  @Override
  public void response(int tag, PslResponse response) {
    // No command is outstanding.
  }

  @Override
  public boolean advance() {
    return false;
  }
}
