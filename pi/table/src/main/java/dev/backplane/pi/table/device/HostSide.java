package dev.backplane.pi.table.device;

import dev.backplane.api.Rect;
import dev.backplane.driverkit.NativeHandle;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * The host memory that a command reads or writes: in place if it cannot be gone before the command
 * has ended, otherwise a copy.
 *
 * @param address the address that the command reads or writes
 * @param atEnd runs when the command has ended; refers to all that it needs until then
 * @param giveUp runs instead if there is no command
 */
record HostSide(long address, Runnable atEnd, Runnable giveUp) {

  /** The host side of a command that uses no memory of the host. */
  static final HostSide NONE = inPlace(MemorySegment.NULL);

  /** Keeps memory reachable, and does nothing. */
  record Kept(MemorySegment memory) implements Runnable {
    @Override
    public void run() {
      // From here on it need not be kept.
    }
  }

  /** {@return the host memory that a command reads: the buffer's own host copy, or other memory} */
  static HostSide source(PiContext context, PiBuffer buffer, MemorySegment source) {
    return isOwn(buffer, source) ? ofBuffer(buffer, source) : source(context, source);
  }

  /** {@return the host memory that a command reads, if it belongs to no buffer} */
  static HostSide source(PiContext context, MemorySegment source) {
    if (context.isInPlace(source)) {
      return inPlace(source);
    }
    MemorySegment copy = context.staging.take(source.byteSize());
    MemorySegment.copy(source, 0, copy, 0, source.byteSize());
    Runnable over = () -> context.staging.giveBack(copy);
    return new HostSide(copy.address(), over, over);
  }

  /** {@return the host memory that a command fills: the buffer's own host copy, or other memory} */
  static HostSide target(PiContext context, PiBuffer buffer, MemorySegment target) {
    long bytes = target.byteSize();
    return target(context, buffer, target, bytes, copy -> target.copyFrom(copy.asSlice(0, bytes)));
  }

  /** {@return the host memory that a command fills, if it belongs to no buffer} */
  static HostSide target(PiContext context, MemorySegment target) {
    return target(
        context,
        target,
        target.byteSize(),
        copy -> target.copyFrom(copy.asSlice(0, target.byteSize())));
  }

  /**
   * {@return the host memory in which a command fills a box} A copy, if one is needed, has only the
   * bytes of the box.
   */
  static HostSide target(PiContext context, PiBuffer buffer, MemorySegment target, Rect box) {
    return target(context, buffer, target, box.bytes(), copy -> spread(copy, target, box));
  }

  private static HostSide target(
      PiContext context,
      PiBuffer buffer,
      MemorySegment target,
      long bytes,
      Consumer<MemorySegment> copyBack) {
    return isOwn(buffer, target)
        ? ofBuffer(buffer, target)
        : target(context, target, bytes, copyBack);
  }

  private static HostSide target(
      PiContext context, MemorySegment target, long bytes, Consumer<MemorySegment> copyBack) {
    if (context.isInPlace(target)) {
      return inPlace(target);
    }
    MemorySegment copy = context.staging.take(bytes);
    return new HostSide(
        copy.address(),
        () -> {
          try {
            copyBack.accept(copy);
          } finally {
            context.staging.giveBack(copy);
          }
        },
        () -> context.staging.giveBack(copy));
  }

  /** Tells whether a target box is filled in place, with its own pitches. */
  static boolean fillsInPlace(PiContext context, PiBuffer buffer, MemorySegment target) {
    return isOwn(buffer, target) || context.isInPlace(target);
  }

  private static void spread(MemorySegment packed, MemorySegment target, Rect box) {
    long from = 0;
    for (long z = 0; z < box.depth(); z++) {
      for (long y = 0; y < box.height(); y++) {
        long to = (box.z() + z) * box.slicePitch() + (box.y() + y) * box.rowPitch() + box.x();
        MemorySegment.copy(packed, from, target, to, box.width());
        from += box.width();
      }
    }
  }

  private static boolean isOwn(PiBuffer buffer, MemorySegment segment) {
    return segment.isNative() && buffer.owns(segment);
  }

  /** {@return memory that is used in place: it cannot be gone before the command has ended} */
  static HostSide inPlace(MemorySegment memory) {
    Kept kept = new Kept(memory);
    return new HostSide(memory.address(), kept, kept);
  }

  /** This, and another that the command uses as well. */
  HostSide and(HostSide other) {
    return new HostSide(
        address,
        () -> {
          atEnd.run();
          other.atEnd.run();
        },
        () -> {
          giveUp.run();
          other.giveUp.run();
        });
  }

  private static HostSide ofBuffer(PiBuffer buffer, MemorySegment memory) {
    NativeHandle held = buffer.backing().memory();
    held.hold("transfer");
    return new HostSide(memory.address(), held::end, held::end);
  }
}
