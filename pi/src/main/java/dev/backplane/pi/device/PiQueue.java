package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Run;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A queue of the table. */
final class PiQueue extends TransferQueue {
  /** How long one looks whether a queue is empty: a marker has to get through. */
  private static final Duration GLANCE = Duration.ofMillis(100);

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
  private final boolean takesTimes;
  private final RunsInFlight runs;

  /**
   * {@link #EMPTY}, {@link #USED}, or the number of the look that was begun last while nothing was
   * put in since. Who looks makes it empty only if that is still his own number.
   */
  private volatile long content;

  /** Counts looks at whether it is empty. */
  private final AtomicLong looks = new AtomicLong();

  /**
   * Whether the event of the call that was enqueued last is kept, which spares waiting a marker.
   * Only where commands end in order, and one thread knows which of them was the last.
   */
  private volatile boolean keepsLast;

  /** That event, or 0 if something else came after it. Changed through {@link #LAST}. */
  @SuppressWarnings("UnusedVariable")
  private volatile long last;

  /** The thread that put in the first command; 0 if none has. */
  private long submitter;

  /**
   * A queue.
   *
   * @param queue its handle, which is released with it
   * @param used whether others may have put in commands, and nobody knows its flags
   */
  PiQueue(PiContext context, long queue, Set<QueueFlag> flags, boolean used) {
    super(context);
    this.flags = flags;
    takesTimes = used || flags.contains(QueueFlag.PROFILING);
    runs = new RunsInFlight(!used && !flags.contains(QueueFlag.OUT_OF_ORDER));
    content = used ? USED : EMPTY;
    handle =
        new NativeHandle(
            "the queue",
            queue,
            () -> {
              context.queues().remove(this);
              runs.close(context.loose());
              forgetLast();
              // What was put in is handed over though the queue is released later.
              context.pi.queueFlush(queue);
              context.retire(() -> context.pi.queueRelease(queue));
            });
    keepsLast =
        !used
            && !flags.contains(QueueFlag.OUT_OF_ORDER)
            && !flags.contains(QueueFlag.DISCARD_EVENTS);
    context.queues().add(this);
  }

  private void forgetLast() {
    long before = (long) LAST.getAndSet(this, 0);
    if (before != 0) {
      context.pi.eventRelease(before);
    }
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public Set<QueueFlag> flags() {
    return flags;
  }

  @Override
  public PiRun submit(Call call, Run... after) {
    PiCall own = own(call);
    own.checkSet();
    return command(
        "call of " + own.name(),
        null,
        after,
        (queue, count, events, event) ->
            own.checked(own.enqueue(queue, count, events, event), "submit"));
  }

  /** Submits it and hands it over: nobody may ever wait for it. */
  PiRun start(PiCall call) {
    PiRun run = submit(call);
    run.flushUnless(null);
    return run;
  }

  @Override
  public void enqueue(Call call) {
    PiCall own = own(call);
    own.checkSet();
    own.usedIn(this);
    claim();
    boolean keep = keepsLast;
    int result = own.enqueue(handle.open("enqueue"), 0, 0, keep ? own.eventAddress() : 0);
    if (result != 0) {
      touch();
      var _ = own.checked(result, "enqueue");
      return;
    }
    if (keep) {
      long before = (long) LAST.getAndSet(this, own.event());
      if (before != 0) {
        context.pi.eventRelease(before);
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

  private PiCall own(Call call) {
    return call instanceof PiCall own && own.isOf(context)
        ? own
        : context.own(PiCall.class, call, "use queue");
  }

  @Override
  PiRun command(String operation, @Nullable HostSide host, Run[] after, Command command) {
    beginOrGiveUp(operation, host);
    try {
      return put(operation, host, after, command);
    } finally {
      handle.end();
    }
  }

  /** What a command holds is let go if the queue was closed. */
  private void beginOrGiveUp(String operation, @Nullable HostSide host) {
    boolean begun = false;
    try {
      var _ = handle.begin(operation);
      begun = true;
    } finally {
      if (!begun && host != null) {
        host.giveUp().run();
      }
    }
  }

  /** Puts a command in, whoever holds the queue. */
  private PiRun put(String operation, @Nullable HostSide host, Run[] after, Command command) {
    boolean enqueued = false;
    try (Slab.Frame frame = Slab.frame();
        WaitList list = WaitList.of(context, this, frame, operation, after)) {
      MemorySegment event = frame.allocate(Long.BYTES, Long.BYTES);
      event.set(ValueLayout.JAVA_LONG, 0, 0);
      if (list.isDoomed()) {
        return PiRun.failed(context, operation, this);
      }
      claim();
      int result = command.enqueue(handle.value(), list.count(), list.address(), event.address());
      if (result == PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        return PiRun.failed(context, operation, this);
      }
      context.results.check(result, operation);
      enqueued = true;
      forgetLast();
      touch();
      return runs.add(
          new PiRun(
              context,
              event.get(ValueLayout.JAVA_LONG, 0),
              operation,
              this,
              host == null ? null : host.atEnd()));
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
      Run... after) {
    return PiMapping.of(
        this, context.memoryObject(buffer, "map"), offset, bytes, access, timeout, after);
  }

  /** Unmaps memory that a mapping holds; the queue may have been closed meanwhile. */
  PiRun unmap(String operation, NativeHandle memory, long address, Run... after) {
    try {
      return put(
          operation,
          null,
          after,
          (queue, count, events, event) ->
              context.pi.enqueueMemUnmap(queue, memory.value(), address, count, events, event));
    } finally {
      memory.end();
      handle.end();
    }
  }

  @Override
  public Run marker(Run... after) {
    return command(
        "marker",
        null,
        after,
        (queue, count, events, event) -> context.pi.enqueueEventsWait(queue, count, events, event));
  }

  @Override
  public Run barrier(Run... after) {
    return command(
        "barrier",
        null,
        after,
        (queue, count, events, event) ->
            context.pi.enqueueEventsWaitWithBarrier(queue, count, events, event));
  }

  @Override
  public void flush() {
    long queue = handle.begin("flush");
    try {
      context.results.check(context.flush(queue), "flush");
    } finally {
      handle.end();
    }
  }

  /** Hands over what somebody is about to wait for; a queue that is gone has done so. */
  void flushForWait() {
    if (handle.holdIfThere()) {
      try {
        context.results.check(context.flush(handle.value()), "flush");
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
      boolean empty = event == 0 ? Waiting.finish(context, handle, timeout) : ended(event, timeout);
      if (empty) {
        runs.sweep();
        CONTENT.compareAndSet(this, look, EMPTY);
      }
      return empty;
    } finally {
      handle.end();
    }
  }

  /** How commands ended is told by their runs; a marker fails with them. */
  private boolean ended(long event, Duration timeout) {
    return runs.add(new PiRun(context, event, "finish", this, null)).endsWithin(timeout);
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
      context.pi.eventRelease(event);
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment out = frame.allocate(Long.BYTES, Long.BYTES);
      out.set(ValueLayout.JAVA_LONG, 0, 0);
      int result = context.pi.enqueueEventsWait(queue, 0, 0, out.address());
      if (result != PiResult.UNSUPPORTED_FEATURE) {
        context.results.check(result, "finish");
      }
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  boolean isClosed() {
    return handle.isClosed();
  }

  boolean takesTimes() {
    return takesTimes;
  }

  /** Whether no command is in flight, as none is on a device that is gone. */
  boolean isIdle() {
    try {
      return isEmptyWithin(GLANCE);
    } catch (BackplaneException e) {
      return e.code() != ErrorCode.CANCELLED;
    }
  }

  @Override
  public void close() {
    if (!handle.isClosed() && !isIdle()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "a command has not ended")
          .during("close")
          .on(toString())
          .remedy("Finish it first")
          .build();
    }
    abandon();
  }

  /** Closes it whatever is in flight. */
  void abandon() {
    var _ = handle.close();
  }

  @Override
  public String toString() {
    return "queue " + flags;
  }
}
