package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement.Kind;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The commands of a queue that move bytes: each holds what it uses. */
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

  /** A command on memory, which is held for the time of the call. */
  @FunctionalInterface
  private interface OnMemory {
    int enqueue(long mem, long queue, int numEvents, long events, long event);
  }

  private Run transfer(
      String operation, PiBuffer buffer, @Nullable HostSide host, Run[] after, OnMemory command) {
    return command(
        operation + " of " + buffer,
        buffer.during(operation, host),
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
    buffer.checkOpen("read");
    HostSide host = HostSide.target(context, buffer, target);
    return transfer(
        "read",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) ->
            buffer.isShared()
                ? pi.usmEnqueueMemcpy(
                    queue, 0, host.address(), mem + offset, bytes, count, events, event)
                : pi.enqueueMemBufferRead(
                    queue, mem, 0, offset, bytes, host.address(), count, events, event));
  }

  @Override
  public final Run write(Buffer target, long offset, MemorySegment source, Run... after) {
    PiBuffer buffer = own(target);
    long bytes = source.byteSize();
    buffer.checkOpen("write");
    HostSide host = HostSide.source(context, buffer, source);
    return transfer(
        "write",
        buffer,
        host,
        after,
        (mem, queue, count, events, event) ->
            buffer.isShared()
                ? pi.usmEnqueueMemcpy(
                    queue, 0, mem + offset, host.address(), bytes, count, events, event)
                : pi.enqueueMemBufferWrite(
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
    from.checkOpen("copy");
    to.checkOpen("copy");
    checkReachable(from, to);
    return transfer(
        "copy",
        from,
        to.during("copy", null),
        after,
        (mem, queue, count, events, event) -> {
          long other = to.handle().begin("copy");
          try {
            if (from.isShared() && to.isShared()) {
              return pi.usmEnqueueMemcpy(
                  queue, 0, other + targetOffset, mem + sourceOffset, bytes, count, events, event);
            }
            if (from.isShared()) {
              return pi.enqueueMemBufferWrite(
                  queue, other, 0, targetOffset, bytes, mem + sourceOffset, count, events, event);
            }
            if (to.isShared()) {
              return pi.enqueueMemBufferRead(
                  queue, mem, 0, sourceOffset, bytes, other + targetOffset, count, events, event);
            }
            return pi.enqueueMemBufferCopy(
                queue, mem, other, sourceOffset, targetOffset, bytes, count, events, event);
          } finally {
            to.handle().end();
          }
        });
  }

  /** Between a memory object and shared memory bytes go as to and from the host. */
  private static void checkReachable(PiBuffer from, PiBuffer to) {
    if (from.isShared() != to.isShared()
        && (from.placement().kind() == Kind.SHARED_DEVICE
            || to.placement().kind() == Kind.SHARED_DEVICE)) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device has no copies from a buffer that is %s to one that is %s"
                  .formatted(from.placement().kind(), to.placement().kind()))
          .during("copy")
          .remedy("Copy by way of a buffer that is SHARED_HOST, or use one placement for both")
          .build();
    }
  }

  @Override
  public final Run readRect(Buffer source, Rect from, MemorySegment target, Rect to, Run... after) {
    PiBuffer buffer = context.memoryObject(source, "read rect");
    buffer.checkOpen("read rect");
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
    PiBuffer buffer = context.memoryObject(target, "write rect");
    buffer.checkOpen("write rect");
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
    PiBuffer first = context.memoryObject(source, "copy rect");
    PiBuffer second = context.memoryObject(target, "copy rect");
    first.checkOpen("copy rect");
    second.checkOpen("copy rect");
    boolean alike = from.rowPitch() == to.rowPitch() && from.slicePitch() == to.slicePitch();
    if (first.backing() == second.backing() && !alike) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "a box %s and a box %s of one memory have different pitches".formatted(from, to))
          .during("copy rect")
          .remedy("Give both the same pitches, or copy through another buffer")
          .build();
    }
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
    buffer.checkOpen("fill");
    if (buffer.isShared()) {
      return fillShared(buffer, offset, bytes, pattern, after);
    }
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

  private Run fillShared(
      PiBuffer buffer, long offset, long bytes, MemorySegment pattern, Run... after) {
    if (pattern.byteSize() == 1) {
      int value = Byte.toUnsignedInt(pattern.get(ValueLayout.JAVA_BYTE, 0));
      return transfer(
          "fill",
          buffer,
          null,
          after,
          (mem, queue, count, events, event) ->
              pi.usmEnqueueMemset(queue, mem + offset, value, bytes, count, events, event));
    }
    // The table fills with bytes only: the patterns are laid out here and written.
    MemorySegment laidOut = context.hostMemory(Math.max(1, bytes)).asSlice(0, bytes);
    for (long at = 0; at < bytes; at += pattern.byteSize()) {
      MemorySegment.copy(pattern, 0, laidOut, at, pattern.byteSize());
    }
    return write(buffer, offset, laidOut, after);
  }
}
