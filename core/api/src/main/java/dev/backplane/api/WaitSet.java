package dev.backplane.api;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Waits for whichever of many runs ends next, as {@code poll} does for file descriptors. A run is
 * given out once, when it has ended, however it did; it is in the set until then. Safe for use by
 * several threads: each run goes to one of them.
 */
public final class WaitSet {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Set<Run> awaited = new LinkedHashSet<>();
  private final Queue<Run> ready = new ArrayDeque<>();

  /** An empty set. */
  public WaitSet() {}

  /**
   * Adds a run that was started.
   *
   * @param run the run; that of a call is added anew for each of its executions
   * @return this
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it is in the set
   */
  public WaitSet add(Run run) {
    lock.lock();
    try {
      if (!awaited.add(run)) {
        throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it is in the wait set")
            .during("add")
            .on(run.toString())
            .remedy("Take it out of the set with await before it is added again")
            .build();
      }
    } finally {
      lock.unlock();
    }
    boolean added = false;
    try {
      var _ = run.completion().whenComplete((report, failure) -> end(run));
      added = true;
    } finally {
      if (!added) {
        remove(run);
      }
    }
    return this;
  }

  private void end(Run run) {
    lock.lock();
    try {
      if (awaited.contains(run)) {
        ready.add(run);
        ended.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a run out of the set whether or not it has ended.
   *
   * @param run the run
   * @return whether it was in the set
   */
  public boolean remove(Run run) {
    lock.lock();
    try {
      ready.remove(run);
      return awaited.remove(run);
    } finally {
      lock.unlock();
    }
  }

  /** {@return how many runs are in the set, ended or not} */
  public int size() {
    lock.lock();
    try {
      return awaited.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a run of the set has ended, and takes it out.
   *
   * @param timeout how long to wait at most; zero only looks
   * @return the run that ended first, or empty if none had by then or the set is empty
   * @throws BackplaneException {@link ErrorCode#CANCELLED} if the waiting thread was interrupted;
   *     its interrupt status stays set
   */
  public Optional<Run> await(Duration timeout) {
    lock.lock();
    try {
      long left = nanos(timeout);
      while (ready.isEmpty() && left > 0 && !awaited.isEmpty()) {
        left = ended.awaitNanos(left);
      }
      return Optional.ofNullable(take());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the waiting thread was interrupted; the runs go on")
          .during("await")
          .on("wait set")
          .causedBy(e)
          .build();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the runs that have ended by now, in the order in which they did; taken out} */
  public List<Run> poll() {
    lock.lock();
    try {
      List<Run> all = new ArrayList<>();
      for (Run run = take(); run != null; run = take()) {
        all.add(run);
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  private @org.jspecify.annotations.Nullable Run take() {
    Run run = ready.poll();
    if (run != null) {
      awaited.remove(run);
    }
    return run;
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return TimeUnit.DAYS.toNanos(1000);
    }
  }
}
