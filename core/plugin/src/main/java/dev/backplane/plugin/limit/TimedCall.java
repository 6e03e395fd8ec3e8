package dev.backplane.plugin.limit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a thread into plugin code, with a deadline. What counts is the time in which the plugin
 * computes or blocks, not that in which its thread is ready to run and the machine has no processor
 * for it. However busy the machine is, a call lasts at most {@value #LONGEST} times its deadline by
 * the clock.
 *
 * <p>A thread is interrupted during its call or not at all: after that it may be in the code of
 * another plugin. Safe for use by several threads.
 */
public final class TimedCall {
  /**
   * At most so many deadlines pass by the clock, also before the call begins: somebody waits for
   * it.
   */
  public static final int LONGEST = 10;

  private final Duration deadline;
  private final ThreadTime time;
  private final long made;

  /** All guarded by this. */
  private @Nullable Thread thread;

  private @Nullable LongSupplier processorWait;
  private long waitedBefore;
  private long began;

  /**
   * A call that is about to begin.
   *
   * @param deadline how long it may take
   * @param time the clock, and what is known of threads
   */
  public TimedCall(Duration deadline, ThreadTime time) {
    this.deadline = deadline;
    this.time = time;
    made = time.nanoTime();
  }

  /** The current thread goes into plugin code. */
  public synchronized void begin() {
    thread = Thread.currentThread();
    processorWait = time.processorWait();
    waitedBefore = processorWait.getAsLong();
    began = time.nanoTime();
    // What an earlier plugin left behind, or somebody who was late to interrupt it.
    Thread.interrupted();
  }

  /** The thread is out of plugin code. Nothing happens the second time. */
  public synchronized void end() {
    if (thread != null) {
      thread = null;
      Thread.interrupted();
    }
  }

  /** {@return whether a thread went into the plugin's code} */
  public synchronized boolean hasBegun() {
    return processorWait != null;
  }

  /** {@return the thread if it is still there, interrupted} */
  public synchronized @Nullable Thread interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
    return thread;
  }

  /**
   * {@return how much longer it may take, as far as is known now; nothing or less if it is overdue}
   */
  public synchronized long nanosLeft() {
    long now = time.nanoTime();
    long atMost = LONGEST * deadline.toNanos() - (now - made);
    long used = processorWait == null ? 0 : now - began;
    // The scheduler is asked only when the time would be over without its answer.
    long left = deadline.toNanos() - used;
    return Math.min(atMost, left > 0 ? left : left + waited());
  }

  /** {@return what became overdue, for a message} */
  public synchronized String overdue() {
    String text = "no answer within " + deadline.toMillis() + " ms";
    long millis = TimeUnit.NANOSECONDS.toMillis(processorWait == null ? 0 : waited());
    return millis == 0
        ? text
        : text + ", not counting " + millis + " ms in which the machine was too busy to run it";
  }

  /** {@return where the thread is, for a message} */
  public synchronized String where() {
    if (thread == null) {
      return processorWait == null ? "about to begin" : "just leaving";
    }
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (!frame.getClassName().startsWith("java.") && !frame.getClassName().startsWith("jdk.")) {
        return "at " + frame;
      }
    }
    return thread.getName();
  }

  private long waited() {
    return processorWait == null ? 0 : Math.max(0, processorWait.getAsLong() - waitedBefore);
  }
}
