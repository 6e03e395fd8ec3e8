package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Events.InterruptSource;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.board.FirewallPort;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of a loaded image. It gives each run to its compute unit, in one of four ways: to
 * be executed in the calling thread, in the unit's own thread, in the thread of units that are
 * linked by streams, or through the queue of the embedded scheduler. It cancels runs, stops units
 * and resets them, whichever way their runs have come.
 */
public final class UnitScheduler
    implements ScheduledRun.Scheduler, UnitEvents, ErtPorts.UnitControl {
  private final Admission admission;
  private final CardLock lock;
  private final MemoryReclaimer reclaimer;
  private final ScheduledRun.Environment environment;
  private final EventPublisher events;
  private final ThreadDispatcher dispatcher;

  /** The units, each at its index. */
  private final ScheduledUnit[] units;

  private final @Nullable ErtPorts ert;
  private final @Nullable ErtRuns ertRuns;

  UnitScheduler(
      CardImage image,
      List<ComputeUnit> all,
      CardServices services,
      Admission admission,
      ScheduledRun.Resources resources,
      RequestedWaveforms waveforms) {
    this.admission = admission;
    lock = services.lock();
    reclaimer = services.reclaimer();
    events = services.events();
    environment = new ScheduledRun.Environment(admission, this, resources, services.clock());
    dispatcher = new ThreadDispatcher(environment, lock, reclaimer, this);
    List<ScheduledUnit> made =
        new ScheduledUnits(image, services, environment, dispatcher, waveforms, this).make(all);
    units = made.toArray(ScheduledUnit[]::new);
    ert =
        services
            .config()
            .mode()
            .layout()
            .map(layout -> new ErtPorts(made, services.config(), layout, this))
            .orElse(null);
    ertRuns = ert == null ? null : new ErtRuns(ert, services.clock(), lock, this);
  }

  ScheduledRun.Environment environment() {
    return environment;
  }

  /** {@return the embedded scheduler, if the card has one} */
  public @Nullable ErtPorts ert() {
    return ert;
  }

  /** {@return a unit as it is scheduled} */
  ScheduledUnit scheduled(ComputeUnit unit) {
    return units[unit.index()];
  }

  // Runs and register accesses are given to units.

  @Override
  public void submit(ComputeUnit unit, ScheduledRun run) {
    ScheduledUnit scheduled = units[unit.index()];
    if (ertRuns != null && !(scheduled instanceof ThreadUnit one && one.isLinked())) {
      ertRuns.submit(run, scheduled);
      return;
    }
    switch (scheduled) {
      case ShortUnit one -> one.submit(run);
      case ThreadUnit one -> dispatcher.submit(one, run);
    }
  }

  @Override
  public ShortUnit[] shortUnits(List<ComputeUnit> ofKernel) {
    Stream<ScheduledUnit> all =
        ertRuns == null ? ofKernel.stream().map(this::scheduled) : Stream.empty();
    return all.filter(ShortUnit.class::isInstance).toArray(ShortUnit[]::new);
  }

  @Override
  public int access(ComputeUnit unit, RegisterAccess access) {
    if (admission.isRefusing()) {
      admission.checkAccess();
    }
    return switch (units[unit.index()]) {
      case ShortUnit one -> one.access(access);
      case ThreadUnit one -> dispatcher.access(one, access);
    };
  }

  /** An execution on a short unit needs no more than its request: its kernel asks for it. */
  @Override
  public void cancel(ScheduledRun run, long execution) {
    if (ertRuns != null && ertRuns.cancel(run, execution)) {
      return;
    }
    lock.lock();
    try {
      ComputeUnit chosen = run.unit();
      if (run.isInFlight(execution)
          && !dispatcher.cancelRunning(run, execution)
          && chosen != null
          && units[chosen.index()] instanceof ThreadUnit waitsOn) {
        waitsOn.endWaiting(waiting -> waiting == run, run::cancellation);
      }
    } finally {
      lock.unlock();
    }
  }

  // Units tell what happens on them.

  @Override
  public void failed(BackplaneException reason) {
    if (Failures.stopsTheCard(reason.code())) {
      lock.lock();
      try {
        if (!admission.isStopping()) {
          faulted(FirewallPort.DATA, reason);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void faulted(FirewallPort port, BackplaneException reason) {
    admission.faulted(port, reason);
    endWaiting(_ -> true, admission::faultError);
  }

  @Override
  public void stuck(BackplaneException reason) {
    admission.stuck(reason);
    endWaiting(_ -> true, () -> admission.stuckError(reason));
  }

  /**
   * Ends runs that have not begun. What waits for a short unit is refused by the thread that has
   * the unit: to end it here, this thread would have to take the unit and execute kernels.
   */
  private void endWaiting(Predicate<ScheduledRun> which, Supplier<BackplaneException> reason) {
    if (ertRuns != null) {
      ertRuns.endWaiting(which, reason);
    }
    for (ScheduledUnit unit : units) {
      if (unit instanceof ThreadUnit one) {
        one.endWaiting(which, reason);
      }
    }
  }

  @Override
  public void released(ScheduledUnit unit) {
    lock.lock();
    try {
      reclaimer.ended(unit);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void registerStartEnded(
      ScheduledUnit unit, long cycles, @Nullable BackplaneException failure) {
    if (ert != null) {
      ert.outcome(unit, cycles, failure);
    }
  }

  @Override
  public void threadEnded(ScheduledUnit unit) {
    if (ert != null) {
      ert.ended(unit);
    }
  }

  @Override
  public void slotsCompleted() {
    events.interrupt(EventPublisher.EMBEDDED_SCHEDULER);
  }

  @Override
  public void interrupted(ScheduledUnit unit) {
    if (tellsHost(unit)) {
      events.interrupt(EventPublisher.numberOf(unit.unit()));
    }
  }

  @Override
  public boolean isAwaited(ScheduledUnit unit) {
    return tellsHost(unit)
        && !admission.isRefusing()
        && events.isAwaited(EventPublisher.numberOf(unit.unit()));
  }

  /** The interrupts of units that an embedded scheduler starts go there. */
  private boolean tellsHost(ScheduledUnit unit) {
    return unit.kernel().hasInterrupt() && (ert == null || !unit.kernel().startable());
  }

  /** {@return the interrupts that reach the host} */
  public List<InterruptSource> interrupts() {
    List<InterruptSource> all = new ArrayList<>();
    if (ert != null) {
      all.add(new InterruptSource(EventPublisher.EMBEDDED_SCHEDULER, "embedded scheduler"));
    }
    for (ScheduledUnit unit : units) {
      if (tellsHost(unit)) {
        all.add(new InterruptSource(EventPublisher.numberOf(unit.unit()), unit.plan().name()));
      }
    }
    return List.copyOf(all);
  }

  /** Somebody waits for an event, so units may have to go on; called under the card's lock. */
  void awaited() {
    boolean any = false;
    for (ScheduledUnit unit : units) {
      if (unit instanceof ThreadUnit one && isAwaited(one)) {
        any = true;
        if (one.kernel().isClocked()) {
          one.startOnce();
        }
      }
    }
    if (any) {
      dispatcher.wake();
    }
  }

  @Override
  public boolean countsRegisterStarts() {
    return ert != null && ert.isDriven();
  }

  @Override
  public void stopStarted(ScheduledUnit unit) {
    switch (unit) {
      case ShortUnit one -> one.stopStarted();
      case ThreadUnit one -> dispatcher.stopStarted(one);
    }
  }

  @Override
  public void resetStarted(ScheduledUnit unit) {
    switch (unit) {
      case ShortUnit one -> one.stopStarted();
      case ThreadUnit one -> dispatcher.resetStarted(one);
    }
  }

  // Clients leave, and the image does.

  /** {@return short units on which something is executed now; each tells when it is not} */
  List<ShortUnit> executingShortUnits() {
    List<ShortUnit> busy = new ArrayList<>();
    for (ScheduledUnit unit : units) {
      if (unit instanceof ShortUnit one && one.notifyWhenReleased()) {
        busy.add(one);
      }
    }
    return busy;
  }

  /** {@return whether a run waits or executes; called under the card's lock} */
  boolean isBusy() {
    boolean busy = (ertRuns != null && ertRuns.isBusy()) || dispatcher.isBusy();
    for (ScheduledUnit unit : units) {
      busy |= unit.isBusy();
    }
    return busy;
  }

  /** {@return what the units have done; called under the card's lock} */
  Activity activity() {
    Activity all = Activity.NONE;
    for (ScheduledUnit unit : units) {
      all = all.plus(unit.activity());
    }
    return all;
  }

  /** A client leaves: if it drove the command queue by registers, the firmware starts anew. */
  void clientLeft(CardClient client) {
    if (ert != null && ert.isDrivenBy(client)) {
      resetErt();
    }
  }

  /**
   * Starts the firmware of the embedded scheduler, if there is one, anew: what is in flight ends as
   * aborted.
   */
  void resetErt() {
    if (ert != null && ertRuns != null) {
      ertRuns.lost(ert.restart());
    }
  }

  /** Cancels runs of clients and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(Predicate<CardClient> owner, long deadline) {
    lock.lock();
    try {
      endWaiting(
          run -> owner.test(run.owner()),
          () -> new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled"));
    } finally {
      lock.unlock();
    }
    List<String> late = new ArrayList<>();
    if (ertRuns != null) {
      late.addAll(ertRuns.cancelAll(owner, deadline));
    }
    late.addAll(dispatcher.cancelAll(owner, deadline));
    for (ScheduledUnit unit : units) {
      if (unit instanceof ShortUnit one && !one.quiesce(owner, deadline)) {
        late.add(unit.kernel().name());
      }
    }
    return late;
  }

  /** Ends everything; admission has stopped. Returns the units that did not end in time. */
  List<String> stop(long deadline) {
    dispatcher.stop();
    cancelAll(_ -> true, deadline);
    List<String> late = new ArrayList<>();
    for (ScheduledUnit unit : units) {
      switch (unit) {
        case ThreadUnit one -> {
          if (one.isStarted() && !hasEnded(one.thread(), deadline)) {
            one.memory().cutOff();
            late.add(one.thread().getName());
          }
          one.refuseAccesses(admission.closed("register access"));
        }
        case ShortUnit one -> {
          if (!one.stop(deadline)) {
            one.memory().cutOff();
            late.add(one.plan().name());
          }
        }
      }
    }
    if (ert != null) {
      // Last: what the firmware asks of a unit is refused by now, so that it does not wait.
      ert.close();
    }
    return late;
  }

  /** Waits for the end of a thread, interrupted or not. */
  private static boolean hasEnded(Thread thread, long deadline) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
