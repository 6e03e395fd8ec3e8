package dev.backplane.pi.table.device;

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
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue of the table. */
final class PiQueue extends TransferQueue {
  /** The wait of a look whether the queue is empty: a command may just be ending. */
  private static final Duration GLANCE = Duration.ofMillis(100);

  /** The duration of one wait in a series of waits without a deadline. */
  private static final Duration DRAINING = Duration.ofHours(1);

  private final NativeHandle handle;
  private final Set<QueueFlag> flags;
  private final boolean takesTimes;
  private final QueueContent content;

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
    content = new QueueContent(context, this, flags, used);
    handle =
        new NativeHandle(
            "the queue",
            queue,
            () -> {
              context.queues().remove(this);
              content.close();
              // What was put in is handed over though the queue is released later.
              context.pi.queueFlush(queue);
              context.retire(() -> context.pi.queueRelease(queue));
            });
    context.queues().add(this);
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
    boolean keep = content.claim();
    int result = own.enqueue(handle.open("enqueue"), 0, 0, keep ? own.eventAddress() : 0);
    if (result != 0) {
      content.touch();
      var _ = own.checked(result, "enqueue");
    } else if (keep) {
      content.addedLast(own.event());
    } else {
      content.addedNameless();
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

  /** Holds the queue for a command; if it was closed, gives up the command's host memory. */
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
      content.claim();
      int result = command.enqueue(handle.value(), list.count(), list.address(), event.address());
      if (result == PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        return PiRun.failed(context, operation, this);
      }
      context.results.check(result, operation);
      enqueued = true;
      return content.added(
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
    if (!content.isEmptyWithin(handle, timeout)) {
      throw WaitLimit.timedOut("queue", timeout, "Wait longer, or look for what it waits for");
    }
  }

  @Override
  public boolean isEmpty() {
    return content.isEmptyWithin(handle, GLANCE);
  }

  /** Gives others the queue's native handle by a call; they may put in commands with it. */
  NativeHandle share() {
    content.share();
    return handle;
  }

  boolean isClosed() {
    return handle.isClosed();
  }

  boolean takesTimes() {
    return takesTimes;
  }

  /** Tells whether no command is in flight, as none is on a device that is gone. */
  boolean isIdle() {
    try {
      return isEmpty();
    } catch (BackplaneException e) {
      return e.code() != ErrorCode.CANCELLED;
    }
  }

  /** Waits until all that was put in has ended, however long that takes and whoever interrupts. */
  void drain() {
    boolean ended = false;
    while (!ended && !handle.isClosed()) {
      try {
        ended = content.isEmptyWithin(handle, DRAINING);
      } catch (BackplaneException e) {
        // One interrupt is how the caller says that it waits no longer: the memory is still used.
        if (e.code() != ErrorCode.CANCELLED || !Thread.interrupted()) {
          ended = true;
          finishAnyway();
        }
      }
    }
  }

  /**
   * Finishes the queue of a device that is gone: no command is known to have ended, but none runs.
   */
  private void finishAnyway() {
    if (handle.holdIfThere()) {
      try {
        var _ = context.pi.queueFinish(handle.value());
      } finally {
        handle.end();
      }
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
