package dev.backplane.pi.table.device;

import dev.backplane.api.QueueFlag;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows what was put into a queue and whether all of it has ended. Where each command has a run, or
 * the last of them an event, those tell; a marker, which has to get through to a device that others
 * may keep busy, is needed only for commands that nobody knows an event of. Safe for use by several
 * threads.
 */
final class QueueContent {
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
      LAST = lookup.findVarHandle(QueueContent.class, "last", long.class);
      SUBMITTER = lookup.findVarHandle(QueueContent.class, "submitter", long.class);
      CONTENT = lookup.findVarHandle(QueueContent.class, "content", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PiContext context;
  private final PiQueue queue;
  private final RunsInFlight runs;

  /**
   * {@link #EMPTY}, {@link #USED}, or the number of the last look, if nothing was put in since it
   * began. A look sets it to {@link #EMPTY} only if it still is the look's own number.
   */
  private volatile long content = EMPTY;

  /** Counts looks at whether it is empty. */
  private final AtomicLong looks = new AtomicLong();

  /**
   * True if the event of the call that was enqueued last is kept. That takes commands that end in
   * order, and a single thread, which knows which of them was the last.
   */
  private volatile boolean keepsLast;

  /** The kept event; 0 if something else was put in after it. Changed through {@link #LAST}. */
  @SuppressWarnings("UnusedVariable")
  private volatile long last;

  /** The thread that put in the first command; 0 if none has. */
  private long submitter;

  /** True if a command was put in of which nobody has an event. */
  private volatile boolean nameless;

  /** True if others know the queue, who may put in commands at any time. */
  private volatile boolean shared;

  /**
   * The content of a queue.
   *
   * @param shared whether others may have put in commands, and nobody knows its flags
   */
  QueueContent(PiContext context, PiQueue queue, Set<QueueFlag> flags, boolean shared) {
    this.context = context;
    this.queue = queue;
    this.shared = shared;
    runs = new RunsInFlight(!shared && !flags.contains(QueueFlag.OUT_OF_ORDER));
    keepsLast =
        !shared
            && !flags.contains(QueueFlag.OUT_OF_ORDER)
            && !flags.contains(QueueFlag.DISCARD_EVENTS);
  }

  /** Notes that others know the queue from now on. */
  void share() {
    shared = true;
  }

  /**
   * Claims the queue for this thread, before it puts anything in: of two threads, nobody knows
   * whose command is the last.
   *
   * @return whether a call that is enqueued without a run is to have an event
   */
  boolean claim() {
    if (keepsLast
        && submitter != Thread.currentThread().threadId()
        && !SUBMITTER.compareAndSet(this, 0L, Thread.currentThread().threadId())) {
      keepsLast = false;
    }
    return keepsLast;
  }

  /** A call was enqueued without a run, and without an event. */
  void addedNameless() {
    if (!nameless) {
      nameless = true;
    }
    touch();
  }

  /** A call was enqueued without a run; its event is kept from now on. */
  void addedLast(long event) {
    release((long) LAST.getAndSet(this, event));
    // After the event is kept: who looks in between waits for the one before.
    touch();
  }

  /** A command was put in that has a run. */
  PiRun added(PiRun run) {
    // Added first: who sees that something was put in finds the run.
    PiRun added = runs.add(run);
    forgetLast();
    touch();
    return added;
  }

  /** Lets go of the kept event, as the next command comes after it. */
  private void forgetLast() {
    long before = (long) LAST.getAndSet(this, 0);
    if (before != 0 && !keepsLast) {
      // Another thread's: which of the two is the last is not known.
      nameless = true;
    }
    release(before);
  }

  /** Notes that something may have been put in. */
  void touch() {
    // A volatile write for each command would cost more than the command's checks.
    if (content != USED) {
      content = USED;
    }
  }

  private void release(long event) {
    if (event != 0) {
      context.pi.eventRelease(event);
    }
  }

  /** Closes the content: others wait for the commands that have not ended. */
  void close() {
    runs.close(context.loose());
    release((long) LAST.getAndSet(this, 0));
  }

  /** Waits until all that was put in has ended. */
  boolean isEmptyWithin(NativeHandle handle, Duration timeout) {
    if (content == EMPTY && !shared) {
      return true;
    }
    long own = handle.begin("finish");
    try {
      // Whoever puts something in from here on, or looks himself, replaces the number.
      long look = looks.incrementAndGet();
      content = look;
      boolean empty = hasEnded(own, handle, timeout);
      if (empty) {
        runs.sweep();
        CONTENT.compareAndSet(this, look, EMPTY);
      }
      return empty;
    } finally {
      handle.end();
    }
  }

  private boolean hasEnded(long own, NativeHandle handle, Duration timeout) {
    long event = (long) LAST.getAndSet(this, 0);
    if (event != 0 && keepsLast) {
      return ended(event, timeout);
    }
    if (event != 0) {
      nameless = true;
      release(event);
    }
    if (!nameless && !shared) {
      return runs.endWithin(timeout);
    }
    long marker = marker(own);
    return marker == 0 ? Waiting.finish(context, handle, timeout) : ended(marker, timeout);
  }

  /**
   * Waits until an event has ended, well or not. A marker fails with the commands before it, whose
   * runs report that.
   */
  private boolean ended(long event, Duration timeout) {
    return runs.add(new PiRun(context, event, "finish", queue, null)).endsWithin(timeout);
  }

  /** {@return the event of a marker; 0 if the plugin has none} */
  private long marker(long own) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment out = frame.allocate(Long.BYTES, Long.BYTES);
      out.set(ValueLayout.JAVA_LONG, 0, 0);
      int result = context.pi.enqueueEventsWait(own, 0, 0, out.address());
      if (result != PiResult.UNSUPPORTED_FEATURE) {
        context.results.check(result, "finish");
      }
      return out.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
