package dev.backplane.driverkit.queue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the work of transfers; ranges and boxes were checked by the manager. */
final class Transfers {
  /** Of markers and barriers. */
  static final Work NOTHING =
      new Work() {
        @Override
        public void begin() {
          // It has only to be its turn.
        }

        @Override
        public void letGo() {
          // It holds nothing.
        }
      };

  private static final long LARGEST_PIECE = 1 << 16;

  private final SoftwareQueues queues;
  private final QueuedDevice device;

  Transfers(SoftwareQueues queues) {
    this.queues = queues;
    device = queues.target();
  }

  QueuedDevice device() {
    return device;
  }

  void hold(Buffer buffer) {
    device.hold(buffer);
  }

  void letGo(Buffer buffer) {
    device.letGo(buffer);
  }

  Work read(Buffer source, long offset, MemorySegment target) {
    return new Transfer(target, false, host -> device.read(source, offset, host), source);
  }

  Work write(Buffer target, long offset, MemorySegment source) {
    return new Transfer(
        source, !isInPlace(target, source), host -> device.write(target, offset, host), target);
  }

  Work copy(Buffer source, long sourceOffset, Buffer target, long targetOffset, long bytes) {
    return new Transfer(
        null,
        false,
        _ -> device.copy(source, sourceOffset, target, targetOffset, bytes),
        source,
        target);
  }

  Work fill(Buffer target, long offset, long bytes, MemorySegment pattern) {
    long piece = Math.min(bytes, LARGEST_PIECE);
    MemorySegment pieces = MemorySegment.ofArray(new byte[(int) piece]);
    for (long at = 0; at < piece; at += pattern.byteSize()) {
      MemorySegment.copy(pattern, 0, pieces, at, pattern.byteSize());
    }
    return new Transfer(
        pieces,
        false,
        host -> {
          for (long at = 0; at < bytes; at += piece) {
            device.write(target, offset + at, host.asSlice(0, Math.min(piece, bytes - at)));
          }
        },
        target);
  }

  Work readRect(Buffer source, Rect from, MemorySegment target, Rect to) {
    return new Transfer(
        target,
        false,
        host ->
            rows(from, to, (at, toAt, bytes) -> device.read(source, at, host.asSlice(toAt, bytes))),
        source);
  }

  Work writeRect(Buffer target, Rect to, MemorySegment source, Rect from) {
    return new Transfer(
        source,
        !isInPlace(target, source),
        host ->
            rows(
                from, to, (at, toAt, bytes) -> device.write(target, toAt, host.asSlice(at, bytes))),
        target);
  }

  Work copyRect(Buffer source, Rect from, Buffer target, Rect to) {
    return new Transfer(
        null,
        false,
        _ -> rows(from, to, (at, toAt, bytes) -> device.copy(source, at, target, toAt, bytes)),
        source,
        target);
  }

  /** Does something with each row of two boxes; with all at once where both have no gaps. */
  private static void rows(Rect from, Rect to, Row row) {
    boolean rowsTouch = from.rowPitch() == from.width() && to.rowPitch() == to.width();
    long height = rowsTouch ? 1 : from.height();
    long bytes = rowsTouch ? from.width() * from.height() : from.width();
    for (long z = 0; z < from.depth(); z++) {
      for (long y = 0; y < height; y++) {
        row.move(at(from, y, z), at(to, y, z), bytes);
      }
    }
  }

  private static long at(Rect box, long y, long z) {
    return (box.z() + z) * box.slicePitch() + (box.y() + y) * box.rowPitch() + box.x();
  }

  private interface Row {
    void move(long from, long to, long bytes);
  }

  private interface Move {
    void move(MemorySegment host);
  }

  /** A transfer, which holds its buffers. */
  private final class Transfer implements Work {
    private final Move move;
    private final List<Buffer> held = new ArrayList<>(2);

    /** True if the memory is copied if the transfer does not begin at once. */
    private final boolean passing;

    private MemorySegment host;

    Transfer(@Nullable MemorySegment host, boolean passing, Move move, Buffer... buffers) {
      this.host = host == null ? MemorySegment.NULL : host;
      this.passing = passing;
      this.move = move;
      boolean all = false;
      try {
        for (Buffer buffer : buffers) {
          device.hold(buffer);
          held.add(buffer);
        }
        all = true;
      } finally {
        if (!all) {
          letGo();
        }
      }
    }

    @Override
    public void postpone() {
      if (passing) {
        MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, host.byteSize()), Long.BYTES);
        host = copy.asSlice(0, host.byteSize()).copyFrom(host);
      }
    }

    @Override
    public void begin() {
      try {
        move.move(host);
      } catch (IllegalStateException | WrongThreadException e) {
        throw BackplaneException.because(
                ErrorCode.CLOSED, "the memory of the host is gone: " + e.getMessage())
            .remedy("Close its arena when the command has ended")
            .causedBy(e)
            .build();
      }
    }

    @Override
    public void letGo() {
      held.forEach(device::letGo);
      held.clear();
    }
  }

  private boolean isInPlace(Buffer buffer, MemorySegment memory) {
    if (queues.isLasting(memory)) {
      return true;
    }
    try {
      return memory.isNative() && memory.scope().equals(buffer.host().scope());
    } catch (BackplaneException e) {
      // The host has no copy of it, so that the memory is not part of that.
      return false;
    }
  }
}
