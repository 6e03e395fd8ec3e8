package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Run;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** A mapped part of a buffer; holds queue and buffer until it is unmapped. */
final class PiMapping implements Mapping {
  private final PiQueue queue;
  private final PiBuffer buffer;
  private final long mem;
  private final long address;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final AtomicBoolean over = new AtomicBoolean();

  @SuppressWarnings("restricted") // The plugin says where it mapped; the arena ends with it.
  PiMapping(PiQueue queue, PiBuffer buffer, long mem, long address, long bytes) {
    this.queue = queue;
    this.buffer = buffer;
    this.mem = mem;
    this.address = address;
    segment = RawMemory.at(address, bytes).reinterpret(arena, null);
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public Run unmap(Run... after) {
    if (!over.compareAndSet(false, true)) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was unmapped before")
          .during("unmap")
          .build();
    }
    arena.close();
    return queue.unmap(buffer, mem, address, after);
  }

  @Override
  public void close() {
    if (!over.get()) {
      var _ = unmap();
    }
  }
}
