package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Launch;
import dev.backplane.api.Mapping;
import dev.backplane.api.QueueFlag;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.driverkit.WaitLimit;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A queue of the table. */
final class PiQueue extends TransferQueue {
  /** How long making two copies equal may take; what takes longer will never end. */
  private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(5);

  /** How long one looks whether a queue is empty: a marker has to get through. */
  private static final Duration GLANCE = Duration.ofMillis(100);

  private static final long MAP_READ = 1;
  private static final long MAP_WRITE = 2;
  private static final long MAP_OVERWRITE = 4;

  /** Nothing was put in since it was seen empty. */
  private static final long EMPTY = 0;

  /** Something was put in. */
  private static final long USED = -1;

  private static final VarHandle LAST;
  private static final VarHandle SUBMITTER;
  private static final VarHandle CONTENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LAST = lookup.findVarHandle(PiQueue.class, "last", long.class);
      SUBMITTER = lookup.findVarHandle(PiQueue.class, "submitter", long.class);
      CONTENT = lookup.findVarHandle(PiQueue.class, "content", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final NativeHandle handle;
  private final Set<QueueFlag> flags;

  /**
   * {@link #EMPTY}, {@link #USED}, or the number of the look that was begun last while nothing was
   * put in since. Who looks makes it empty only if that is still his own number.
   */
  private volatile long content;

  /** Counts looks at whether it is empty. */
  private final AtomicLong looks = new AtomicLong();

  /**
   * Whether the event of the launch that was submitted last is kept, which spares waiting a marker.
   * Only where commands end in order, and one thread knows which of them was the last.
   */
  private volatile boolean keepsLast;

  /** That event, or 0 if something else came after it. Changed through {@link #LAST}. */
  @SuppressWarnings("UnusedVariable")
  private volatile long last;

  /** The thread that put in the first command; 0 if none has. */
  private long submitter;

  PiQueue(Session session, long queue, Set<QueueFlag> flags, boolean used) {
    super(session);
    this.flags = flags;
    content = used ? USED : EMPTY;
    handle =
        new NativeHandle(
            "the queue",
            queue,
            () -> {
              forgetLast();
              // What was put in is handed over though the queue is released later.
              session.pi.queueFlush(queue);
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
    claim();
    boolean keep = keepsLast;
    int result = own.enqueue(handle.open("submit"), 0, 0, keep ? own.eventAddress() : 0);
    if (result != 0) {
      touch();
      var _ = own.checked(result, "submit");
      return;
    }
    if (keep) {
      long before = (long) LAST.getAndSet(this, own.event());
      if (before != 0) {
        session.pi.eventRelease(before);
      }
    }
    // After the event is kept: who looks in between waits for the one before.
    touch();
  }

  /** Before anything is put in: of two threads nobody knows whose command is the last. */
  private void claim() {
    if (keepsLast
        && submitter != Thread.currentThread().threadId()
        && !SUBMITTER.compareAndSet(this, 0L, Thread.currentThread().threadId())) {
      keepsLast = false;
    }
  }

  private void touch() {
    // A volatile write for each command would cost more than the command's checks.
    if (content != USED) {
      content = USED;
    }
  }

  private PiLaunch own(Launch launch) {
    if (launch instanceof PiLaunch own && own.isOf(session)) {
      return own;
    }
    throw foreign("launch");
  }

  @Override
  PiEvent command(String operation, @Nullable HostSide host, Event[] after, Command command) {
    boolean enqueued = false;
    try (Slab.Frame frame = Slab.frame();
        WaitList list = WaitList.of(session, this, frame, operation, after)) {
      MemorySegment event = frame.allocate(Long.BYTES, Long.BYTES);
      event.set(ValueLayout.JAVA_LONG, 0, 0);
      long queue = handle.begin(operation);
      claim();
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
      claim();
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
    long queue = handle.begin("flush");
    try {
      session.results.check(session.flush(queue), "flush");
    } finally {
      handle.end();
    }
  }

  /** Hands over what somebody is about to wait for; a queue that is gone has done so. */
  void flushForWait() {
    if (handle.holdIfThere()) {
      try {
        session.results.check(session.flush(handle.value()), "flush");
      } finally {
        handle.end();
      }
    }
  }

  @Override
  public void finish(Duration timeout) {
    if (!isEmptyWithin(timeout)) {
      throw WaitLimit.timedOut("queue", timeout, "Wait longer, or look for what it waits for");
    }
  }

  @Override
  public boolean isEmpty() {
    return isEmptyWithin(GLANCE);
  }

  /** Puts a marker in and waits for it. */
  private boolean isEmptyWithin(Duration timeout) {
    if (content == EMPTY) {
      return true;
    }
    long queue = handle.begin("finish");
    try {
      // Whoever puts something in from here on, or looks himself, replaces the number.
      long look = looks.incrementAndGet();
      content = look;
      long event = lastOf(queue);
      boolean empty = event == 0 ? finished(queue, timeout) : ended(queue, event, timeout);
      if (empty) {
        CONTENT.compareAndSet(this, look, EMPTY);
      }
      return empty;
    } finally {
      handle.end();
    }
  }

  private boolean ended(long queue, long event, Duration timeout) {
    try {
      session.results.check(session.flush(queue), "finish");
      // How commands ended is told by their events; a marker fails with them.
      return Waiting.await(session, event, timeout) <= 0;
    } finally {
      session.releaseWhenEnded(event);
    }
  }

  /** For a plugin without markers: its own wait has no deadline, so that another thread waits. */
  private boolean finished(long queue, Duration timeout) {
    long held = handle.hold("finish");
    FutureTask<Integer> finish =
        new FutureTask<>(
            () -> {
              try {
                return session.pi.queueFinish(held);
              } finally {
                handle.end();
              }
            });
    Thread.ofPlatform().daemon().name("finish").start(finish);
    try {
      session.results.check(finish.get(timeout.toNanos(), TimeUnit.NANOSECONDS), "finish");
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("queue " + Long.toHexString(queue) + " was not asked", e);
    } catch (InterruptedException e) {
      throw WaitLimit.interrupted("queue");
    }
  }

  /**
   * The event of the last command: of the launch that was the last, or of a marker; 0 if the plugin
   * has no markers.
   */
  private long lastOf(long queue) {
    long event = (long) LAST.getAndSet(this, 0);
    if (event != 0 && keepsLast) {
      return event;
    }
    if (event != 0) {
      session.pi.eventRelease(event);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment out = frame.allocate(Long.BYTES, Long.BYTES);
      out.set(ValueLayout.JAVA_LONG, 0, 0);
      int result = session.pi.enqueueEventsWait(queue, 0, 0, out.address());
      if (result != PiResult.UNSUPPORTED_FEATURE) {
        session.results.check(result, "finish");
      }
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
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
