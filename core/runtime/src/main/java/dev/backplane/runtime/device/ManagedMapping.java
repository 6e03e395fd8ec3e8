package dev.backplane.runtime.device;

import dev.backplane.api.Mapping;
import dev.backplane.api.Run;

/** A mapping that holds its buffer until it has been unmapped. */
final class ManagedMapping extends CheckedMapping {
  private final ManagedQueue queue;
  private final OwnedHandle<Mapping> handle;
  private final UsedMemory buffer;

  /** A mapping of a buffer whose use has been noted. */
  ManagedMapping(ManagedQueue queue, OwnedHandle<Mapping> handle, UsedMemory buffer) {
    super(handle);
    this.queue = queue;
    this.handle = handle;
    this.buffer = buffer;
  }

  @Override
  public Run unmap(Run... after) {
    lifetime.check("unmap");
    queue.lifetime.check("unmap");
    if (!lifetime.end()) {
      throw lifetime.closed("unmap");
    }
    try (Arguments own = new Arguments(queue, "unmap")) {
      Run[] driverAfter = own.take(after);
      // The command holds the buffer from here on.
      own.use(buffer);
      Run run = queue.origin.ask("unmap", () -> target.unmap(driverAfter));
      return ManagedRun.adopt(queue, "unmap", run, own);
    } finally {
      device.disown(handle);
      buffer.endUse();
    }
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    if (!queue.lifetime.isOver()) {
      var _ = unmap();
      return;
    }
    try {
      handle.close();
    } finally {
      buffer.endUse();
    }
  }
}
