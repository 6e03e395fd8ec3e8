package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Contexts.Sharing;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.board.FirewallPort;
import dev.backplane.drivers.softcard.kds.ContextTable;
import dev.backplane.drivers.softcard.kds.KillClock;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A loaded image at work: its compute units, who holds them, and which runs may be started. Runs
 * are opened and closed under the card's lock; a start only asks whether anything speaks against
 * it.
 */
final class Fabric {
  /** How long a unit may take to stop when it is told to. */
  static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

  private final Card card;
  private final CardImage image;
  private final CardLock lock;
  private final Dispatch dispatch;
  private final List<ComputeUnit> units;
  private final ContextTable contexts = new ContextTable();
  private final KillClock clock;
  private final @Nullable CardErt ert;
  private final @Nullable QueuedRuns queued;
  private final Map<String, Waveform> recordings = new ConcurrentHashMap<>();

  private volatile boolean stopping;
  private volatile @Nullable BackplaneException stuck;

  /** Whether a start has to ask why it is refused: stopped, faulted or stuck. */
  private volatile boolean refusing;

  Fabric(Card card, CardImage image, CardLock lock) {
    this.card = card;
    this.image = image;
    this.lock = lock;
    clock = card.killClock();
    dispatch = new Dispatch(this, card, lock);
    units = FabricUnits.make(this, dispatch, image, card);
    ert =
        card.config()
            .mode()
            .layout()
            .map(layout -> new CardErt(units, card.config(), layout, this::access, dispatch))
            .orElse(null);
    queued = ert == null ? null : new QueuedRuns(this, dispatch, ert, lock);
    refusing = !card.isHealthy();
  }

  /** {@return the embedded scheduler, if the card has one} */
  @Nullable CardErt ert() {
    return ert;
  }

  /** Gives a run to a unit: straight, or where there is an embedded scheduler through its queue. */
  void submit(ComputeUnit unit, CardRun run) {
    QueuedRuns queue = queued;
    if (queue == null || (unit instanceof ThreadUnit threaded && threaded.isLinked())) {
      unit.submit(run);
    } else {
      queue.submit(run, unit);
    }
  }

  /** {@return whether an execution that a register access starts was counted when it was given} */
  boolean hasCountedStarts() {
    return ert != null && ert.isDriven();
  }

  /** A holder leaves: if he drove the command queue by registers, the firmware starts anew. */
  void left(CardSession session) {
    if (ert != null && ert.isDrivenBy(session)) {
      resetScheduler();
    }
  }

  /**
   * Starts the firmware of the embedded scheduler anew: what is in flight ends as aborted.
   *
   * @return whether there is one
   */
  boolean resetScheduler() {
    if (ert == null || queued == null) {
      return false;
    }
    queued.lost(ert.restart());
    return true;
  }

  /** How an execution has ended that registers have started; failure is null if it did well. */
  void outcome(ComputeUnit unit, long cycles, @Nullable BackplaneException failure) {
    if (ert != null) {
      ert.outcome(unit, cycles, failure);
    }
  }

  /** A unit with a thread has ended an execution. */
  void ended(ThreadUnit unit) {
    if (ert != null) {
      ert.ended(unit);
    }
  }

  CardImage image() {
    return image;
  }

  ContextTable contexts() {
    return contexts;
  }

  KillClock clock() {
    return clock;
  }

  List<ComputeUnit> units() {
    return units;
  }

  List<ComputeUnit> units(String kernel) {
    return units.stream().filter(unit -> unit.kernel().name().equals(kernel)).toList();
  }

  /** {@return a kernel of the image} */
  CardImage.KernelPlan kernel(String name) {
    return image.kernels().stream()
        .filter(plan -> plan.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NO_SUCH_KERNEL,
                        "no kernel '"
                            + name
                            + "'; there are "
                            + image.kernels().stream().map(CardImage.KernelPlan::name).toList())
                    .on("image " + image.name())
                    .build());
  }

  /** The next run of a kernel that a unit takes is written to a file. */
  void recordNext(CardImage.KernelPlan kernel, Waveform waveform) {
    recordings.put(kernel.name(), waveform);
  }

  @Nullable Waveform takeRecording(CardImage.KernelPlan kernel) {
    return recordings.remove(kernel.name());
  }

  List<PortActivity> activity(String name) {
    return units(kernel(name).name()).stream().flatMap(unit -> unit.activity().stream()).toList();
  }

  /** {@return what the units have done; called under the card's lock} */
  Activity activity() {
    return units.stream().map(ComputeUnit::doings).reduce(Activity.NONE, Activity::plus);
  }

  // Runs are opened, asked whether they may start, and released.

  /** Opens a run: its buffers cannot be closed, and its units not be taken away, from now on. */
  CardRun open(CardRun run) {
    lock.lock();
    try {
      checkAdmitted(run);
      List<CardBuffer> pinned = pin(run.buffers());
      List<ContextTable.Entry> held = new ArrayList<>();
      boolean opened = false;
      try {
        List<ComputeUnit> candidates = candidates(run);
        for (ComputeUnit unit : candidates) {
          held.add(
              contexts.open(
                  run.owner(), unit.plan().control().index(), Sharing.SHARED, run.toString()));
        }
        run.opened(candidates, held);
        run.owner().add(run);
        opened = true;
      } finally {
        if (!opened) {
          pinned.forEach(CardBuffer::unpin);
          held.forEach(contexts::close);
        }
      }
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** Opens the run of a command on units that its client has opened contexts on. */
  void openOn(CardRun run, List<ComputeUnit> held) {
    lock.lock();
    try {
      checkAdmitted(run);
      run.opened(held, List.of());
      run.owner().add(run);
    } finally {
      lock.unlock();
    }
  }

  /** Takes another buffer for an argument of a prepared run, in place of the one before. */
  void rebind(CardRun run, Argument argument, Object value) {
    CardBuffer buffer = card.own(argument, value);
    long bits = argument.encode(value);
    lock.lock();
    try {
      checkAdmitted(run);
      buffer.pin();
      CardBuffer before = run.bufferOf(argument.index());
      run.arguments().bind(argument.index(), bits, buffer);
      boolean bound = false;
      try {
        run.opened(candidates(run), run.contexts());
        bound = true;
      } finally {
        if (bound) {
          if (before != null) {
            before.unpin();
          }
        } else {
          buffer.unpin();
          run.arguments().bind(argument.index(), before == null ? 0 : before.address(), before);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of what a run holds. */
  void release(CardRun run) {
    lock.lock();
    try {
      if (run.retire()) {
        run.buffers().forEach(CardBuffer::unpin);
        run.contexts().forEach(contexts::close);
        run.owner().remove(run);
      }
    } finally {
      lock.unlock();
    }
  }

  private static List<CardBuffer> pin(List<CardBuffer> buffers) {
    List<CardBuffer> pinned = new ArrayList<>();
    try {
      for (CardBuffer buffer : buffers) {
        buffer.pin();
        pinned.add(buffer);
      }
    } catch (BackplaneException e) {
      pinned.forEach(CardBuffer::unpin);
      throw e;
    }
    return pinned;
  }

  /**
   * The units that reach all buffers of a run and are its owner's to use: those that he has opened
   * contexts on, or if there are none, those that nobody else has for himself.
   */
  private List<ComputeUnit> candidates(CardRun run) {
    List<ComputeUnit> reaching =
        units(run.kernel()).stream().filter(unit -> reachesAll(unit, run)).toList();
    if (reaching.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.WRONG_BANK,
              "no compute unit reaches all of the buffers, which lie in "
                  + run.buffers().stream().map(CardBuffer::bank).map(Bank::name).toList())
          .during("start")
          .on("kernel " + run.kernel())
          .remedy("Put the buffers into banks that one unit is connected to")
          .build();
    }
    List<ComputeUnit> opened =
        reaching.stream()
            .filter(unit -> run.owner().hasOpened(this, unit.plan().control().index()))
            .toList();
    if (!opened.isEmpty()) {
      return opened;
    }
    List<ComputeUnit> free =
        reaching.stream()
            .filter(unit -> contexts.isFor(run.owner(), unit.plan().control().index()))
            .toList();
    // Where others have all of them, opening the first says who.
    return free.isEmpty() ? reaching.subList(0, 1) : free;
  }

  private static boolean reachesAll(ComputeUnit unit, CardRun run) {
    for (int i = 0; i < run.arguments().count(); i++) {
      CardBuffer buffer = run.bufferOf(i);
      if (buffer != null
          && !buffer.object().reachesAll()
          && !unit.plan().banks().get(i).contains(buffer.bank().index())) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether a start shall ask {@link #checkAdmitted}} */
  boolean isRefusing() {
    return refusing;
  }

  /** Throws what speaks against a start. */
  void checkAdmitted(CardRun run) {
    lock.lock();
    try {
      checkLoaded("kernel " + run.kernel());
      card.checkHeldBy(run.owner());
      card.checkHealthy();
      BackplaneException reason = stuck;
      if (reason != null) {
        throw stuckError(reason);
      }
      if (run.isClosed()) {
        throw BackplaneException.because(ErrorCode.CLOSED, "it was closed")
            .during("start")
            .on(run.toString())
            .build();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Throws if nothing is scheduled until a reset. */
  void checkSchedules() {
    BackplaneException reason = stuck;
    if (reason != null) {
      throw stuckError(reason);
    }
  }

  /** {@return why a run that waits is not begun any more} */
  BackplaneException refusal() {
    lock.lock();
    try {
      BackplaneException reason = stuck;
      return stopping
          ? new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled")
          : reason == null ? card.faultedError() : stuckError(reason);
    } finally {
      lock.unlock();
    }
  }

  private BackplaneException stuckError(BackplaneException reason) {
    return BackplaneException.because(
            ErrorCode.SCHEDULER_STUCK, "nothing is scheduled any more: " + reason.problem())
        .on(card.config().name())
        .remedy("Reset the card")
        .causedBy(reason)
        .build();
  }

  // What goes wrong.

  /** An execution failed; the worst of failures stop the card. */
  void failed(BackplaneException reason) {
    if (Failures.stopsTheCard(reason.code())) {
      lock.lock();
      try {
        if (!stopping) {
          fault(FirewallPort.DATA, reason);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The card stops; called under its lock. */
  void fault(FirewallPort port, BackplaneException reason) {
    refusing = true;
    card.faulted(port, reason);
    endQueued(queued -> true, card::faultedError);
  }

  /** A unit can be neither used nor reset; called under the card's lock. */
  void stuck(BackplaneException reason) {
    stuck = reason;
    refusing = true;
    endQueued(queued -> true, () -> stuckError(reason));
  }

  /** {@return whether it was stuck; it may have been put right by now} */
  boolean isStuck() {
    return stuck != null;
  }

  /** The firewall was cleared; called under the card's lock. */
  void cleared() {
    refusing = stopping || stuck != null;
  }

  private void endQueued(Predicate<CardRun> which, Supplier<BackplaneException> reason) {
    if (queued != null) {
      queued.endQueued(which, reason);
    }
    units.forEach(unit -> unit.endQueued(which, reason));
  }

  /** Ends an execution that is not over when its time is. */
  void limit(CardRun run, int ticks) {
    clock.watch(run.limitWatch(), ticks);
  }

  /** Has an execution end that was told to; on a short unit its kernel sees that by itself. */
  void cancel(CardRun run, long execution) {
    if (queued == null || !queued.cancel(run, execution)) {
      dispatch.cancel(run, execution);
    }
  }

  /** A short unit that something was executed on has been given back. */
  void gaveBack(ShortUnit unit) {
    lock.lock();
    try {
      card.ended(unit);
    } finally {
      lock.unlock();
    }
  }

  /** {@return short units on which something is executed now, each to be said when it is not} */
  List<ShortUnit> executingNow() {
    List<ShortUnit> busy = new ArrayList<>();
    for (ComputeUnit unit : units) {
      if (unit instanceof ShortUnit one && one.awaitGivingBack()) {
        busy.add(one);
      }
    }
    return busy;
  }

  /** {@return whether a run waits or executes; called under the card's lock} */
  boolean isBusy() {
    return (queued != null && queued.isBusy())
        || dispatch.isBusy()
        || units.stream().anyMatch(ComputeUnit::isBusy);
  }

  /** Cancels one holder's runs and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(CardSession owner) {
    return cancelAll(owner::equals, System.nanoTime() + STOP_DEADLINE.toNanos());
  }

  private List<String> cancelAll(Predicate<CardSession> owner, long deadline) {
    lock.lock();
    try {
      endQueued(
          run -> owner.test(run.owner()),
          () -> new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled"));
    } finally {
      lock.unlock();
    }
    List<String> late = new ArrayList<>();
    if (queued != null) {
      late.addAll(queued.cancelAll(owner, deadline));
    }
    late.addAll(dispatch.cancelAll(owner, deadline));
    for (ComputeUnit unit : units) {
      if (unit instanceof ShortUnit one && !one.quiesce(owner, deadline)) {
        late.add(unit.kernel().name());
      }
    }
    return late;
  }

  /** Does a register access on a unit's behalf. */
  int access(ComputeUnit unit, RegisterAccess access) {
    if (refusing) {
      checkLoaded("register access");
      card.checkUsable();
    }
    return unit.access(access);
  }

  /** Ends everything. Returns the units that did not end in time. */
  List<String> stop() {
    stopping = true;
    refusing = true;
    dispatch.stop();
    long deadline = System.nanoTime() + STOP_DEADLINE.toNanos();
    cancelAll(owner -> true, deadline);
    List<String> late = new ArrayList<>();
    for (ComputeUnit unit : units) {
      switch (unit) {
        case ThreadUnit one -> {
          if (one.isStarted() && !Joining.joined(one.thread(), deadline)) {
            one.memory().cutOff();
            late.add(one.thread().getName());
          }
          one.refuseAccesses(closed("register access"));
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

  void checkLoaded(String subject) {
    if (stopping) {
      throw closed(subject);
    }
  }

  BackplaneException closed(String subject) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "image " + image.name() + " is not loaded any more")
        .on(subject)
        .remedy("Load the image and take the kernel from the new program")
        .build();
  }
}
