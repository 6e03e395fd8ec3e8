package dev.backplane.runtime.device;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A queue whose commands hold the memory that they use, and which is closed when it is empty. */
class ManagedQueue extends CheckedQueue {
  private final OwnedHandle<Queue> handle;

  /**
   * Grows whenever somebody begins to wait for the queue to be empty: what was put in during a
   * round has ended when the wait that ended the round is over.
   */
  private volatile int round;

  /** The last round that has ended. */
  private volatile int ended = -1;

  ManagedQueue(OwnedHandle<Queue> handle) {
    super(handle);
    this.handle = handle;
  }

  /** Takes over a driver's queue. */
  static ManagedQueue adopt(Checked from, String operation, Queue made) {
    return from.device.forms().queue(from.device.adopt(from.origin, operation, "queue", made));
  }

  /** Tells whether all that was put in by a round has ended. */
  boolean hasEnded(int wanted) {
    return ended >= wanted || lifetime.isOver() || target.isEmpty();
  }

  @Override
  public Run submit(Call call, Run... after) {
    lifetime.check("submit");
    try (Arguments used = new Arguments(this, "submit")) {
      Run[] driverAfter = used.take(after);
      ManagedCall own = begin("submit", call);
      try {
        own.useMemory(used);
        long begun = device.forms().now();
        Run run = origin.required("submit", target.submit(own.target, driverAfter));
        return ManagedRun.adopt(this, own.name(), run, used, begun);
      } catch (Throwable e) {
        throw origin.failed("submit " + own.name(), e);
      } finally {
        own.leave();
      }
    }
  }

  @Override
  public void enqueue(Call call) {
    lifetime.check("enqueue");
    ManagedCall own = begin("enqueue", call);
    try {
      target.enqueue(own.target);
      // Asked for after the command was put in: a wait that begins now covers it.
      own.enqueued(this, round);
    } catch (Throwable e) {
      throw origin.failed("enqueue " + own.name(), e);
    } finally {
      own.leave();
    }
  }

  /** Begins to use a call of this device, which ends with {@link ManagedCall#leave}. */
  private ManagedCall begin(String operation, Call call) {
    if (!(call instanceof ManagedCall own) || !isWith(own)) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "the call was not made from this device")
          .during(operation)
          .remedy("Make it from a kernel of the device of the queue")
          .build();
    }
    own.begin(operation);
    return own;
  }

  // What the forms of transfers ask beyond what the contract declares. The objects that they are
  // passed are of this device.

  @Override
  void checkCopy(
      Buffer source,
      long sourceOffset,
      Buffer target,
      long targetOffset,
      long bytes,
      Run... after) {
    ManagedBuffer.checkApart(
        (ManagedBuffer) source, sourceOffset, (ManagedBuffer) target, targetOffset, bytes);
  }

  @Override
  void checkCopyRect(Buffer source, Rect from, Buffer target, Rect to, Run... after) {
    ManagedBuffer.checkApart((ManagedBuffer) source, from, (ManagedBuffer) target, to);
  }

  @Override
  void checkFill(Buffer target, long offset, long bytes, MemorySegment pattern, Run... after) {
    Ranges.checkPattern(pattern, offset, bytes);
  }

  @Override
  public Mapping map(
      Buffer buffer,
      long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Run... after) {
    lifetime.check("map");
    if (timeout.isNegative()) {
      throw origin.negative("map", "timeout", timeout);
    }
    try (Arguments own = new Arguments(this, "map")) {
      Buffer driverBuffer = own.take(buffer);
      Run[] driverAfter = own.take(after);
      Mapping mapping =
          origin.ask(
              "map",
              () -> {
                Ranges.checkInside(offset, bytes, buffer.size());
                return target.map(driverBuffer, offset, bytes, access, timeout, driverAfter);
              });
      OwnedHandle<Mapping> mapped = device.adopt(origin, "map", "mapping", mapping);
      return new ManagedMapping(this, mapped, own.keep().getFirst());
    }
  }

  @Override
  public void finish(Duration timeout) {
    lifetime.check("finish");
    if (timeout.isNegative()) {
      throw origin.negative("finish", "timeout", timeout);
    }
    int begun = nextRound();
    try {
      target.finish(timeout);
    } catch (Throwable e) {
      throw origin.failed("finish", e);
    }
    // Of two that waited at once the later round may be told first; the other one then adds
    // nothing.
    if (ended < begun) {
      ended = begun;
    }
  }

  /** Begins another round and gives the one before. */
  private synchronized int nextRound() {
    return round++;
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    if (!origin.ask("close queue", target::isEmpty)) {
      throw origin
          .error(ErrorCode.IN_USE, "a command of the queue is in flight")
          .during("close queue")
          .remedy("Wait for it with finish, then close the queue")
          .build();
    }
    handle.close();
  }
}
