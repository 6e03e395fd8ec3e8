package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.Readiness;
import dev.backplane.capi.card.abi.EventBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads the events of a context. The kernel gives whole events, one or more at a time; what was not
 * asked for is kept. Safe for use by several threads.
 */
final class EventReader {
  /** Java cannot end a wait in the kernel, so a waiting thread looks up after this. */
  private static final int LOOK_MILLISECONDS = 50;

  private final ContextFile file;
  private final MemorySegment page = Arena.ofAuto().allocate(Attachment.LEAST_READ);

  /** The events that were read and not given. */
  private MemorySegment kept = page.asSlice(0, 0);

  EventReader(ContextFile file) {
    this.file = file;
  }

  Optional<CoherentEvent> next(Duration timeout) {
    long end = end(timeout);
    do {
      Optional<CoherentEvent> event = take();
      if (event.isPresent()) {
        return event;
      }
    } while (await(end));
    return Optional.empty();
  }

  private synchronized Optional<CoherentEvent> take() {
    if (kept.byteSize() == 0) {
      kept = page.asSlice(0, fill(page));
    }
    while (kept.byteSize() > 0) {
      MemorySegment event = kept;
      try {
        kept = event.asSlice(EventBytes.size(event));
        Optional<CoherentEvent> read = EventBytes.read(event);
        if (read.isPresent()) {
          return read;
        }
      } catch (IllegalArgumentException e) {
        kept = page.asSlice(0, 0);
        throw BackplaneException.because(
                ErrorCode.PROTOCOL_VIOLATION, "the kernel gave " + e.getMessage())
            .during("read events")
            .on(file.resource())
            .causedBy(e)
            .build();
      }
    }
    return Optional.empty();
  }

  int read(MemorySegment target, Duration timeout) {
    if (target.byteSize() < Attachment.LEAST_READ) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "events are read into %d bytes or more, not %d"
                  .formatted(Attachment.LEAST_READ, target.byteSize()))
          .during("read events")
          .on(file.resource())
          .build();
    }
    long end = end(timeout);
    do {
      int read = takeBytes(target);
      if (read > 0) {
        return read;
      }
    } while (await(end));
    return 0;
  }

  private synchronized int takeBytes(MemorySegment target) {
    if (kept.byteSize() == 0) {
      kept = page.asSlice(0, fill(page));
    }
    MemorySegment.copy(kept, 0, target, 0, kept.byteSize());
    int read = (int) kept.byteSize();
    kept = page.asSlice(0, 0);
    return read;
  }

  private int fill(MemorySegment target) {
    try {
      return file.read(target);
    } catch (KernelError e) {
      if (e.number() == KernelError.EAGAIN || e.number() == KernelError.EINTR) {
        return 0;
      }
      throw e.during("read events", file.resource());
    }
  }

  Readiness readiness() {
    if (file.isClosed()) {
      return Readiness.ENDED;
    }
    synchronized (this) {
      if (kept.byteSize() > 0) {
        return Readiness.EVENT;
      }
    }
    int happened = poll(0);
    return (happened & KernelCalls.READABLE) != 0
        ? Readiness.EVENT
        : happened == 0 ? Readiness.NOTHING : Readiness.ENDED;
  }

  /** Waits until a read would not wait, or would fail. */
  void awaitReady() {
    try {
      while (readiness() == Readiness.NOTHING) {
        poll(LOOK_MILLISECONDS);
      }
    } catch (BackplaneException e) {
      // A read fails in the same way.
      assert e.code() != ErrorCode.INTERNAL;
    }
  }

  private int poll(int milliseconds) {
    try {
      return file.poll(milliseconds);
    } catch (KernelError e) {
      if (e.number() == KernelError.EINTR) {
        return 0;
      }
      throw e.during("wait for an event", file.resource());
    }
  }

  private static long end(Duration timeout) {
    long now = System.nanoTime();
    long left =
        timeout.compareTo(Duration.ofDays(1000)) < 0 ? timeout.toNanos() : Long.MAX_VALUE / 2;
    return now + left;
  }

  /** Waits until something can be read; returns false when the time is over. */
  private boolean await(long end) {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        throw BackplaneException.because(ErrorCode.CANCELLED, "the thread was interrupted")
            .during("wait for an event")
            .on(file.resource())
            .build();
      }
      long milliseconds = Math.min(LOOK_MILLISECONDS, left / 1_000_000 + 1);
      if (poll((int) milliseconds) != 0) {
        return true;
      }
    }
    return false;
  }
}
