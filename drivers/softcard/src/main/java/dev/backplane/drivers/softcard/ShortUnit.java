package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.kds.Handoff;
import dev.backplane.drivers.softcard.kds.Ownership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit for a kernel whose executions are short. It has no thread: whoever starts a run
 * and finds the unit free executes it; whoever finds it taken hands the run over to who has it. So
 * nobody waits for a lock, and a start that meets nobody else makes nothing and wakes nobody.
 *
 * <p>What the owner changes is published by giving the unit back.
 */
final class ShortUnit extends ComputeUnit implements UnitModel.Supervisor {
  /** How long others may have it before a register access or a close gives up. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** One execution of so many is timed, and stands for the others. */
  private static final int SAMPLED = 64;

  /** So many runs of others an owner executes before he leaves the rest to a thread. */
  private static final int SHARE = 1024;

  private final Fabric fabric;
  private final CardConfig config;
  private final Optional<Track> track;
  private final Ownership ownership = new Ownership();
  private final Handoff<CardRun> waiting = new Handoff<>();

  // Of the owner.
  private @Nullable UnitModel model;
  private long executed;
  private long runs;
  private long cycles;
  private long busyNanos;
  private @Nullable BackplaneException untold;

  /** What is executed now; looked at by others without order. */
  private @Nullable CardRun current;

  /** Whether the card waits to hear that the unit was given back. */
  private volatile boolean awaited;

  ShortUnit(Fabric fabric, CardImage.KernelPlan kernel, int index, Card card, CardConfig config) {
    super(kernel, index, card.memory());
    this.fabric = fabric;
    this.config = config;
    track = card.track(plan().name());
  }

  @Override
  void submit(CardRun run) {
    if (waiting.isEmpty() && ownership.tryTake()) {
      execute(run);
      giveBack();
      run.signalAfterFence();
      if (!waiting.isEmpty()) {
        pump();
      }
    } else {
      waiting.add(run);
      pump();
    }
  }

  /** Executes what waits, unless somebody does already: then he sees to it. */
  private void pump() {
    int left = SHARE;
    while (!waiting.isEmpty()) {
      if (left <= 0) {
        Thread.startVirtualThread(this::pump);
        return;
      }
      if (ownership.tryTake()) {
        left -= executeAll();
        giveBack();
      } else if (ownership.isStopped()) {
        refuseAll();
      } else {
        return;
      }
    }
  }

  private int executeAll() {
    int count = 0;
    for (CardRun run = waiting.takeAll(); run != null; count++) {
      // Once it has ended it may be started again, and be in another list.
      CardRun rest = run.detach();
      execute(run);
      run.signal();
      run = rest;
    }
    return count;
  }

  /** Nobody will own the unit any more. */
  private void refuseAll() {
    for (CardRun run = waiting.takeAll(); run != null; ) {
      CardRun rest = run.detach();
      run.failed(fabric.closed("kernel " + kernel().name()));
      run.signal();
      run = rest;
    }
  }

  private void giveBack() {
    ownership.giveBack();
    if (awaited) {
      awaited = false;
      fabric.gaveBack(this);
    }
  }

  private void execute(CardRun run) {
    BackplaneException refusal = run.refusal();
    if (refusal != null) {
      run.failed(refusal);
      return;
    }
    current = run;
    run.began();
    memory().serve(run);
    long begin = (executed++ & (SAMPLED - 1)) == 0 ? System.nanoTime() : 0;
    try {
      long counted = model().execute(run, this);
      memory().settle();
      runs++;
      cycles += Math.max(0, counted);
      current = null;
      run.completed(counted, 0);
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      current = null;
      run.failed(failure(run, e));
    }
    if (begin != 0) {
      busyNanos += (System.nanoTime() - begin) * SAMPLED;
    }
  }

  private BackplaneException failure(CardRun run, Throwable thrown) {
    model = null;
    memory().letGo();
    if (run.cancelRequested()) {
      return run.cancellation();
    }
    BackplaneException reason = Failures.of(thrown, run.on(this));
    fabric.failed(reason);
    return reason;
  }

  private UnitModel model() {
    UnitModel made = model;
    if (made == null) {
      UnitModel bare = kernel().models().make(kernel(), memory(), config);
      made = track.<UnitModel>map(told -> new TimedModel(bare, kernel().name(), told)).orElse(bare);
      model = made;
    }
    return made;
  }

  @Override
  public boolean cancelled() {
    CardRun run = current;
    return run != null && run.cancelRequested();
  }

  @Override
  public boolean registersWait() {
    return false;
  }

  @Override
  public void serveRegisters() {
    // Who accesses registers has the unit for himself.
  }

  /**
   * What waits is refused by whoever has the unit, where it has a reason to be. It is not gone
   * through here: the unit would be taken, and kernels be executed, by a thread that is not theirs.
   */
  @Override
  void endQueued(Predicate<CardRun> which, Supplier<BackplaneException> reason) {}

  @Override
  int access(RegisterAccess access) {
    if (!ownership.take(System.nanoTime() + PATIENCE.toNanos())) {
      throw BackplaneException.because(
              ErrorCode.TIMEOUT, "the unit was busy for " + PATIENCE.toSeconds() + " s")
          .during("access register")
          .on("compute unit " + plan().name())
          .build();
    }
    try {
      BackplaneException failure = untold;
      untold = null;
      if (failure != null) {
        access.refuse(failure);
      } else {
        access.serve(this, this::model, () -> {});
        UnitModel accessed = model;
        if (accessed != null && accessed.isStarted()) {
          executeStarted(accessed, access.owner());
        }
      }
    } finally {
      giveBack();
    }
    pump();
    return access.await(PATIENCE);
  }

  /** Has what is executed now stop. */
  void stopStarted() {
    CardRun run = current;
    if (run != null) {
      run.requestCancel();
    }
  }

  /** What was started through registers is executed like a run. */
  private void executeStarted(UnitModel started, CardSession starter) {
    CardRun run = CardRun.throughRegisters(fabric, starter, kernel());
    current = run;
    memory().serve(null);
    if (!fabric.hasCountedStarts()) {
      use();
    }
    try {
      started.executeStarted(this);
      long counted = started.startedCycles();
      cycles += Math.max(0, counted);
      memory().settle();
      runs++;
      fabric.outcome(this, counted, null);
    } catch (Throwable e) {
      // Told to the next who accesses a register.
      BackplaneException reason = failure(run, e);
      untold = reason;
      fabric.outcome(this, -1, reason);
    } finally {
      current = null;
    }
  }

  /** Notes that the card waits until nothing is executed that is now; false if nothing is. */
  boolean awaitGivingBack() {
    // Stays set if nothing is executed: another may have seen that something was, a moment ago.
    awaited = true;
    return ownership.isTaken();
  }

  /**
   * Cancels the runs of holders: waits until what is executed now has ended, and what waits has
   * been gone through.
   *
   * @return whether it has by the deadline
   */
  boolean quiesce(Predicate<CardSession> owner, long deadline) {
    CardRun executed = current;
    if (executed != null && owner.test(executed.owner())) {
      executed.requestCancel();
    }
    if (!ownership.take(deadline)) {
      return ownership.isStopped();
    }
    executeAll();
    giveBack();
    pump();
    return true;
  }

  /** Nothing is executed any more. Returns whether what is executed now ended by the deadline. */
  boolean stop(long deadline) {
    if (!ownership.take(deadline)) {
      return ownership.isStopped();
    }
    ownership.stop();
    refuseAll();
    UnitModel old = model;
    model = null;
    if (old != null) {
      old.close();
    }
    return true;
  }

  @Override
  boolean isBusy() {
    return ownership.isTaken() || !waiting.isEmpty();
  }

  @Override
  List<PortActivity> activity() {
    return List.of();
  }

  @Override
  Activity doings() {
    return new Activity(cycles, busyNanos, 0, 0, 1);
  }

  @Override
  String statistics() {
    return runs + " runs, " + cycles + " cycles";
  }
}
