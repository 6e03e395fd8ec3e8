package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.board.FirewallPort;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import dev.backplane.rtl.image.StreamTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A loaded image at work: its compute units, and the runs that wait for them or are on them. A unit
 * takes the oldest run of its kernel whose buffers it reaches. All state is guarded by the card's
 * lock; no kernel and no program code is called under it.
 */
final class Fabric {
  /** What a unit's thread is to do next. */
  sealed interface Order {}

  /** What one of several units that share a thread is to do. */
  record Task(ComputeUnit unit, Order order) {}

  /** Execute a run. */
  record Execute(CardRun run) implements Order {}

  /** What needs no more words. */
  enum Signal implements Order {
    /** Serve register accesses. */
    REGISTERS,
    /** End the thread. */
    STOP
  }

  /** How long a unit may take to stop when it is told to. */
  static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

  private static final Duration REGISTER_DEADLINE = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final Card card;
  private final CardImage image;
  private final ReentrantLock lock;
  private final Condition changed;
  private final List<ComputeUnit> units = new ArrayList<>();
  private final Map<String, Set<CardRun>> queues = new HashMap<>();
  private final Map<CardRun, ComputeUnit> running = new LinkedHashMap<>();
  private final Map<String, Waveform> recordings = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  Fabric(Card card, CardImage image, ReentrantLock lock) {
    this.card = card;
    this.image = image;
    this.lock = lock;
    changed = lock.newCondition();
    StreamTopology streams = image.topology();
    Map<String, LinkedUnits> linked = new HashMap<>();
    for (Set<String> names : streams.clusters()) {
      LinkedUnits together = new LinkedUnits(this, streams.links(), card.config());
      names.forEach(name -> linked.put(name, together));
    }
    for (CardImage.KernelPlan kernel : image.kernels()) {
      queues.put(kernel.name(), new LinkedHashSet<>());
      for (int i = 0; i < kernel.units().size(); i++) {
        LinkedUnits together = linked.get(kernel.units().get(i).name());
        ComputeUnit unit =
            new ComputeUnit(
                this,
                kernel,
                i,
                card.memory().regions(),
                card.config(),
                together == null ? null : together.thread());
        units.add(unit);
        if (together != null) {
          together.add(unit);
        }
      }
    }
  }

  CardImage image() {
    return image;
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
    CardImage.KernelPlan kernel = kernel(name);
    return units.stream()
        .filter(unit -> unit.kernel().name().equals(kernel.name()))
        .flatMap(unit -> unit.activity().stream())
        .toList();
  }

  /** {@return what the units have done; called under the card's lock} */
  Activity activity() {
    return units.stream().map(ComputeUnit::doings).reduce(Activity.NONE, Activity::plus);
  }

  List<ComputeUnit> units() {
    return units;
  }

  /** Takes a run; its buffers cannot be closed from now on until it ends. */
  void submit(CardRun run) {
    lock.lock();
    try {
      checkLoaded("kernel " + run.kernel());
      card.checkHealthy();
      // Its holder may have left since: nobody would cancel the run then.
      card.checkHeldBy(run.owner());
      pin(run.buffers());
      Set<CardRun> queue = queue(run);
      queue.add(run);
      startUnitsFor(run, queue.size());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static void pin(List<@Nullable CardBuffer> buffers) {
    List<CardBuffer> pinned = new ArrayList<>();
    try {
      for (CardBuffer buffer : buffers) {
        if (buffer != null) {
          buffer.pin();
          pinned.add(buffer);
        }
      }
    } catch (BackplaneException e) {
      pinned.forEach(CardBuffer::unpin);
      throw e;
    }
  }

  private static void unpin(CardRun run) {
    for (CardBuffer buffer : run.buffers()) {
      if (buffer != null) {
        buffer.unpin();
      }
    }
  }

  /** Starts one more unit's thread unless idle ones are enough for what waits. */
  private void startUnitsFor(CardRun run, int waiting) {
    int idle = 0;
    ComputeUnit fresh = null;
    for (ComputeUnit unit : units) {
      if (suits(unit, run)) {
        if (unit.isIdle()) {
          idle++;
        } else if (!unit.isStarted() && fresh == null) {
          fresh = unit;
        }
      }
    }
    if (waiting > idle && fresh != null) {
      fresh.startOnce();
    }
  }

  private static boolean suits(ComputeUnit unit, CardRun run) {
    return unit.kernel().name().equals(run.kernel()) && run.fits(unit.index());
  }

  /** Gives a unit's thread its next order; waits until there is one. */
  Order next(ComputeUnit unit) {
    lock.lock();
    try {
      unit.idle(true);
      Order order = poll(unit);
      while (order == null) {
        try {
          // A deadline everywhere: looks again now and then though nobody called.
          changed.awaitNanos(IDLE.toNanos());
          order = poll(unit);
        } catch (InterruptedException late) {
          // Meant for a run that ended before it arrived.
          order = poll(unit);
        }
      }
      return order;
    } finally {
      unit.idle(false);
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
  @Nullable Task next(
      List<ComputeUnit> members, Map<ComputeUnit, CardRun> busy, Duration patience) {
    lock.lock();
    try {
      members.forEach(unit -> unit.idle(!busy.containsKey(unit)));
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
      members.forEach(unit -> unit.idle(false));
      lock.unlock();
    }
  }

  private @Nullable Task poll(List<ComputeUnit> members, Map<ComputeUnit, CardRun> busy) {
    for (ComputeUnit unit : members) {
      Order order = busy.containsKey(unit) ? pollBusy(unit) : poll(unit);
      if (order != null) {
        return new Task(unit, order);
      }
    }
    return null;
  }

  private @Nullable Order pollBusy(ComputeUnit unit) {
    return stopping ? Signal.STOP : unit.accesses().isEmpty() ? null : Signal.REGISTERS;
  }

  /** How long {@link #next} waits where nothing is under way. */
  static Duration idle() {
    return IDLE;
  }

  private @Nullable Order poll(ComputeUnit unit) {
    if (stopping) {
      return Signal.STOP;
    }
    if (!unit.accesses().isEmpty()) {
      return Signal.REGISTERS;
    }
    CardRun run = take(unit);
    if (run == null) {
      return null;
    }
    begin(unit, run);
    // From here on an interrupt is for this run; one that came before was for the last.
    Thread.interrupted();
    return new Execute(run);
  }

  private void begin(ComputeUnit unit, CardRun run) {
    running.put(run, unit);
    unit.began();
    card.began(run);
    run.began();
  }

  /**
   * A kernel was started through its registers: that is a run like any other from here on, which
   * ends when its starter leaves.
   *
   * @return the run; null if the card is to be used for something else by now
   */
  @Nullable CardRun beginStarted(ComputeUnit unit, CardSession starter) {
    lock.lock();
    try {
      if (stopping || !card.isHeldBy(starter)) {
        return null;
      }
      CardRun run = CardRun.throughRegisters(this, starter, unit.kernel());
      begin(unit, run);
      Thread.interrupted();
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** A unit broke down outside of a run: the card stops with this first cause. */
  void faulted(BackplaneException reason) {
    lock.lock();
    try {
      if (!stopping) {
        card.faulted(FirewallPort.CONTROL, reason);
        endQueued(queued -> true, card::faultedError);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable CardRun take(ComputeUnit unit) {
    Iterator<CardRun> waiting = queue(unit.kernel().name()).iterator();
    while (waiting.hasNext()) {
      CardRun run = waiting.next();
      if (run.fits(unit.index())) {
        waiting.remove();
        return run;
      }
    }
    return null;
  }

  /** Takes a run back from a unit. */
  void finish(ComputeUnit unit, CardRun run, ComputeUnit.Outcome outcome) {
    lock.lock();
    try {
      running.remove(run);
      unit.ended();
      unpin(run);
      switch (outcome) {
        case ComputeUnit.Completed(var report) -> {
          unit.count(report);
          run.completed(report);
        }
        case ComputeUnit.Failed(var reason) -> {
          // Units of an image that is gone, or that were given up, cannot stop the card any more.
          if (!stopping && Failures.stopsTheCard(reason.code())) {
            card.faulted(FirewallPort.DATA, reason);
            endQueued(queued -> true, card::faultedError);
          }
          run.failed(reason);
        }
      }
      card.ended(run);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean cancel(CardRun run) {
    lock.lock();
    try {
      if (run.state().isFinal()) {
        return false;
      }
      ComputeUnit unit = running.get(run);
      if (unit == null) {
        endQueued(queued -> queued == run, Fabric::cancelled);
      } else {
        run.requestCancel();
        unit.interrupt();
        changed.signalAll();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void endQueued(Predicate<CardRun> which, Supplier<BackplaneException> reason) {
    for (Set<CardRun> queue : queues.values()) {
      for (CardRun run : List.copyOf(queue)) {
        if (which.test(run)) {
          queue.remove(run);
          unpin(run);
          run.failed(reason.get());
        }
      }
    }
  }

  /** Ends what waits and takes a buffer of a holder who leaves; called under the card's lock. */
  void endQueuedUsersOf(CardSession leaving) {
    endQueued(
        run ->
            run.buffers().stream()
                .anyMatch(buffer -> buffer != null && buffer.owner() == leaving.memory()),
        () ->
            BackplaneException.because(
                    ErrorCode.CANCELLED,
                    "a buffer that it takes belonged to another holder of the card, who closed it")
                .remedy("Make the buffers of a run where the run is started")
                .build());
  }

  private static BackplaneException cancelled() {
    return new BackplaneException(ErrorCode.CANCELLED, "the run was cancelled");
  }

  /** {@return whether a run waits or executes; called under the card's lock} */
  boolean isBusy() {
    return !running.isEmpty() || queues.values().stream().anyMatch(queue -> !queue.isEmpty());
  }

  /** Cancels one holder's runs and waits until they ended. Returns the kernels that did not. */
  List<String> cancelAll(Predicate<CardSession> owner) {
    return cancelAll(owner, System.nanoTime() + STOP_DEADLINE.toNanos());
  }

  private List<String> cancelAll(Predicate<CardSession> owner, long deadline) {
    lock.lock();
    try {
      endQueued(run -> owner.test(run.owner()), Fabric::cancelled);
      List<CardRun> mine =
          running.keySet().stream().filter(run -> owner.test(run.owner())).toList();
      mine.forEach(this::cancel);
      boolean interrupted = Thread.interrupted();
      while (deadline - System.nanoTime() > 0 && mine.stream().anyMatch(running::containsKey)) {
        try {
          changed.awaitNanos(deadline - System.nanoTime());
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

  /** Has a unit's thread access a register. */
  int access(ComputeUnit unit, RegisterAccess access) {
    lock.lock();
    try {
      checkLoaded("register access");
      card.checkHealthy();
      unit.accesses().add(access);
      unit.startOnce();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    return access.await(REGISTER_DEADLINE);
  }

  /** Ends everything. Returns the units whose threads did not end in time. */
  List<String> stop() {
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    long deadline = System.nanoTime() + STOP_DEADLINE.toNanos();
    cancelAll(owner -> true, deadline);
    List<String> stuck = new ArrayList<>();
    for (ComputeUnit unit : units) {
      if (unit.isStarted() && !joined(unit.thread(), deadline)) {
        unit.memory().cutOff();
        stuck.add(unit.thread().getName());
      }
      for (RegisterAccess a = unit.accesses().poll(); a != null; a = unit.accesses().poll()) {
        a.refuse(closed("register access"));
      }
    }
    return stuck;
  }

  private static boolean joined(Thread thread, long deadline) {
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

  void checkLoaded(String subject) {
    if (stopping) {
      throw closed(subject);
    }
  }

  private BackplaneException closed(String subject) {
    return BackplaneException.because(
            ErrorCode.CLOSED, "image " + image.name() + " is not loaded any more")
        .on(subject)
        .remedy("Load the image and take the kernel from the new program")
        .build();
  }

  private Set<CardRun> queue(CardRun run) {
    return queue(run.kernel());
  }

  private Set<CardRun> queue(String kernel) {
    Set<CardRun> queue = queues.get(kernel);
    if (queue == null) {
      throw new IllegalStateException("a kernel without a queue: " + kernel);
    }
    return queue;
  }
}
