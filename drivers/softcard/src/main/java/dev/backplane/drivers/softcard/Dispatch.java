package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.board.FirewallPort;
import dev.backplane.drivers.softcard.kds.KillClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the threads of compute units what they are to do, and takes back what they have done. All
 * state is guarded by the card's lock; no kernel and no program code is called under it.
 */
final class Dispatch {
  /** What a unit's thread is to do next. */
  sealed interface Order {}

  /** What one of several units that share a thread is to do. */
  record Task(ThreadUnit unit, Order order) {}

  /** Execute a run. */
  record Execute(CardRun run) implements Order {}

  /** What needs no more words. */
  enum Signal implements Order {
    /** Serve register accesses. */
    REGISTERS,
    /** Go on with what a register access has started. */
    STARTED,
    /** End the thread. */
    STOP
  }

  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Fabric fabric;
  private final Card card;
  private final CardLock lock;

  /** There may be something to do for the thread of a unit. */
  private final Condition changed;

  /** A run is not on its unit any more. */
  private final Condition ended;

  private final Map<CardRun, ThreadUnit> running = new LinkedHashMap<>();
  private boolean stopping;

  Dispatch(Fabric fabric, Card card, CardLock lock) {
    this.fabric = fabric;
    this.card = card;
    this.lock = lock;
    changed = lock.newCondition();
    ended = lock.newCondition();
  }

  @Nullable Waveform takeRecording(CardImage.KernelPlan kernel) {
    return fabric.takeRecording(kernel);
  }

  /** Queues a run. */
  void submit(ThreadUnit unit, CardRun run) {
    lock.lock();
    try {
      // Its holder may have left since it was checked: nobody would cancel the run then.
      fabric.checkAdmitted(run);
      unit.queue().add(run);
      unit.startOnce();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Queues a register access. */
  void submit(ThreadUnit unit, RegisterAccess access) {
    lock.lock();
    try {
      fabric.checkLoaded("register access");
      card.checkHealthy();
      unit.accesses().add(access);
      unit.startOnce();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives a unit's thread its next order; waits until there is one. */
  Order next(ThreadUnit unit, UnitWorker worker) {
    lock.lock();
    try {
      Order order = poll(unit, worker);
      while (order == null) {
        try {
          // A deadline everywhere: looks again now and then though nobody called.
          changed.awaitNanos(worker.sleep().toNanos());
          worker.wakeUp();
          order = poll(unit, worker);
        } catch (InterruptedException late) {
          // Meant for a run that ended before it arrived.
          order = poll(unit, worker);
        }
      }
      return order;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives one of several units that share a thread an order.
   *
   * @param members the units
   * @param busy the runs that are on some of them, which take no other
   * @param patience how long to wait for an order if there is none
   * @return what to do; null if nothing came
   */
  @Nullable Task next(List<ThreadUnit> members, Map<ThreadUnit, CardRun> busy, Duration patience) {
    lock.lock();
    try {
      Task task = poll(members, busy);
      long left = patience.toNanos();
      while (task == null
          && left > 0
          && busy.values().stream().noneMatch(CardRun::cancelRequested)) {
        left = changed.awaitNanos(left);
        task = poll(members, busy);
      }
      return task;
    } catch (InterruptedException e) {
      // Nothing here is interrupted on purpose; whoever asks sees that there is nothing to do.
      return null;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Task poll(List<ThreadUnit> members, Map<ThreadUnit, CardRun> busy) {
    for (ThreadUnit unit : members) {
      Order order = busy.containsKey(unit) ? pollBusy(unit) : poll(unit, null);
      if (order != null) {
        return new Task(unit, order);
      }
    }
    return null;
  }

  private @Nullable Order pollBusy(ThreadUnit unit) {
    return stopping ? Signal.STOP : unit.accesses().isEmpty() ? null : Signal.REGISTERS;
  }

  /** How long {@link #next} waits where nothing is under way. */
  static Duration idle() {
    return IDLE;
  }

  private @Nullable Order poll(ThreadUnit unit, @Nullable UnitWorker worker) {
    if (stopping || isAbandoned(unit, worker)) {
      return Signal.STOP;
    }
    if (worker != null && worker.goesOnFirst()) {
      return Signal.STARTED;
    }
    if (!unit.accesses().isEmpty()) {
      return Signal.REGISTERS;
    }
    if (worker != null && worker.goesOn(unit.isBusy() || unit.isAwaited())) {
      return Signal.STARTED;
    }
    Iterator<CardRun> oldest = unit.queue().iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    CardRun run = oldest.next();
    oldest.remove();
    begin(unit, worker, run);
    // From here on an interrupt is for this run; one that came before was for the last.
    Thread.interrupted();
    return new Execute(run);
  }

  private static boolean isAbandoned(ThreadUnit unit, @Nullable UnitWorker worker) {
    return worker != null && !unit.isWorkedBy(worker);
  }

  private void begin(ThreadUnit unit, @Nullable UnitWorker worker, CardRun run) {
    running.put(run, unit);
    unit.began();
    card.began(worker == null ? unit : worker);
    run.began();
  }

  /**
   * A kernel was started through its registers: that is a run like any other from here on, which
   * ends when its starter leaves. Called by whoever accessed them.
   *
   * @return the run; null if the card is to be used for something else by now
   */
  @Nullable CardRun beginStarted(ThreadUnit unit, UnitWorker worker, CardSession starter) {
    lock.lock();
    try {
      if (stopping || !card.isHeldBy(starter)) {
        return null;
      }
      CardRun run = CardRun.throughRegisters(fabric, starter, unit.kernel());
      if (!fabric.hasCountedStarts()) {
        unit.use();
      }
      begin(unit, worker, run);
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a run back from a unit. */
  void finish(
      ThreadUnit unit, @Nullable UnitWorker worker, CardRun run, ThreadUnit.Outcome outcome) {
    lock.lock();
    try {
      card.ended(worker == null ? unit : worker);
      if (isAbandoned(unit, worker)) {
        // The run has ended without it, and may have been started again.
        return;
      }
      running.remove(run);
      unit.ended();
      unit.executesStarted(false);
      if (!run.isOn(unit)) {
        switch (outcome) {
          case ThreadUnit.Completed(var report) -> fabric.outcome(unit, report.cycles(), null);
          case ThreadUnit.Failed(var reason) -> fabric.outcome(unit, -1, reason);
        }
      }
      switch (outcome) {
        case ThreadUnit.Completed(var report) -> {
          unit.count(report);
          run.completed(report.cycles(), report.elapsed().toNanos());
        }
        case ThreadUnit.Failed(var reason) -> {
          // Units of an image that is gone, or that were given up, cannot stop the card any more.
          if (!stopping) {
            fabric.failed(reason);
          }
          run.failed(reason);
        }
      }
      fabric.ended(unit);
      signal(run);
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Tells who waits for a run, when the card's lock is free. */
  void signal(CardRun run) {
    lock.afterwards(run::signal);
  }

  /** There is something to do for a unit's thread. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A unit broke down outside of a run: the card stops with this first cause. */
  void faulted(BackplaneException reason) {
    lock.lock();
    try {
      if (!stopping) {
        fabric.fault(FirewallPort.CONTROL, reason);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends an execution that is to end: at once if it waits, else as soon as its unit heeds it. */
  void cancel(CardRun run, long execution) {
    lock.lock();
    try {
      if (!run.isInFlight(execution)) {
        return;
      }
      ThreadUnit on = running.get(run);
      if (on != null) {
        on.interrupt();
        fabric.clock().watch(new Kill(this, on, run, execution), KillClock.KILL_TICKS);
        changed.signalAll();
      } else if (run.unit() instanceof ThreadUnit chosen) {
        chosen.endQueued(queued -> queued == run, run::cancellation);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * What was cancelled and does not end (section 6: ten ticks at two a second).
   *
   * @param execution which execution of the run
   */
  private record Kill(Dispatch dispatch, ThreadUnit unit, CardRun run, long execution)
      implements KillClock.Watched {
    @Override
    public boolean isOver() {
      return !run.isInFlight(execution);
    }

    @Override
    public void expired(long generation) {
      dispatch.kill(unit, run, execution);
    }
  }

  private void kill(ThreadUnit unit, CardRun run, long execution) {
    lock.lock();
    try {
      if (run.execution() != execution || !running.remove(run, unit)) {
        return;
      }
      unit.ended();
      BackplaneException reason = killed(unit);
      if (!unit.plan().control().softReset()) {
        fabric.stuck(reason);
      }
      unit.renew();
      run.failed(reason);
      signal(run);
      ended.signalAll();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Has an execution stop that was started through registers, unless it has ended by itself. */
  void stopStarted(ComputeUnit unit) {
    switch (unit) {
      case ThreadUnit threaded -> {
        lock.lock();
        try {
          CardRun run = startedOn(threaded);
          if (run != null) {
            run.requestCancel();
            threaded.interrupt();
            changed.signalAll();
          }
        } finally {
          lock.unlock();
        }
      }
      case ShortUnit one -> one.stopStarted();
    }
  }

  private @Nullable CardRun startedOn(ThreadUnit unit) {
    for (Map.Entry<CardRun, ThreadUnit> entry : running.entrySet()) {
      if (entry.getValue() == unit) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Resets a unit that is used through its registers: it gets another thread and model. */
  void resetStarted(ComputeUnit unit) {
    switch (unit) {
      case ShortUnit one -> one.stopStarted();
      case ThreadUnit threaded -> {
        lock.lock();
        try {
          CardRun run = startedOn(threaded);
          if (run != null) {
            running.remove(run);
            threaded.ended();
            run.requestCancel();
            threaded.interrupt();
          }
          threaded.executesStarted(false);
          threaded.renew();
          changed.signalAll();
        } finally {
          lock.unlock();
        }
      }
    }
  }

  /** {@return whether who accesses a unit next is to hear that an execution was cancelled there} */
  boolean tellsOfCancelling() {
    return fabric.hasCountedStarts();
  }

  static BackplaneException killed(ComputeUnit unit) {
    int seconds = KillClock.KILL_TICKS / KillClock.RATE;
    return BackplaneException.because(
            ErrorCode.TIMEOUT,
            "the execution was aborted and did not end within %d s".formatted(seconds))
        .on(unit.toString())
        .remedy(
            unit.plan().control().softReset()
                ? "Its compute unit was reset and can be used again"
                : "Reset the card: its scheduler starts nothing more, for the compute unit"
                    + " cannot be reset by itself")
        .build();
  }

  /** {@return whether a run is on a unit; called under the lock} */
  boolean isBusy() {
    return !running.isEmpty();
  }

  /** Cancels runs on units and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(Predicate<CardSession> owner, long deadline) {
    lock.lock();
    try {
      List<CardRun> mine =
          running.keySet().stream().filter(run -> owner.test(run.owner())).toList();
      for (CardRun run : mine) {
        ThreadUnit unit = running.get(run);
        if (unit != null) {
          run.requestCancel();
          unit.interrupt();
        }
      }
      changed.signalAll();
      boolean interrupted = Thread.interrupted();
      while (deadline - System.nanoTime() > 0 && mine.stream().anyMatch(running::containsKey)) {
        try {
          ended.awaitNanos(deadline - System.nanoTime());
        } catch (InterruptedException e) {
          // Waits on: memory is freed only after the threads have let go of it.
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return mine.stream().filter(running::containsKey).map(CardRun::kernel).toList();
    } finally {
      lock.unlock();
    }
  }

  /** The threads end with what they are on. */
  void stop() {
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
