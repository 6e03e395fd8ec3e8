package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Run;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A mapped part of a buffer; holds queue and buffer until it is unmapped. */
final class PiMapping implements Mapping {
  private static final long READ = 1;
  private static final long WRITE = 2;
  private static final long OVERWRITE = 4;

  private final PiQueue queue;
  private final PiBuffer buffer;
  private final long address;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final AtomicBoolean over = new AtomicBoolean();

  @SuppressWarnings("restricted") // The plugin says where it mapped; the arena ends with it.
  private PiMapping(PiQueue queue, PiBuffer buffer, long address, long bytes) {
    this.queue = queue;
    this.buffer = buffer;
    this.address = address;
    segment = RawMemory.at(address, bytes).reinterpret(arena, null);
  }

  /** Maps and waits for it. */
  static PiMapping of(
      PiQueue queue,
      PiBuffer buffer,
      long offset,
      long bytes,
      Access access,
      Duration timeout,
      Run... after) {
    buffer.check("map", offset, bytes);
    long flags =
        switch (access) {
          case READ -> READ;
          case WRITE -> WRITE;
          case READ_WRITE -> READ | WRITE;
          case OVERWRITE -> OVERWRITE;
        };
    long mem = buffer.handle().begin("map");
    var _ = queue.handle().begin("map");
    PiMapping mapping = null;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment where = frame.allocate(Long.BYTES, Long.BYTES);
      PiRun run =
          queue.command(
              "map of " + buffer,
              null,
              after,
              (handle, count, events, out) ->
                  queue.context.pi.enqueueMemBufferMap(
                      handle, mem, 0, flags, offset, bytes, count, events, out, where.address()));
      if (run.hasFailed()) {
        var _ = run.await(timeout);
      }
      mapping = new PiMapping(queue, buffer, where.get(ValueLayout.JAVA_LONG, 0), bytes);
      try {
        var _ = run.await(timeout);
      } catch (BackplaneException e) {
        mapping.close();
        throw e;
      }
      return mapping;
    } finally {
      if (mapping == null) {
        buffer.handle().end();
        queue.handle().end();
      }
    }
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
    return queue.unmap(buffer, address, after);
  }

  @Override
  public void close() {
    if (!over.get()) {
      var _ = unmap();
    }
  }
}
