package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.driverkit.UseCount;

/** Unified memory that is freed only while nothing uses it. */
final class ManagedUnifiedBuffer extends CheckedUnifiedBuffer implements UsedMemory {
  private final OwnedHandle<UnifiedBuffer> handle;
  private final UseCount uses = new UseCount();

  ManagedUnifiedBuffer(OwnedHandle<UnifiedBuffer> handle) {
    super(handle);
    this.handle = handle;
  }

  @Override
  public void beginUse(String operation) {
    lifetime.check(operation);
    if (!uses.begin()) {
      throw lifetime.closed(operation);
    }
  }

  @Override
  public void endUse() {
    var _ = uses.end();
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    if (!uses.closeIfUnused()) {
      // Commands that ended and that nobody has looked at since.
      device.runs().settleEnded();
      if (!uses.closeIfUnused() && !uses.isClosed()) {
        throw origin
            .error(ErrorCode.IN_USE, this + " is used by " + device.runs().users(this))
            .during("close")
            .remedy("Wait for the command, or close the call, then close the memory")
            .build();
      }
    }
    try {
      handle.close();
    } finally {
      if (!lifetime.isOver()) {
        uses.reopen();
      }
    }
  }
}
