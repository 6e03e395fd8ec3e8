package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xrt.card.ert.FoundCommand;
import dev.backplane.xrt.card.ert.HostCommand;
import dev.backplane.xrt.card.unit.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs on a card with an embedded scheduler: the driver has chosen the unit, the rest is the
 * firmware's. A run is begun for its holder when its packet is in a slot.
 *
 * <p>What is aborted before it is on its unit ends at once. On its unit it has ten ticks, like on
 * cards without firmware.
 */
final class ErtRuns {
  private static final long PAUSE = 1_000_000;

  private final ErtPorts ert;
  private final KillClock clock;
  private final UnitEvents events;
  private final CardLock lock;
  private final Map<ScheduledRun, InQueue> runs = new ConcurrentHashMap<>();

  /**
   * No runs yet.
   *
   * @param lock the card's
   */
  ErtRuns(ErtPorts ert, KillClock clock, CardLock lock, UnitEvents events) {
    this.ert = ert;
    this.clock = clock;
    this.lock = lock;
    this.events = events;
  }

  /** Takes a run for a unit. */
  void submit(ScheduledRun run, ScheduledUnit unit) {
    InQueue queued = new InQueue(run, unit, ert.port(unit));
    lock.lock();
    try {
      // Its client may have left since it was checked, and would not cancel the run then.
      run.checkAdmitted();
      runs.put(run, queued);
      boolean taken = false;
      try {
        ert.driver().checkFits(ErtPacket.header(run));
        ert.submit(queued);
        taken = true;
      } finally {
        if (!taken) {
          runs.remove(run);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isBusy() {
    return !runs.isEmpty();
  }

  /** Has an execution stop that was told to. Returns whether it was here. */
  boolean cancel(ScheduledRun run, long execution) {
    InQueue queued = runs.get(run);
    if (queued == null || queued.execution != execution) {
      return false;
    }
    queued.stop();
    clock.watch(queued, KillClock.KILL_TICKS);
    return true;
  }

  /** Ends runs that are not on their units. */
  void endWaiting(Predicate<ScheduledRun> which, Supplier<BackplaneException> reason) {
    for (InQueue queued : List.copyOf(runs.values())) {
      if (which.test(queued.run)) {
        queued.endUnlessOnUnit(reason.get());
      }
    }
  }

  /** Cancels runs and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(Predicate<CardClient> owner, long deadline) {
    List<InQueue> mine = new ArrayList<>();
    for (InQueue queued : runs.values()) {
      if (owner.test(queued.run.owner())) {
        mine.add(queued);
        queued.stop();
      }
    }
    boolean interrupted = false;
    while (deadline - System.nanoTime() > 0 && mine.stream().anyMatch(InQueue::isThere)) {
      LockSupport.parkNanos(this, PAUSE);
      // Waits on: memory is freed only after the units have let go of it.
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    List<String> late = new ArrayList<>();
    for (InQueue queued : mine) {
      if (queued.isThere()) {
        late.add(queued.run.kernel());
        queued.fail(queued.run.cancellation());
      }
    }
    return late;
  }

  /** Ends what was in flight when the firmware was started anew; its units are reset with it. */
  void lost(List<HostCommand> commands) {
    for (HostCommand command : commands) {
      if (command instanceof InQueue queued) {
        ert.reset(queued.port);
      }
    }
    commands.forEach(command -> command.ended(CommandState.ABORT, restarted()));
  }

  private static BackplaneException restarted() {
    return BackplaneException.because(
            ErrorCode.CANCELLED, "the embedded scheduler was reset; it had not ended")
        .remedy("Start it again")
        .build();
  }

  /** One run. */
  private final class InQueue implements ErtCommand, KillClock.Watched {
    private final ScheduledRun run;
    private final ScheduledUnit unit;
    private final int port;
    private final long execution;
    private volatile long begun;
    private volatile long cycles = -1;
    private volatile @Nullable BackplaneException failed;
    private volatile @Nullable BackplaneException endReason;

    InQueue(ScheduledRun run, ScheduledUnit unit, int port) {
      this.run = run;
      this.unit = unit;
      this.port = port;
      execution = run.execution();
    }

    @Override
    public int port() {
      return port;
    }

    @Override
    public CardClient owner() {
      return run.owner();
    }

    @Override
    public void encode(Packet packet) {
      ErtPacket.encode(run, packet);
    }

    @Override
    public void submitted() {
      begun = System.nanoTime();
      run.running();
      lock.post(run::reportBegan);
    }

    @Override
    public void answered(Packet slot) {
      run.answered(slot);
    }

    @Override
    public void outcome(long counted, @Nullable BackplaneException failure) {
      cycles = counted;
      failed = failure;
    }

    boolean isThere() {
      return runs.get(run) == this;
    }

    /** Asks for its end. */
    void stop() {
      run.requestCancel(execution);
      if (ert.driver().abort(this) == FoundCommand.WAITING) {
        fail(run.cancellation());
      }
    }

    void endUnlessOnUnit(BackplaneException reason) {
      if (ert.serves(this)) {
        // To abort it there would stop a unit that works.
        return;
      }
      endReason = reason;
      if (ert.driver().abort(this) == FoundCommand.WAITING) {
        fail(reason);
      }
    }

    @Override
    public void ended(CommandState state, @Nullable RuntimeException reason) {
      BackplaneException other = endReason;
      BackplaneException own = failed;
      if (own != null && !run.isToEnd()) {
        // It may be what all others are ended for.
        fail(own);
      } else if (other != null && state == CommandState.ABORT) {
        fail(other);
      } else if (run.isToEnd() || (reason != null && run.isImageStopping())) {
        // Once the image is being stopped the firmware is refused its units: that is not why.
        fail(run.cancellation());
      } else if (state != CommandState.COMPLETED) {
        fail(failure(state, reason));
      } else if (runs.remove(run, this)) {
        run.completed(cycles, System.nanoTime() - begun);
        lock.post(run::signal);
      }
    }

    private BackplaneException failure(CommandState state, @Nullable RuntimeException reason) {
      if (reason != null) {
        return Failures.of(reason, run.on(unit.unit()));
      }
      return switch (state) {
        case ABORT -> failure(ErrorCode.CANCELLED, "its command was aborted");
        case TIMEOUT ->
            failure(ErrorCode.TIMEOUT, "it took longer than INIT_CU has set for its compute unit");
        default ->
            failure(
                ErrorCode.KERNEL_FAILED, "the embedded scheduler ended its command as " + state);
      };
    }

    private BackplaneException failure(ErrorCode code, String problem) {
      return BackplaneException.because(code, problem).on(run.on(unit.unit())).build();
    }

    private void fail(BackplaneException reason) {
      if (runs.remove(run, this)) {
        run.failed(reason);
        lock.post(run::signal);
      }
    }

    @Override
    public boolean isOver() {
      return !isThere();
    }

    @Override
    public void expired(long generation) {
      BackplaneException reason = RunErrors.abortIgnored(unit);
      lock.lock();
      try {
        if (!isThere()) {
          return;
        }
        boolean reset = unit.plan().control().softReset();
        ert.driver().abandon(this, reset);
        if (!reset) {
          events.stuck(reason);
        }
        fail(reason);
      } finally {
        lock.unlock();
      }
    }
  }
}
