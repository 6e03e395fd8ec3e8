package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Launch;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Rect;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue of the table. */
final class PiQueue implements Queue {
  /** How long making two copies equal may take; what takes longer will never end. */
  private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(5);

  /** How long one looks whether a queue is empty: a marker has to get through. */
  private static final Duration GLANCE = Duration.ofMillis(100);

  private static final long MAP_READ = 1;
  private static final long MAP_WRITE = 2;
  private static final long MAP_OVERWRITE = 4;
  private static final int LARGEST_PATTERN = 128;

  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(PiQueue.class, "last", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Session session;
  private final NativeHandle handle;
  private final Set<QueueFlag> flags;

  /** Whether something was put in since it was seen empty. */
  private volatile boolean used;

  /**
   * Whether the event of the launch that was submitted last is kept, which spares waiting a marker.
   * Only where commands end in order, and one thread knows which of them was the last.
   */
  private volatile boolean keepsLast;

  /** That event, or 0 if something else came after it. Changed through {@link #LAST}. */
  @SuppressWarnings("UnusedVariable")
  private volatile long last;

  /** The thread that submits; 0 if none has. */
  private long submitter;

  PiQueue(Session session, long queue, Set<QueueFlag> flags, boolean used) {
    this.session = session;
    this.flags = flags;
    this.used = used;
    handle =
        new NativeHandle(
            "the queue",
            queue,
            () -> {
              forgetLast();
              session.retire(() -> session.pi.queueRelease(queue));
            });
    keepsLast =
        !used
            && !flags.contains(QueueFlag.OUT_OF_ORDER)
            && !flags.contains(QueueFlag.DISCARD_EVENTS);
  }

  private void forgetLast() {
    long before = (long) LAST.getAndSet(this, 0);
    if (before != 0) {
      session.pi.eventRelease(before);
    }
  }

  /**
   * Puts a command in, given the queue, the list of events to wait for, and where its event goes.
   */
  @FunctionalInterface
  interface Command {
    /** Puts it in. */
    int enqueue(long queue, int numEvents, long events, long event);
  }

  boolean isOf(Session other) {
    return session == other;
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public Set<QueueFlag> flags() {
    return flags;
  }

  @Override
  public Event launch(Launch launch, Event... after) {
    PiLaunch own = own(launch);
    own.checkSet();
    return command(
        "launch of " + own.name(),
        null,
        after,
        (queue, count, events, event) ->
            own.checked(own.enqueue(queue, count, events, event), "launch"));
  }

  @Override
  public void submit(Launch launch) {
    PiLaunch own = own(launch);
    own.checkSet();
    if (keepsLast && submitter != Thread.currentThread().threadId()) {
      claim();
    }
    boolean keep = keepsLast;
    int result = own.enqueue(handle.open("submit"), 0, 0, keep ? own.eventAddress() : 0);
    touch();
    if (result != 0) {
      var _ = own.checked(result, "submit");
    } else if (keep) {
      long before = (long) LAST.getAndSet(this, own.event());
      if (before != 0) {
        session.pi.eventRelease(before);
      }
    }
  }

  private void claim() {
    if (submitter == 0) {
      submitter = Thread.currentThread().threadId();
    } else {
      // Nobody knows whose command is the last any more.
      keepsLast = false;
    }
  }

  private void touch() {
    // A volatile write for each command would cost more than the command's checks.
    if (!used) {
      used = true;
    }
  }

  private PiLaunch own(Launch launch) {
    if (launch instanceof PiLaunch own && own.isOf(session)) {
      return own;
    }
    throw foreign("launch");
  }

  private PiBuffer own(Buffer buffer) {
    if (buffer instanceof PiBuffer own && own.isOf(session)) {
      return own;
    }
    throw foreign("buffer");
  }

  private static BackplaneException foreign(String what) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "the " + what + " was not made from this device")
        .during("use queue")
        .remedy("Use what was made from the device of the queue")
        .build();
  }

  /** Puts a command in, with its event. */
  PiEvent command(String operation, @Nullable HostSide host, Event[] after, Command command) {
    boolean enqueued = false;
    try (Slab.Frame frame = Slab.frame();
        WaitList list = WaitList.of(session, this, frame, operation, after)) {
      MemorySegment event = frame.allocate(Long.BYTES, Long.BYTES);
      event.set(ValueLayout.JAVA_LONG, 0, 0);
      long queue = handle.begin(operation);
      try {
        session.results.check(
            command.enqueue(queue, list.count(), list.address(), event.address()), operation);
      } finally {
        handle.end();
      }
      enqueued = true;
      forgetLast();
      touch();
      return new PiEvent(
          session,
          event.get(ValueLayout.JAVA_LONG, 0),
          operation,
          this,
          host == null ? null : host.atEnd());
    } finally {
      if (!enqueued && host != null) {
        host.giveUp().run();
      }
    }
  }

  @Override
  public Event read(Buffer source, long offset, MemorySegment target, Event... after) {
    PiBuffer buffer = own(source);
    buffer.check("read", offset, target.byteSize());
    HostSide host = HostSide.target(session, buffer, target);
    return command(
        "read of " + buffer,
        host,
        after,
        onBuffer(
            buffer,
            "read",
            (mem, queue, count, events, event) ->
                session.pi.enqueueMemBufferRead(
                    queue,
                    mem,
                    0,
                    offset,
                    target.byteSize(),
                    host.address(),
                    count,
                    events,
                    event)));
  }

  @Override
  public Event write(Buffer target, long offset, MemorySegment source, Event... after) {
    PiBuffer buffer = own(target);
    buffer.check("write", offset, source.byteSize());
    HostSide host = HostSide.source(session, buffer, source);
    return command(
        "write of " + buffer,
        host,
        after,
        onBuffer(
            buffer,
            "write",
            (mem, queue, count, events, event) ->
                session.pi.enqueueMemBufferWrite(
                    queue,
                    mem,
                    0,
                    offset,
                    source.byteSize(),
                    host.address(),
                    count,
                    events,
                    event)));
  }

  /** A command on one memory object, which is held for the time of the call. */
  @FunctionalInterface
  private interface OnMemory {
    int enqueue(long mem, long queue, int numEvents, long events, long event);
  }

  private static Command onBuffer(PiBuffer buffer, String operation, OnMemory command) {
    return (queue, count, events, event) -> {
      long mem = buffer.handle().begin(operation);
      try {
        return command.enqueue(mem, queue, count, events, event);
      } finally {
        buffer.handle().end();
      }
    };
  }

  @Override
  public Event copy(
      Buffer source,
      long sourceOffset,
      Buffer target,
      long targetOffset,
      long bytes,
      Event... after) {
    PiBuffer from = own(source);
    PiBuffer to = own(target);
    from.check("copy", sourceOffset, bytes);
    to.check("copy", targetOffset, bytes);
    if (from.backing() == to.backing()) {
      checkApart(from.offset() + sourceOffset, to.offset() + targetOffset, bytes);
    }
    return command(
        "copy to " + to,
        null,
        after,
        onBuffer(
            from,
            "copy",
            (mem, queue, count, events, event) ->
                onBuffer(
                        to,
                        "copy",
                        (other, inner, n, list, out) ->
                            session.pi.enqueueMemBufferCopy(
                                inner, mem, other, sourceOffset, targetOffset, bytes, n, list, out))
                    .enqueue(queue, count, events, event)));
  }

  private static void checkApart(long from, long to, long bytes) {
    if (from < to + bytes && to < from + bytes) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d bytes at %d and at %d of one memory overlap".formatted(bytes, from, to))
          .during("copy")
          .remedy("Copy through another buffer")
          .build();
    }
  }

  @Override
  public Event readRect(Buffer source, Rect from, MemorySegment target, Rect to, Event... after) {
    PiBuffer buffer = own(source);
    checkBoxes("read rect", from, to, target.byteSize());
    buffer.check("read rect", 0, from.end());
    HostSide host = HostSide.target(session, buffer, target, to);
    Rect landing =
        HostSide.fillsInPlace(session, buffer, target)
            ? to
            : Rect.of(to.width(), to.height(), to.depth());
    return command(
        "read of " + buffer,
        host,
        after,
        onBuffer(
            buffer,
            "read rect",
            (mem, queue, count, events, event) -> {
              try (Slab.Frame frame = Slab.frame()) {
                return session.pi.enqueueMemBufferReadRect(
                    queue,
                    mem,
                    0,
                    origin(frame, from),
                    origin(frame, landing),
                    region(frame, from),
                    from.rowPitch(),
                    from.slicePitch(),
                    landing.rowPitch(),
                    landing.slicePitch(),
                    host.address(),
                    count,
                    events,
                    event);
              }
            }));
  }

  @Override
  public Event writeRect(Buffer target, Rect to, MemorySegment source, Rect from, Event... after) {
    PiBuffer buffer = own(target);
    checkBoxes("write rect", from, to, Long.MAX_VALUE);
    buffer.check("write rect", 0, to.end());
    checkEnd("write rect", from, source.byteSize());
    HostSide host = HostSide.source(session, buffer, source.asSlice(0, from.end()));
    return command(
        "write of " + buffer,
        host,
        after,
        onBuffer(
            buffer,
            "write rect",
            (mem, queue, count, events, event) -> {
              try (Slab.Frame frame = Slab.frame()) {
                return session.pi.enqueueMemBufferWriteRect(
                    queue,
                    mem,
                    0,
                    origin(frame, to),
                    origin(frame, from),
                    region(frame, from),
                    to.rowPitch(),
                    to.slicePitch(),
                    from.rowPitch(),
                    from.slicePitch(),
                    host.address(),
                    count,
                    events,
                    event);
              }
            }));
  }

  @Override
  public Event copyRect(Buffer source, Rect from, Buffer target, Rect to, Event... after) {
    PiBuffer first = own(source);
    PiBuffer second = own(target);
    checkBoxes("copy rect", from, to, Long.MAX_VALUE);
    first.check("copy rect", 0, from.end());
    second.check("copy rect", 0, to.end());
    return command(
        "copy to " + second,
        null,
        after,
        onBuffer(
            first,
            "copy rect",
            (mem, queue, count, events, event) ->
                onBuffer(
                        second,
                        "copy rect",
                        (other, inner, n, list, out) -> {
                          try (Slab.Frame frame = Slab.frame()) {
                            return session.pi.enqueueMemBufferCopyRect(
                                inner,
                                mem,
                                other,
                                origin(frame, from),
                                origin(frame, to),
                                region(frame, from),
                                from.rowPitch(),
                                from.slicePitch(),
                                to.rowPitch(),
                                to.slicePitch(),
                                n,
                                list,
                                out);
                          }
                        })
                    .enqueue(queue, count, events, event)));
  }

  private static void checkBoxes(String operation, Rect from, Rect to, long targetBytes) {
    if (!from.sameSize(to)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a box " + from + " does not fill a box " + to)
          .during(operation)
          .remedy("Give two boxes of the same width, height and depth")
          .build();
    }
    checkEnd(operation, to, targetBytes);
  }

  private static void checkEnd(String operation, Rect box, long bytes) {
    if (box.end() > bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "a box that ends at " + box.end() + " is not inside " + bytes + " bytes")
          .during(operation)
          .remedy("Stay inside the memory")
          .build();
    }
  }

  private static long origin(Slab.Frame frame, Rect box) {
    return triple(frame, box.x(), box.y(), box.z());
  }

  private static long region(Slab.Frame frame, Rect box) {
    return triple(frame, box.width(), box.height(), box.depth());
  }

  private static long triple(Slab.Frame frame, long first, long second, long third) {
    MemorySegment three = frame.allocate(3 * Long.BYTES, Long.BYTES);
    three.setAtIndex(ValueLayout.JAVA_LONG, 0, first);
    three.setAtIndex(ValueLayout.JAVA_LONG, 1, second);
    three.setAtIndex(ValueLayout.JAVA_LONG, 2, third);
    return three.address();
  }

  @Override
  public Event fill(Buffer target, long offset, long bytes, MemorySegment pattern, Event... after) {
    PiBuffer buffer = own(target);
    buffer.check("fill", offset, bytes);
    checkPattern("fill", pattern, offset, bytes);
    return command(
        "fill of " + buffer,
        null,
        after,
        onBuffer(
            buffer,
            "fill",
            (mem, queue, count, events, event) -> {
              try (Slab.Frame frame = Slab.frame()) {
                MemorySegment copy = frame.allocate(pattern.byteSize(), LARGEST_PATTERN / 2);
                copy.copyFrom(pattern);
                return session.pi.enqueueMemBufferFill(
                    queue,
                    mem,
                    copy.address(),
                    pattern.byteSize(),
                    offset,
                    bytes,
                    count,
                    events,
                    event);
              }
            }));
  }

  static void checkPattern(String operation, MemorySegment pattern, long offset, long bytes) {
    long size = pattern.byteSize();
    if (size == 0 || size > LARGEST_PATTERN || Long.bitCount(size) != 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "a pattern cannot have " + size + " bytes")
          .during(operation)
          .remedy("Give 1, 2, 4, 8, 16, 32, 64 or 128 bytes")
          .build();
    }
    if (offset % size != 0 || bytes % size != 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d bytes at %d are not whole patterns of %d bytes".formatted(bytes, offset, size))
          .during(operation)
          .remedy("Begin at a multiple of the pattern's size and fill a multiple of it")
          .build();
    }
  }

  @Override
  public Mapping map(
      Buffer buffer,
      long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Event... after) {
    PiBuffer own = own(buffer);
    own.check("map", offset, bytes);
    long mapFlags =
        switch (access) {
          case READ -> MAP_READ;
          case WRITE -> MAP_WRITE;
          case READ_WRITE -> MAP_READ | MAP_WRITE;
          case OVERWRITE -> MAP_OVERWRITE;
        };
    long mem = own.handle().begin("map");
    handle.begin("map");
    boolean mapped = false;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment where = frame.allocate(Long.BYTES, Long.BYTES);
      PiEvent event =
          command(
              "map of " + own,
              null,
              after,
              (queue, count, events, out) ->
                  session.pi.enqueueMemBufferMap(
                      queue, mem, 0, mapFlags, offset, bytes, count, events, out, where.address()));
      PiMapping mapping = new PiMapping(this, own, mem, where.get(ValueLayout.JAVA_LONG, 0), bytes);
      mapped = true;
      try {
        event.await(timeout);
      } catch (BackplaneException e) {
        mapping.close();
        throw e;
      } finally {
        event.close();
      }
      return mapping;
    } finally {
      if (!mapped) {
        own.handle().end();
        handle.end();
      }
    }
  }

  /** Unmaps memory that a mapping holds; the queue may have been closed meanwhile. */
  PiEvent unmap(PiBuffer buffer, long mem, long address, Event... after) {
    boolean unmapped = false;
    try (Slab.Frame frame = Slab.frame();
        WaitList list = WaitList.of(session, this, frame, "unmap", after)) {
      MemorySegment event = frame.allocate(Long.BYTES, Long.BYTES);
      long queue = handle.hold("unmap");
      try {
        session.results.check(
            session.pi.enqueueMemUnmap(
                queue, mem, address, list.count(), list.address(), event.address()),
            "unmap");
      } finally {
        handle.end();
      }
      unmapped = true;
      forgetLast();
      touch();
      return new PiEvent(
          session, event.get(ValueLayout.JAVA_LONG, 0), "unmap of " + buffer, this, null);
    } finally {
      if (unmapped) {
        buffer.handle().end();
        handle.end();
      }
    }
  }

  @Override
  public Event marker(Event... after) {
    return command(
        "marker",
        null,
        after,
        (queue, count, events, event) -> session.pi.enqueueEventsWait(queue, count, events, event));
  }

  @Override
  public Event barrier(Event... after) {
    return command(
        "barrier",
        null,
        after,
        (queue, count, events, event) ->
            session.pi.enqueueEventsWaitWithBarrier(queue, count, events, event));
  }

  @Override
  public void flush() {
    long queue = handle.hold("flush");
    try {
      session.results.check(session.pi.queueFlush(queue), "flush");
    } finally {
      handle.end();
    }
  }

  @Override
  public void finish(Duration timeout) {
    if (!isEmptyWithin(timeout)) {
      throw Waiting.tooLate("the queue", timeout);
    }
  }

  @Override
  public boolean isEmpty() {
    return isEmptyWithin(GLANCE);
  }

  /** Puts a marker in and waits for it. */
  private boolean isEmptyWithin(Duration timeout) {
    if (!used) {
      return true;
    }
    // Whoever puts something in from here on says so again.
    used = false;
    boolean empty = false;
    long queue = handle.begin("finish");
    try {
      long event = lastOf(queue);
      try {
        session.results.check(session.pi.queueFlush(queue), "finish");
        // How commands ended is told by their events; a marker fails with them.
        empty = Waiting.await(session, event, timeout) <= 0;
      } finally {
        session.releaseWhenEnded(event);
      }
      return empty;
    } finally {
      if (!empty) {
        used = true;
      }
      handle.end();
    }
  }

  /** The event of the last command: of the launch that was the last, or of a marker. */
  private long lastOf(long queue) {
    long event = (long) LAST.getAndSet(this, 0);
    if (event != 0 && keepsLast) {
      return event;
    }
    if (event != 0) {
      session.pi.eventRelease(event);
    }
    return session.make("finish", "", out -> session.pi.enqueueEventsWait(queue, 0, 0, out));
  }

  /** Copies from the host to a buffer and waits for it. */
  void writeNow(PiBuffer buffer, long offset, MemorySegment source) {
    now(buffer, (PiEvent) write(buffer, offset, source));
  }

  /** Copies from a buffer to the host and waits for it. */
  void readNow(PiBuffer buffer, long offset, MemorySegment target) {
    now(buffer, (PiEvent) read(buffer, offset, target));
  }

  /** Copies from a buffer to another and waits for it. */
  void copyNow(PiBuffer source, long sourceOffset, PiBuffer target, long offset, long bytes) {
    now(target, (PiEvent) copy(source, sourceOffset, target, offset, bytes));
  }

  private static void now(PiBuffer buffer, PiEvent event) {
    try {
      event.await(LONGEST_TRANSFER);
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.TIMEOUT) {
        throw e;
      }
      throw BackplaneException.because(
              ErrorCode.DEVICE_FAULTED,
              "a transfer of " + buffer + " has not ended within " + LONGEST_TRANSFER)
          .during("sync")
          .remedy("Close the device and open it again")
          .causedBy(e)
          .build();
    } finally {
      event.close();
    }
  }

  @Override
  public void close() {
    handle.close();
  }

  @Override
  public String toString() {
    return "queue " + flags;
  }
}
