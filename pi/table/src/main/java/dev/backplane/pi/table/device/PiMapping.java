package dev.backplane.pi.table.device;

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

  private PiMapping(PiQueue queue, PiBuffer buffer, MemorySegment bytes, Access access) {
    this.queue = queue;
    this.buffer = buffer;
    address = bytes.address();
    segment = seen(bytes, access, arena);
  }

  static long flags(Access access) {
    return switch (access) {
      case READ -> READ;
      case WRITE -> WRITE;
      case READ_WRITE -> READ | WRITE;
      case OVERWRITE -> OVERWRITE;
    };
  }

  /** {@return the memory that a plugin says it has mapped; refused if there is none} */
  static MemorySegment at(PiContext context, long address, long bytes, String operation) {
    String problem = address == 0 ? "it is NULL" : context.guard.againstMemory(address, bytes);
    if (!problem.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.DEVICE_FAULTED,
              "the device says that %d bytes are mapped at 0x%x, which is not so: %s"
                  .formatted(bytes, address, problem))
          .during(operation)
          .remedy("Map from one thread at a time, or read and write instead")
          .build();
    }
    return RawMemory.at(address, bytes);
  }

  /** {@return mapped memory as the host may access it, until an arena ends} */
  @SuppressWarnings("restricted") // The plugin said where it mapped, and that was looked at.
  static MemorySegment seen(MemorySegment bytes, Access access, Arena arena) {
    MemorySegment seen = bytes.reinterpret(arena, null);
    return access == Access.READ ? seen.asReadOnly() : seen;
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
    buffer.checkOpen("map");
    long flags = flags(access);
    long mem = buffer.handle().begin("map");
    var _ = queue.handle().begin("map");
    PiMapping mapping = null;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment where = frame.allocate(Long.BYTES, Long.BYTES);
      where.set(ValueLayout.JAVA_LONG, 0, 0);
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
      MemorySegment mapped =
          at(queue.context, where.get(ValueLayout.JAVA_LONG, 0), bytes, "map of " + buffer);
      mapping = new PiMapping(queue, buffer, mapped, access);
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
    return queue.unmap("unmap of " + buffer, buffer.handle(), address, after);
  }

  @Override
  public void close() {
    if (!over.get()) {
      var _ = unmap();
    }
  }
}
