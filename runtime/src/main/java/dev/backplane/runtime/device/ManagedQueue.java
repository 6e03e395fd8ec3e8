package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Launch;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Rect;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A queue whose commands hold the memory that they use, and which is closed when it is empty. */
final class ManagedQueue implements Queue {
  private static final Event[] NONE = {};

  private final Handle<Queue> handle;
  private final Queue target;
  private final Lifetime lifetime;

  /**
   * Grows whenever somebody begins to wait for the queue to be empty: what was put in during a
   * round has ended when the wait that ended the round is over.
   */
  private volatile int round;

  /** The last round that has ended. */
  private volatile int ended = -1;

  ManagedQueue(Handle<Queue> handle) {
    this.handle = handle;
    target = handle.target();
    lifetime = handle.lifetime();
  }

  boolean isOf(OpenDevice device) {
    return handle.device() == device;
  }

  /** The driver's queue, if it is open. */
  Queue target(String operation) {
    lifetime.check(operation);
    return target;
  }

  boolean isOpen() {
    return !lifetime.isOver();
  }

  /** Whether all that was put in by a round has ended. */
  boolean hasEnded(int wanted) {
    return ended >= wanted || lifetime.isOver() || target.isEmpty();
  }

  @Override
  public Set<QueueFlag> flags() {
    return handle.origin().ask("flags", target::flags);
  }

  @Override
  public Event launch(Launch launch, Event... after) {
    ManagedLaunch own = own(launch);
    Launch driverLaunch = own.target("launch");
    Event event =
        command(
            "launch " + own.name(),
            List.of(),
            after,
            events -> target.launch(driverLaunch, events));
    own.launched(this, round);
    return event;
  }

  @Override
  public void submit(Launch launch) {
    lifetime.check("submit");
    ManagedLaunch own = own(launch);
    Launch driverLaunch = own.target("submit");
    try {
      target.submit(driverLaunch);
    } catch (Throwable e) {
      throw handle.origin().failed("submit " + own.name(), e);
    }
    // Asked for after the command was put in: a wait that begins now covers it.
    own.launched(this, round);
  }

  private ManagedLaunch own(Launch launch) {
    if (launch instanceof ManagedLaunch own && own.isOf(handle.device())) {
      return own;
    }
    throw foreign("launch");
  }

  @Override
  public Event read(Buffer source, long offset, MemorySegment into, Event... after) {
    ManagedBuffer buffer = own(source);
    return command(
        "read",
        List.of(buffer),
        after,
        events -> target.read(buffer.target(), offset, into, events));
  }

  @Override
  public Event write(Buffer to, long offset, MemorySegment source, Event... after) {
    ManagedBuffer buffer = own(to);
    return command(
        "write",
        List.of(buffer),
        after,
        events -> target.write(buffer.target(), offset, source, events));
  }

  @Override
  public Event copy(
      Buffer source, long sourceOffset, Buffer to, long toOffset, long bytes, Event... after) {
    ManagedBuffer from = own(source);
    ManagedBuffer into = own(to);
    return command(
        "copy",
        List.of(from, into),
        after,
        events -> target.copy(from.target(), sourceOffset, into.target(), toOffset, bytes, events));
  }

  @Override
  public Event readRect(Buffer source, Rect from, MemorySegment into, Rect to, Event... after) {
    ManagedBuffer buffer = own(source);
    return command(
        "read rect",
        List.of(buffer),
        after,
        events -> target.readRect(buffer.target(), from, into, to, events));
  }

  @Override
  public Event writeRect(Buffer into, Rect to, MemorySegment source, Rect from, Event... after) {
    ManagedBuffer buffer = own(into);
    return command(
        "write rect",
        List.of(buffer),
        after,
        events -> target.writeRect(buffer.target(), to, source, from, events));
  }

  @Override
  public Event copyRect(Buffer source, Rect from, Buffer into, Rect to, Event... after) {
    ManagedBuffer first = own(source);
    ManagedBuffer second = own(into);
    return command(
        "copy rect",
        List.of(first, second),
        after,
        events -> target.copyRect(first.target(), from, second.target(), to, events));
  }

  @Override
  public Event fill(Buffer into, long offset, long bytes, MemorySegment pattern, Event... after) {
    ManagedBuffer buffer = own(into);
    return command(
        "fill",
        List.of(buffer),
        after,
        events -> target.fill(buffer.target(), offset, bytes, pattern, events));
  }

  @Override
  public Mapping map(
      Buffer buffer,
      long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Event... after) {
    ManagedBuffer own = own(buffer);
    Event[] events = own("map", after);
    own.use("map");
    boolean mapped = false;
    try {
      lifetime.check("map");
      Handle<Mapping> mapping =
          handle
              .device()
              .adopt(
                  handle.origin(),
                  "map",
                  "mapping",
                  () -> target.map(own.target(), offset, bytes, access, timeout, events));
      mapped = true;
      return new ManagedMapping(this, mapping, own);
    } finally {
      if (!mapped) {
        own.release();
      }
    }
  }

  @Override
  public Event marker(Event... after) {
    return command("marker", List.of(), after, target::marker);
  }

  @Override
  public Event barrier(Event... after) {
    return command("barrier", List.of(), after, target::barrier);
  }

  /**
   * Puts a command in.
   *
   * @param uses memory that stays open until it has ended
   */
  Event command(
      String operation,
      List<? extends UsedMemory> uses,
      Event[] after,
      Function<Event[], Event> enqueue) {
    lifetime.check(operation);
    Event[] events = own(operation, after);
    int held = 0;
    boolean enqueued = false;
    try {
      for (UsedMemory memory : uses) {
        memory.use(operation);
        held++;
      }
      Handle<Event> event =
          handle
              .device()
              .adopt(
                  handle.origin(), operation, "event of " + operation, () -> enqueue.apply(events));
      enqueued = true;
      return ManagedEvent.of(event, uses);
    } finally {
      if (!enqueued) {
        uses.subList(0, held).forEach(UsedMemory::release);
      }
    }
  }

  /** The driver's events for ours. */
  Event[] own(String operation, Event... after) {
    if (after.length == 0) {
      return NONE;
    }
    Event[] own = new Event[after.length];
    for (int i = 0; i < own.length; i++) {
      if (!(after[i] instanceof ManagedEvent event) || !event.isOf(handle.device())) {
        throw foreign("event");
      }
      own[i] = event.target(operation);
    }
    return own;
  }

  private ManagedBuffer own(Buffer buffer) {
    if (buffer instanceof ManagedBuffer own && own.isOf(handle.device())) {
      return own;
    }
    throw foreign("buffer");
  }

  private BackplaneException foreign(String what) {
    return handle
        .origin()
        .error(ErrorCode.INVALID_ARGUMENT, "the " + what + " was not made from this device")
        .during("use queue")
        .remedy("Use what was made from the device of the queue")
        .build();
  }

  @Override
  public void flush() {
    handle.origin().tell("flush", target::flush);
  }

  @Override
  public void finish(Duration timeout) {
    lifetime.check("finish");
    if (timeout.isNegative()) {
      throw handle
          .origin()
          .error(ErrorCode.INVALID_ARGUMENT, "a timeout cannot be negative: " + timeout)
          .during("finish")
          .build();
    }
    int begun = nextRound();
    try {
      target.finish(timeout);
    } catch (Throwable e) {
      throw handle.origin().failed("finish", e);
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
  public boolean isEmpty() {
    return handle.origin().ask("is empty", target::isEmpty);
  }

  @Override
  public void close() {
    lifetime.check("close queue");
    if (!handle.origin().ask("close queue", target::isEmpty)) {
      throw handle
          .origin()
          .error(ErrorCode.IN_USE, "a command of the queue is in flight")
          .during("close queue")
          .remedy("Wait for it with finish, then close the queue")
          .build();
    }
    handle.close();
  }

  @Override
  public String toString() {
    return handle.toString();
  }
}
