package dev.backplane.runtime.device;

import dev.backplane.api.Event;
import dev.backplane.api.Mapping;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A mapping that holds its buffer until it has been unmapped. */
final class ManagedMapping implements Mapping {
  private final ManagedQueue queue;
  private final Handle<Mapping> handle;
  private final ManagedBuffer buffer;

  /** A mapping of a buffer whose use has been noted. */
  ManagedMapping(ManagedQueue queue, Handle<Mapping> handle, ManagedBuffer buffer) {
    this.queue = queue;
    this.handle = handle;
    this.buffer = buffer;
  }

  @Override
  public MemorySegment segment() {
    return handle.origin().ask("segment of mapping", () -> handle.target().segment());
  }

  @Override
  public Event unmap(Event... after) {
    handle.lifetime().check("unmap");
    var _ = queue.target("unmap");
    handle.endOnce();
    try {
      // The command holds the buffer from here on.
      return queue.command(
          "unmap", List.of(buffer), after, events -> handle.target().unmap(events));
    } finally {
      handle.device().disown(handle);
      buffer.release();
    }
  }

  @Override
  public void close() {
    if (handle.lifetime().isOver()) {
      return;
    }
    if (queue.isOpen()) {
      unmap().close();
      return;
    }
    try {
      handle.close();
    } finally {
      buffer.release();
    }
  }
}
