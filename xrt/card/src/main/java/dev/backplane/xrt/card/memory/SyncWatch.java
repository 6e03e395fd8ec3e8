package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Strict mode of one buffer object: knows what the two copies had in common when data was moved
 * last, so that a copy which differs from that is known to be newer. Guarded by itself.
 */
final class SyncWatch {
  private final Arena arena = Arena.ofShared();
  private final MemorySegment common;
  private String writer = "something other than a run";

  SyncWatch(long bytes) {
    common = Pages.fresh(arena, bytes);
  }

  /** Both copies are alike in a range. */
  synchronized void moved(MemorySegment copy, long offset, long bytes) {
    MemorySegment.copy(copy, offset, common, offset, bytes);
  }

  /** A run is about to read what the device has. A host's copy that is not there is not newer. */
  synchronized void beforeRun(String run, CardBuffer buffer, @Nullable MemorySegment host) {
    long offset = buffer.offset();
    long bytes = buffer.size();
    long first = host == null ? -1 : difference(host, offset, bytes);
    if (host != null && first >= 0) {
      throw missing(
          buffer,
          run + " would read old data: the host's copy was changed after the last sync",
          host,
          first,
          offset + bytes,
          "Call sync() after writing, before the run is started");
    }
    writer = run;
  }

  /** The host is about to read what it has. */
  synchronized void beforeRead(CardBuffer buffer, MemorySegment device, long offset, long bytes) {
    long first = difference(device, offset, bytes);
    if (first >= 0) {
      throw missing(
          buffer,
          "the host would read old data: " + writer + " changed the device's copy",
          device,
          first,
          offset + bytes,
          "Call syncBack() after the run, before reading");
    }
  }

  private long difference(MemorySegment copy, long offset, long bytes) {
    long at = MemorySegment.mismatch(copy, offset, offset + bytes, common, offset, offset + bytes);
    return at < 0 ? at : offset + at;
  }

  private BackplaneException missing(
      CardBuffer buffer, String problem, MemorySegment copy, long first, long end, String remedy) {
    return BackplaneException.because(
            ErrorCode.SYNC_MISSING,
            "%s in bytes %d to %d"
                .formatted(
                    problem, first - buffer.offset(), last(copy, first, end) - buffer.offset()))
        .on(buffer.toString())
        .remedy(remedy)
        .build();
  }

  private long last(MemorySegment copy, long first, long end) {
    long last = end - 1;
    while (last > first
        && copy.get(ValueLayout.JAVA_BYTE, last) == common.get(ValueLayout.JAVA_BYTE, last)) {
      last--;
    }
    return last;
  }

  synchronized void close() {
    arena.close();
  }
}
