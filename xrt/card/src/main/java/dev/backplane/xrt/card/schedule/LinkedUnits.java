package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.rtl.harness.KernelGroup;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.images.StreamLink;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.image.RtlKernel;
import dev.backplane.xrt.card.unit.Failures;
import dev.backplane.xrt.card.unit.RtlHarness;
import dev.backplane.xrt.card.unit.RtlModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compute units in RTL with streams between them. One thread simulates all of them, clock edge by
 * clock edge, as long as any has a run; it takes orders for each every few hundred cycles. What one
 * is in the middle of cannot be kept when another breaks down or is cancelled, so they start afresh
 * together.
 */
final class LinkedUnits {
  private static final int BATCH = 256;

  /**
   * The number of idle cycles after which units count as stalled, and the cycles of a step from
   * then on. While a unit has no run yet, the thread rests between such steps: its user may be
   * about to start it.
   */
  private static final long STALLED = 4096;

  private static final Duration REST = Duration.ofMillis(1);

  private final ThreadDispatcher dispatcher;
  private final UnitEvents events;
  private final List<StreamLink> links;
  private final CardConfig config;
  private final Thread thread;
  private final List<ThreadUnit> units = new ArrayList<>();

  // Of the thread.
  private final Map<ThreadUnit, ScheduledRun> busy = new LinkedHashMap<>();
  private final Map<ThreadUnit, Long> begun = new HashMap<>();
  private final Map<ThreadUnit, RtlModel> models = new LinkedHashMap<>();
  private @Nullable KernelGroup group;

  LinkedUnits(
      ThreadDispatcher dispatcher, UnitEvents events, List<StreamLink> links, CardConfig config) {
    this.dispatcher = dispatcher;
    this.events = events;
    this.links = links;
    this.config = config;
    thread =
        Thread.ofPlatform().daemon().name(config.name() + "/linked units").unstarted(this::work);
  }

  Thread thread() {
    return thread;
  }

  /** Adds a unit; before the thread is started. */
  void add(ThreadUnit unit) {
    units.add(unit);
  }

  private void work() {
    try {
      boolean stopped = false;
      while (!stopped) {
        boolean moves = !busy.isEmpty() || isClocked();
        Duration patience = !moves ? ThreadDispatcher.IDLE : isStalled() ? REST : Duration.ZERO;
        UnitOrder.OfUnit task = dispatcher.next(units, busy, patience);
        if (task != null) {
          stopped = task.order() == UnitOrder.Signal.STOP;
          serve(task);
        } else if (moves) {
          step();
        }
      }
    } finally {
      abandon(new BackplaneException(ErrorCode.CANCELLED, "the image is not loaded any more"));
    }
  }

  private void serve(UnitOrder.OfUnit task) {
    switch (task.order()) {
      case UnitOrder.Execute(var run) -> begin(task.unit(), run);
      case UnitOrder.Signal.REGISTERS -> serveRegisters(task.unit());
      case UnitOrder.Signal.STARTED, UnitOrder.Signal.CLOCK, UnitOrder.Signal.STOP -> {
        // What is started here moves on with the others; to stop ends the loop.
      }
    }
  }

  private void begin(ThreadUnit unit, ScheduledRun run) {
    busy.put(unit, run);
    begun.put(unit, System.nanoTime());
    unit.memory().serve(run.arguments());
    try {
      model(unit).begin(run.arguments());
    } catch (Throwable e) {
      // Errors too: runs that have begun must end, whatever the kernels did.
      fail(e);
    }
  }

  private void serveRegisters(ThreadUnit unit) {
    for (RegisterAccess access = unit.accesses().poll();
        access != null;
        access = unit.accesses().poll()) {
      access.serve(unit.unit(), () -> model(unit), this::noteFault);
    }
    try {
      tellInterrupts();
    } catch (BackplaneException e) {
      fail(e);
    }
  }

  /** Tells whether a unit goes on by itself, and somebody waits for its interrupt. */
  private boolean isClocked() {
    for (ThreadUnit unit : units) {
      if (events.isAwaited(unit)) {
        RtlModel known = models.get(unit);
        if (known == null ? unit.kernel().isClocked() : known.isClocked()) {
          return true;
        }
      }
    }
    return false;
  }

  private void tellInterrupts() {
    models.forEach(
        (unit, model) -> {
          if (model.takeInterrupt() && !busy.containsKey(unit)) {
            unit.memory().writeBack();
            events.interrupted(unit);
          }
        });
  }

  private void noteFault() {
    Throwable fault = group == null ? null : group.fault();
    if (fault != null) {
      fail(fault);
    }
  }

  private RtlModel model(ThreadUnit unit) {
    if (group == null) {
      powerUp();
    }
    RtlModel model = models.get(unit);
    if (model == null) {
      throw new IllegalStateException("not linked: " + unit.plan().name());
    }
    return model;
  }

  private void powerUp() {
    KernelGroup.Builder builder = KernelGroup.builder();
    for (ThreadUnit unit : units) {
      if (!(unit.kernel().code() instanceof RtlKernel rtl)) {
        throw new IllegalStateException("not in RTL: " + unit.plan().name());
      }
      KernelHarness harness = RtlHarness.of(rtl, unit.memory(), config);
      builder.add(unit.plan().name(), harness);
      models.put(unit, new RtlModel(harness, unit.kernel(), null));
    }
    List<String> names = units.stream().map(unit -> unit.plan().name()).toList();
    for (StreamLink link : links) {
      if (names.contains(link.from().unit())) {
        builder.link(link.from().toString(), link.to().toString(), link.depth());
      }
    }
    KernelGroup fresh = builder.build();
    group = fresh;
    fresh.reset();
  }

  private void step() {
    try {
      for (ScheduledRun run : busy.values()) {
        if (run.isToEnd()) {
          throw run.cancellation();
        }
      }
      KernelHarness any = model(units.getFirst()).harness();
      any.advance(isStalled() ? STALLED : BATCH);
      for (ThreadUnit unit : List.copyOf(busy.keySet())) {
        Optional<RunOutcome> outcome = model(unit).harness().poll();
        outcome.ifPresent(ended -> complete(unit, ended));
      }
      tellInterrupts();
      if (!busy.isEmpty() && areAllStarted()) {
        any.checkProgress();
      }
    } catch (Throwable e) {
      // Errors too: runs that have begun must end, whatever the kernels did.
      fail(e);
    }
  }

  private void complete(ThreadUnit unit, RunOutcome outcome) {
    unit.memory().writeBack();
    // Raised for whoever awaits the run, who is told by its end.
    boolean _ = model(unit).takeInterrupt();
    ScheduledRun run = end(unit);
    long nanos = System.nanoTime() - begun.getOrDefault(unit, 0L);
    dispatcher.finish(
        unit,
        null,
        run,
        new UnitOutcome.Completed(new RunReport(outcome.cycles(), Duration.ofNanos(nanos))));
  }

  private ScheduledRun end(ThreadUnit unit) {
    unit.memory().serve(null);
    unit.memory().forgetHostCopies();
    ScheduledRun run = busy.remove(unit);
    if (run == null) {
      throw new IllegalStateException("no run on " + unit.plan().name());
    }
    return run;
  }

  private boolean isStalled() {
    return group != null
        && !areAllStarted()
        && models.values().iterator().next().harness().idleCycles() > STALLED;
  }

  /** Tells whether every kernel that can be started has a run. */
  private boolean areAllStarted() {
    return units.stream().allMatch(unit -> !unit.kernel().startable() || busy.containsKey(unit));
  }

  /** Ends all runs because of a failure that made one of the kernels unusable. */
  private void fail(Throwable cause) {
    String kernel =
        Optional.ofNullable(group)
            .flatMap(KernelGroup::faultyKernel)
            .or(() -> busy.values().stream().map(ScheduledRun::kernel).findFirst())
            .orElse("a linked kernel");
    BackplaneException reason = Failures.of(cause, kernel);
    boolean stops = Failures.stopsTheCard(reason.code());
    abandon(reason);
    if (stops) {
      dispatcher.faulted(reason);
    }
  }

  private void abandon(BackplaneException reason) {
    KernelGroup old = group;
    group = null;
    models.clear();
    if (old != null) {
      old.close();
    }
    for (ThreadUnit unit : List.copyOf(busy.keySet())) {
      ScheduledRun run = end(unit);
      boolean asked = run.isToEnd() || reason.code() != ErrorCode.CANCELLED;
      dispatcher.finish(
          unit, null, run, new UnitOutcome.Failed(asked ? reasonFor(run, reason) : shared(run)));
    }
  }

  private static BackplaneException reasonFor(ScheduledRun run, BackplaneException reason) {
    return run.isToEnd() ? run.cancellation() : reason;
  }

  private static BackplaneException shared(ScheduledRun run) {
    return BackplaneException.because(
            ErrorCode.CANCELLED,
            "a run was cancelled on a compute unit that this one shares streams with")
        .on("kernel " + run.kernel())
        .remedy("Start both again")
        .build();
  }
}
