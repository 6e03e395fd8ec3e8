package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.xrt.card.board.FirewallPort;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the threads of compute units their orders, and takes back what they have done. All state is
 * guarded by the card's lock.
 */
final class ThreadDispatcher {
  /** The longest time that a thread waits for an order before it looks again without a signal. */
  static final Duration IDLE = Duration.ofSeconds(10);

  private static final Duration ACCESS_DEADLINE = Duration.ofSeconds(10);

  private final ScheduledRun.Environment environment;
  private final Admission admission;
  private final CardLock lock;
  private final MemoryReclaimer reclaimer;
  private final UnitEvents events;

  /** Signalled when there may be something to do for the thread of a unit. */
  private final Condition changed;

  private final RunsOnUnits running;
  private boolean stopping;

  ThreadDispatcher(
      ScheduledRun.Environment environment,
      CardLock lock,
      MemoryReclaimer reclaimer,
      UnitEvents events) {
    this.environment = environment;
    this.lock = lock;
    this.reclaimer = reclaimer;
    this.events = events;
    admission = environment.admission();
    changed = lock.newCondition();
    running = new RunsOnUnits(lock);
  }

  /** Queues a run. */
  void submit(ThreadUnit unit, ScheduledRun run) {
    lock.lock();
    try {
      // Its client may have left since it was checked, and would not cancel the run then.
      run.checkAdmitted();
      unit.queue().add(run);
      unit.startOnce();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Does a register access: in the calling thread if the unit is at rest, else in its own. */
  int access(ThreadUnit unit, RegisterAccess access) {
    if (unit.isLinked() || !unit.worker().serveHere(access)) {
      submit(unit, access);
      OptionalInt seen = unit.glance(access);
      if (seen.isPresent()) {
        return seen.getAsInt();
      }
    }
    return access.await(ACCESS_DEADLINE);
  }

  private void submit(ThreadUnit unit, RegisterAccess access) {
    lock.lock();
    try {
      admission.checkAccess();
      unit.accesses().add(access);
      unit.startOnce();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives a unit's thread its next order; waits until there is one. */
  UnitOrder next(ThreadUnit unit, ThreadUnit.Worker worker) {
    lock.lock();
    try {
      UnitOrder order = poll(unit, worker);
      while (order == null) {
        try {
          // With a deadline: the thread looks again now and then though nothing was signalled.
          changed.awaitNanos(worker.started().sleep().toNanos());
          worker.started().wakeUp();
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
  UnitOrder.@Nullable OfUnit next(
      List<ThreadUnit> members, Map<ThreadUnit, ScheduledRun> busy, Duration patience) {
    lock.lock();
    try {
      UnitOrder.OfUnit task = poll(members, busy);
      long left = patience.toNanos();
      while (task == null && left > 0 && busy.values().stream().noneMatch(ScheduledRun::isToEnd)) {
        left = changed.awaitNanos(left);
        task = poll(members, busy);
      }
      return task;
    } catch (InterruptedException e) {
      // Nothing here is interrupted on purpose; the caller sees that there is nothing to do.
      return null;
    } finally {
      lock.unlock();
    }
  }

  private UnitOrder.@Nullable OfUnit poll(
      List<ThreadUnit> members, Map<ThreadUnit, ScheduledRun> busy) {
    for (ThreadUnit unit : members) {
      UnitOrder order = busy.containsKey(unit) ? pollBusy(unit) : poll(unit, null);
      if (order != null) {
        return new UnitOrder.OfUnit(unit, order);
      }
    }
    return null;
  }

  private @Nullable UnitOrder pollBusy(ThreadUnit unit) {
    return stopping
        ? UnitOrder.Signal.STOP
        : unit.accesses().isEmpty() ? null : UnitOrder.Signal.REGISTERS;
  }

  private @Nullable UnitOrder poll(ThreadUnit unit, ThreadUnit.@Nullable Worker worker) {
    if (stopping || isAbandoned(unit, worker)) {
      return UnitOrder.Signal.STOP;
    }
    if (worker != null && worker.started().goesOnFirst()) {
      return UnitOrder.Signal.STARTED;
    }
    if (!unit.accesses().isEmpty()) {
      return UnitOrder.Signal.REGISTERS;
    }
    if (worker != null && worker.started().goesOn(unit.isBusy() || unit.isAwaited())) {
      return UnitOrder.Signal.STARTED;
    }
    Iterator<ScheduledRun> oldest = unit.queue().iterator();
    if (!oldest.hasNext()) {
      return worker != null && worker.isClocked() ? UnitOrder.Signal.CLOCK : null;
    }
    ScheduledRun run = oldest.next();
    oldest.remove();
    begin(unit, worker, run);
    // From here on an interrupt is for this run; one that came before was for the last.
    Thread.interrupted();
    return new UnitOrder.Execute(run);
  }

  private static boolean isAbandoned(ThreadUnit unit, ThreadUnit.@Nullable Worker worker) {
    return worker != null && !unit.isWorkedBy(worker);
  }

  private void begin(ThreadUnit unit, ThreadUnit.@Nullable Worker worker, ScheduledRun run) {
    running.add(run, unit);
    unit.began();
    reclaimer.began(worker == null ? unit : worker);
    run.running();
    if (run.hasProgress()) {
      lock.post(run::reportBegan);
    }
  }

  /**
   * A kernel was started through its registers: that is a run like any other from here on, which
   * ends when its starter leaves. Called by the thread that accessed them.
   *
   * @return the run; null if the card is to be used for something else by now
   */
  @Nullable ScheduledRun beginStarted(
      ThreadUnit unit, ThreadUnit.Worker worker, CardClient starter) {
    lock.lock();
    try {
      if (stopping || starter.isLeaving()) {
        return null;
      }
      ScheduledRun run = ScheduledRun.throughRegisters(environment, starter, unit.kernel());
      if (!events.countsRegisterStarts()) {
        unit.unit().use();
      }
      begin(unit, worker, run);
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a run back from a unit. */
  void finish(
      ThreadUnit unit, ThreadUnit.@Nullable Worker worker, ScheduledRun run, UnitOutcome outcome) {
    lock.lock();
    try {
      reclaimer.ended(worker == null ? unit : worker);
      if (isAbandoned(unit, worker)) {
        // The run has ended without it, and may have been started again.
        return;
      }
      running.remove(run);
      unit.ended();
      unit.executesStarted(false);
      boolean byRegisters = !run.isOn(unit.unit());
      switch (outcome) {
        case UnitOutcome.Completed(var report) -> {
          if (byRegisters) {
            events.registerStartEnded(unit, report.cycles(), null);
          }
          unit.count(report);
          run.completed(report.cycles(), report.elapsed().toNanos());
        }
        case UnitOutcome.Failed(var reason) -> {
          if (byRegisters) {
            events.registerStartEnded(unit, -1, reason);
          }
          // Units of an image that is gone, or that were given up, cannot stop the card any more.
          if (!stopping) {
            events.failed(reason);
          }
          run.failed(reason);
        }
      }
      lock.post(() -> events.threadEnded(unit));
      lock.post(run::signal);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes the threads of units, as there is something to do for one of them. */
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
        events.faulted(FirewallPort.CONTROL, reason);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has the unit that a run is on end an execution; called under the card's lock.
   *
   * @return whether the run is on a unit
   */
  boolean cancelRunning(ScheduledRun run, long execution) {
    ThreadUnit on = running.unitOf(run);
    if (on == null) {
      return false;
    }
    on.interrupt();
    environment.clock().watch(new Kill(this, on, run, execution), KillClock.KILL_TICKS);
    changed.signalAll();
    return true;
  }

  /**
   * Kills a cancelled execution that does not end in time (section 6: ten ticks at two a second).
   *
   * @param execution the number of the run's execution
   */
  private record Kill(
      ThreadDispatcher dispatcher, ThreadUnit unit, ScheduledRun run, long execution)
      implements KillClock.Watched {
    @Override
    public boolean isOver() {
      return !run.isInFlight(execution);
    }

    @Override
    public void expired(long generation) {
      dispatcher.kill(unit, run, execution);
    }
  }

  private void kill(ThreadUnit unit, ScheduledRun run, long execution) {
    lock.lock();
    try {
      if (run.execution() != execution || !running.remove(run, unit)) {
        return;
      }
      unit.ended();
      BackplaneException reason = RunErrors.abortIgnored(unit);
      if (!unit.plan().control().softReset()) {
        events.stuck(reason);
      }
      unit.renew();
      run.failed(reason);
      lock.post(run::signal);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops an execution that was started through registers, unless it has ended by itself. */
  void stopStarted(ThreadUnit unit) {
    lock.lock();
    try {
      ScheduledRun run = running.runOn(unit);
      if (run != null) {
        run.requestCancel();
        unit.interrupt();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Resets a unit that is used through its registers: it gets another thread and model. */
  void resetStarted(ThreadUnit unit) {
    lock.lock();
    try {
      ScheduledRun run = running.runOn(unit);
      if (run != null) {
        running.remove(run);
        unit.ended();
        run.requestCancel();
        unit.interrupt();
      }
      unit.executesStarted(false);
      unit.renew();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a run is on a unit; called under the lock} */
  boolean isBusy() {
    return !running.isEmpty();
  }

  /** Cancels runs on units and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(Predicate<CardClient> owner, long deadline) {
    lock.lock();
    try {
      List<ScheduledRun> mine = running.cancel(owner);
      changed.signalAll();
      return running.awaitEnd(mine, deadline).stream().map(ScheduledRun::kernel).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Stops the threads, each after its current execution. */
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
