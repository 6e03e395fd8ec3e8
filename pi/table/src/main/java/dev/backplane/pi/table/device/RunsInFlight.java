package dev.backplane.pi.table.device;

import dev.backplane.driverkit.WaitLimit;
import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The runs whose native events are held: those of one queue, in the order in which they were put
 * in, or those of no queue. It keeps reachable what transfers read and write even if nobody keeps
 * their runs, and now and then looks for runs that ended unnoticed.
 */
final class RunsInFlight {
  /** So many runs are put in before one looks for those that ended unnoticed. */
  private static final int BATCH = 64;

  private final Queue<PiRun> runs = new ConcurrentLinkedQueue<>();
  private final boolean inOrder;
  private final AtomicInteger untilSweep = new AtomicInteger(BATCH);

  /**
   * No runs yet.
   *
   * @param inOrder whether they end in the order in which they are put in
   */
  RunsInFlight(boolean inOrder) {
    this.inOrder = inOrder;
  }

  <R extends PiRun> R add(R run) {
    runs.add(run);
    if (untilSweep.decrementAndGet() == 0) {
      sweep();
    }
    return run;
  }

  /** Waits until all have ended that were put in so far. */
  boolean endWithin(Duration timeout) {
    WaitLimit limit = WaitLimit.of(timeout);
    PiRun[] known = runs.toArray(PiRun[]::new);
    // The last one first: mostly all others have ended then.
    for (int i = known.length - 1; i >= 0; i--) {
      if (!known[i].looksEnded() && !known[i].endsWithin(Duration.ofNanos(limit.left()))) {
        return false;
      }
    }
    return true;
  }

  /** Looks for runs that have ended; what is to be done at their end is done. */
  void sweep() {
    int left = 0;
    for (Iterator<PiRun> each = runs.iterator(); each.hasNext(); ) {
      PiRun run = each.next();
      boolean ended = run.looksEnded();
      if (run.hasLetGo()) {
        each.remove();
      } else {
        left++;
      }
      if (inOrder && !ended) {
        break;
      }
    }
    // Where many are left, looking at all of them again costs as much as so many commands.
    untilSweep.set(BATCH + left);
  }

  /** Fails the signals that have not ended: the device is about to be closed. */
  void failSignals() {
    for (PiRun run : runs) {
      if (run instanceof PiSignal signal) {
        var _ = signal.cancel();
      }
    }
  }

  /** The queue is closed: what has not ended is looked after by somebody else. */
  void close(RunsInFlight others) {
    for (PiRun run = runs.poll(); run != null; run = runs.poll()) {
      if (run.looksEnded()) {
        run.letGo();
      } else {
        others.runs.add(run);
      }
    }
  }

  /** The device is closed: what has not ended will not be told. */
  void abandon() {
    for (PiRun run = runs.poll(); run != null; run = runs.poll()) {
      run.abandon();
    }
  }
}
