package dev.backplane.pi.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.driverkit.TransferChecks;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.Pi;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The commands of a queue that move bytes: each checks its ranges and holds what it uses. */
abstract class TransferQueue implements Queue, MadeFrom {
  final PiContext context;
  final Pi pi;

  TransferQueue(PiContext context) {
    this.context = context;
    pi = context.pi;
  }

  @Override
  public final boolean isOf(PiContext other) {
    return context == other;
  }

  /**
   * Puts a command in, given the queue, the list of events to wait for, and where its event goes.
   */
  @FunctionalInterface
  interface Command {
    /** Puts it in. */
    int enqueue(long queue, int numEvents, long events, long event);
  }

  /**
   * Puts a command in, with its event.
   *
   * @param host the host's memory that it uses, if it does
   */
  abstract PiRun command(String operation, @Nullable HostSide host, Run[] after, Command command);

  final PiBuffer own(Buffer buffer) {
    return context.own(PiBuffer.class, buffer, "use queue");
  }

  /** A command on a memory object, which is held for the time of the call. */
  @FunctionalInterface
  private interface OnMemory {
    int enqueue(long mem, long queue, int numEvents, long events, long event);
  }

  private Run transfer(
      String operation, PiBuffer buffer, @Nullable HostSide host, Run[] after, OnMemory command) {
    return command(
        operation + " of " + buffer,
        host,
        after,
        (queue, count, events, event) -> {
          long mem = buffer.handle().begin(operation);
          try {
            return command.enqueue(mem, queue, count, events, event);
          } finally {
            buffer.handle().end();
          }
        });
  }

  @Override
  public final Run read(Buffer source, long offset, MemorySegment target, Run... after) {
    PiBuffer buffer = own(source);
    long bytes = target.byteSize();
    buffer.check("read", offset, bytes);
    HostSide host = HostSide.target(context, buffer, target);
    return transfer(
        "read",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) ->
            pi.enqueueMemBufferRead(
                queue, mem, 0, offset, bytes, host.address(), count, events, event));
  }

  @Override
  public final Run write(Buffer target, long offset, MemorySegment source, Run... after) {
    PiBuffer buffer = own(target);
    long bytes = source.byteSize();
    buffer.check("write", offset, bytes);
    HostSide host = HostSide.source(context, buffer, source);
    return transfer(
        "write",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) ->
            pi.enqueueMemBufferWrite(
                queue, mem, 0, offset, bytes, host.address(), count, events, event));
  }

  @Override
  public final Run copy(
      Buffer source,
      long sourceOffset,
      Buffer target,
      long targetOffset,
      long bytes,
      Run... after) {
    PiBuffer from = own(source);
    PiBuffer to = own(target);
    from.check("copy", sourceOffset, bytes);
    to.check("copy", targetOffset, bytes);
    if (from.backing() == to.backing()) {
      TransferChecks.checkApart(from.offset() + sourceOffset, to.offset() + targetOffset, bytes);
    }
    return transfer(
        "copy",
        from,
        null,
        after,
        (mem, queue, count, events, event) -> {
          long other = to.handle().begin("copy");
          try {
            return pi.enqueueMemBufferCopy(
                queue, mem, other, sourceOffset, targetOffset, bytes, count, events, event);
          } finally {
            to.handle().end();
          }
        });
  }

  @Override
  public final Run readRect(Buffer source, Rect from, MemorySegment target, Rect to, Run... after) {
    PiBuffer buffer = own(source);
    TransferChecks.checkSameSize("read rect", from, to);
    TransferChecks.checkInside("read rect", to, target.byteSize());
    buffer.check("read rect", 0, from.end());
    HostSide host = HostSide.target(context, buffer, target, to);
    Rect landing =
        HostSide.fillsInPlace(context, buffer, target)
            ? to
            : Rect.of(to.width(), to.height(), to.depth());
    return transfer(
        "read rect",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) -> {
          try (Slab.Frame frame = Slab.frame()) {
            return pi.enqueueMemBufferReadRect(
                queue,
                mem,
                0,
                Boxes.origin(frame, from),
                Boxes.origin(frame, landing),
                Boxes.region(frame, from),
                from.rowPitch(),
                from.slicePitch(),
                landing.rowPitch(),
                landing.slicePitch(),
                host.address(),
                count,
                events,
                event);
          }
        });
  }

  @Override
  public final Run writeRect(
      Buffer target, Rect to, MemorySegment source, Rect from, Run... after) {
    PiBuffer buffer = own(target);
    TransferChecks.checkSameSize("write rect", from, to);
    buffer.check("write rect", 0, to.end());
    TransferChecks.checkInside("write rect", from, source.byteSize());
    HostSide host = HostSide.source(context, buffer, source.asSlice(0, from.end()));
    return transfer(
        "write rect",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) -> {
          try (Slab.Frame frame = Slab.frame()) {
            return pi.enqueueMemBufferWriteRect(
                queue,
                mem,
                0,
                Boxes.origin(frame, to),
                Boxes.origin(frame, from),
                Boxes.region(frame, from),
                to.rowPitch(),
                to.slicePitch(),
                from.rowPitch(),
                from.slicePitch(),
                host.address(),
                count,
                events,
                event);
          }
        });
  }

  @Override
  public final Run copyRect(Buffer source, Rect from, Buffer target, Rect to, Run... after) {
    PiBuffer first = own(source);
    PiBuffer second = own(target);
    TransferChecks.checkSameSize("copy rect", from, to);
    first.check("copy rect", 0, from.end());
    second.check("copy rect", 0, to.end());
    return transfer(
        "copy rect",
        first,
        null,
        after,
        (mem, queue, count, events, event) -> {
          long other = second.handle().begin("copy rect");
          try (Slab.Frame frame = Slab.frame()) {
            return pi.enqueueMemBufferCopyRect(
                queue,
                mem,
                other,
                Boxes.origin(frame, from),
                Boxes.origin(frame, to),
                Boxes.region(frame, from),
                from.rowPitch(),
                from.slicePitch(),
                to.rowPitch(),
                to.slicePitch(),
                count,
                events,
                event);
          } finally {
            second.handle().end();
          }
        });
  }

  @Override
  public final Run fill(
      Buffer target, long offset, long bytes, MemorySegment pattern, Run... after) {
    PiBuffer buffer = own(target);
    buffer.check("fill", offset, bytes);
    TransferChecks.checkPattern(pattern, offset, bytes);
    return transfer(
        "fill",
        buffer,
        null,
        after,
        (mem, queue, count, events, event) -> {
          long size = pattern.byteSize();
          try (Slab.Frame frame = Slab.frame()) {
            MemorySegment copy = frame.allocate(size, Long.BYTES * 8L).copyFrom(pattern);
            return pi.enqueueMemBufferFill(
                queue, mem, copy.address(), size, offset, bytes, count, events, event);
          }
        });
  }
}
