package dev.backplane.xrt.card.schedule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The execution that a register access has started on a unit with a thread, until it ends. Some
 * models advance while their registers are accessed; then the thread takes over only if there were
 * no accesses for a moment.
 */
final class StartedExecution {
  /** After this time without accesses, the thread takes over the execution. */
  private static final Duration QUIET = Duration.ofMillis(1);

  /** A kernel whose registers were accessed within that time is likely to be started soon again. */
  private static final Duration RECENT = Duration.ofMillis(50);

  /**
   * The interval between two looks for work while a start is likely, so that no start has to wake
   * the thread.
   */
  private static final Duration LOOK = Duration.ofMillis(10);

  private volatile @Nullable ScheduledRun run;

  /** The start of the execution, by {@link System#nanoTime}; used by the model's owner only. */
  private long begun;

  /** True if it is left to register accesses as long as some come. */
  private volatile boolean movedByAccesses;

  /** True if there is nothing to do for it until a register is accessed. */
  private volatile boolean resting;

  /** True if the thread has to be woken when something is started. */
  private volatile boolean asleep;

  private volatile long accessed = System.nanoTime() - RECENT.toNanos();

  @Nullable ScheduledRun run() {
    return run;
  }

  long begun() {
    return begun;
  }

  /** The model was started. */
  void beginning(boolean byAccesses) {
    begun = System.nanoTime();
    resting = false;
    movedByAccesses = byAccesses;
  }

  /** Sets the run that stands for the execution; null if the card does not let it begin. */
  void began(@Nullable ScheduledRun begunRun) {
    run = begunRun;
  }

  void ended() {
    run = null;
  }

  /** The thread has gone on with it as far as it could. */
  void rest(boolean untilAccess) {
    resting = untilAccess;
  }

  /**
   * Notes a register access. Returns whether the thread has to go on with an execution that rested.
   */
  boolean accessed() {
    accessed = System.nanoTime();
    boolean rested = resting;
    resting = false;
    return rested;
  }

  /** {@return whether the thread has to be woken for what has just begun} */
  boolean mustWake() {
    return !movedByAccesses || asleep;
  }

  /** {@return whether the thread goes on with it before registers are accessed} */
  boolean goesOnFirst() {
    ScheduledRun started = run;
    return started != null && (!movedByAccesses || started.isToEnd());
  }

  /**
   * {@return whether the thread goes on with it}
   *
   * @param hurried whether others wait for its end
   */
  boolean goesOn(boolean hurried) {
    return run != null && !resting && (hurried || System.nanoTime() - accessed > QUIET.toNanos());
  }

  /** {@return how long the thread is to sleep now, as there is nothing to do} */
  Duration sleep() {
    // Before the checks: a thread that starts something either sees this, or is seen by them.
    asleep = true;
    boolean watched = run != null && !resting;
    boolean expected = System.nanoTime() - accessed < RECENT.toNanos();
    asleep = !watched && !expected;
    return watched ? QUIET : expected ? LOOK : ThreadDispatcher.IDLE;
  }

  /** The thread looks for work again. */
  void wakeUp() {
    asleep = false;
  }
}
