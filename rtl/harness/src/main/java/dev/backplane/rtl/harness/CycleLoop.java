package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.Report;
import dev.backplane.rtl.engines.trace.PinObserver;
import dev.backplane.rtl.engines.trace.TraceClocks;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.netlist.Effect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Simulates an engine and the models around it, cycle by cycle, from power-up on. A cycle is:
 * settle, sample the outputs, edge, drive the inputs of the next cycle. Sampling before the engine
 * has settled would be wrong for every kernel with a combinational path from an input to an output.
 *
 * <p>With clocks of several rates, this sequence is executed at every edge, and only models of
 * clocks with an edge sample and drive. A cycle is then one of the main clock. In a group, all
 * members are simulated in lockstep.
 */
final class CycleLoop implements Simulation {
  /** Cycles between checks of the limits of a run. */
  static final int BATCH_CYCLES = 4096;

  private static final int IDLE_AFTER_RESET = 4;

  final Engine engine;
  final SimulationContext context;

  private final ClockedModels models;
  private final List<ClockSchedule.Rate> rates;

  /** The only clock of the engine, or -1. */
  private final int onlyClock;

  /** Null if there is only one rate. */
  private final @Nullable ClockSchedule schedule;

  private @Nullable LockstepGroup group;
  private GroupSteps groupSteps = new GroupSteps(List.of(), List.of());

  /** The register masters, by the name of the interface in lower case. */
  private final Map<String, RegisterPort> registers;

  private final InterruptPin interrupt;
  private final ResetPins resets;
  private final Watchdog watchdog;

  /** True if the waveform of the fault was written. */
  private boolean faultSaved;

  private @Nullable RunControl control;

  CycleLoop(
      Engine unobservedEngine,
      KernelPorts ports,
      ControlProtocol control,
      BusMemory memory,
      HarnessOptions options,
      KernelEnvironment environment) {
    context = new SimulationContext(memory, options, warnings(ports));
    ClockTree clocks =
        new ClockTree(ports, unobservedEngine.clocks(), control != ControlProtocol.AP_CTRL_NONE);
    engine = withObserver(unobservedEngine, clocks.traceClocks(), options.observer());
    unobservedEngine.onReport(this::report);
    rates = clocks.rates();
    schedule = rates.size() == 1 ? null : new ClockSchedule(rates);
    KernelPins pins = new KernelPins(engine);
    models = new ClockedModels(engine, pins, ports, clocks, context, control, environment);
    registers = models.registers();
    onlyClock =
        rates.size() == 1 && Long.bitCount(models.mainEdges()) == 1
            ? Long.numberOfTrailingZeros(models.mainEdges())
            : -1;
    interrupt =
        new InterruptPin(
            pins.pin(ports.interrupt() == null ? "" : ports.interrupt().name()), context);
    resets = new ResetPins(ports.resets(), pins);
    pins.driveTies(ports);
    watchdog = new Watchdog(this, options.watchdogCycles());
  }

  /** An error of the design ends the run, the rest is passed on. */
  private void report(Report report) {
    if (report.severity().compareTo(Effect.Severity.ERROR) >= 0) {
      context.fail(new RtlException(RtlError.KERNEL_FAILED, report.toString()), 0);
    } else {
      context.options().reportSink().accept(report);
    }
  }

  private static Set<String> warnings(KernelPorts ports) {
    try {
      ports.wiring().warnings().forEach(Rule::warnable);
      return ports.wiring().warnings();
    } catch (IllegalArgumentException e) {
      throw ports.missing(String.valueOf(e.getMessage()));
    }
  }

  private Engine withObserver(
      Engine unobservedEngine, TraceClocks clocks, PinObserver.@Nullable Factory factory) {
    if (factory == null) {
      return unobservedEngine;
    }
    PinObserver observer = factory.observe(unobservedEngine.pins(), clocks);
    context.faultListener = observer::fault;
    return new ObservedEngine(unobservedEngine, clocks, observer);
  }

  /** Sets the control of the kernel, for messages. */
  void controlledBy(@Nullable RunControl runControl) {
    control = runControl;
  }

  /** {@return the state of the kernel's control registers, for messages; empty if it has none} */
  String controlState() {
    return control == null ? "" : "; " + control.state();
  }

  @Override
  public SimulationContext context() {
    return context;
  }

  List<BusModel> models() {
    return models.all();
  }

  List<ClockSchedule.Rate> rates() {
    return rates;
  }

  /** Joins a group, which executes the cycles of its members in lockstep. */
  void join(LockstepGroup with, List<ClockSchedule.Rate> steps) {
    group = with;
    groupSteps = new GroupSteps(steps, rates);
  }

  void reset() {
    holdReset();
    idle();
  }

  /**
   * Holds reset for the required cycles of every clock, releases it, and applies the first edge
   * after it.
   */
  void holdReset() {
    resets.drive(true);
    int resetCycles = context.options().resetCycles();
    while (!models.haveAllReached(resetCycles)) {
      engine.settle();
      // By then, reset has passed through pipelines of reset registers.
      models.checkQuiet("in reset", resetCycles / 2);
      models.applyEdges(nextEdges());
    }
    resets.drive(false);
    engine.settle();
    models.checkQuiet("before the first clock edge after reset", 0);
    models.applyEdges(nextEdges());
    models.drive(-1);
  }

  /** Simulates a few cycles before the first access. */
  void idle() {
    for (int i = 0; i < IDLE_AFTER_RESET; i++) {
      cycle();
    }
  }

  private long nextEdges() {
    return schedule == null ? 1 : schedule.advance();
  }

  /** Simulates one cycle of the main clock. */
  void cycle() {
    if (group != null) {
      long before = context.cycle;
      while (context.cycle == before) {
        group.step();
      }
    } else if (schedule == null) {
      singleClockCycle();
    } else {
      long edgeRates = 0;
      while ((edgeRates & 1) == 0) {
        edgeRates = schedule.advance();
        sampleAt(edgeRates);
        driveAt(edgeRates);
      }
    }
  }

  private void singleClockCycle() {
    engine.settle();
    models.main().sample();
    interrupt.sample();
    if (onlyClock >= 0) {
      engine.edge(onlyClock);
    } else {
      engine.edges(models.mainEdges());
    }
    context.cycle++;
    models.main().drive();
  }

  /**
   * Simulates until a cycle or a fault. What is called is kept in locals: after each call, fields
   * of objects would be read again, one after the other, before the next call can begin.
   *
   * @param end the cycle
   * @param untilInterrupt whether an interrupt ends it too
   */
  private void singleClockCycles(long end, boolean untilInterrupt) {
    Engine simulated = engine;
    BusModel model = models.main();
    SimulationContext main = context;
    InterruptPin interrupts = interrupt;
    Pin level = interrupts.pin;
    int clock = onlyClock;
    while (main.cycle < end
        && main.cycle < main.stopCycle
        && !(untilInterrupt && interrupts.isHigh())) {
      simulated.settle();
      model.sample();
      if (level.get() != 0 || interrupts.isHigh()) {
        interrupts.sample();
      }
      if (clock >= 0) {
        simulated.edge(clock);
      } else {
        simulated.edges(models.mainEdges());
      }
      main.cycle++;
      model.drive();
    }
  }

  /** The first half of a step: the models whose clock has an edge sample. */
  private void sampleAt(long edgeRates) {
    engine.settle();
    models.sample(edgeRates);
    if ((edgeRates & 1) != 0) {
      interrupt.sample();
    }
  }

  /** The second half of a step: applies the edges; then the models whose clock has one drive. */
  private void driveAt(long edgeRates) {
    models.applyEdges(edgeRates);
    models.drive(edgeRates);
  }

  /** The first half of a step of the group. */
  void sampleInGroup(long step) {
    long edgeRates = groupSteps.rates(step);
    if (edgeRates != 0) {
      sampleAt(edgeRates);
    }
  }

  /** The second half of a step of the group. */
  void driveInGroup(long step) {
    long edgeRates = groupSteps.rates(step);
    if (edgeRates != 0) {
      driveAt(edgeRates);
    }
  }

  private boolean isStopped() {
    return group == null ? context.cycle >= context.stopCycle : group.isStopped();
  }

  /** The fault of this kernel, or of one in the same group. */
  @Nullable RtlException fault() {
    return group == null ? context.fault() : group.fault();
  }

  /** Cycles since the last progress, here or in a kernel of the same group. */
  long idleCycles() {
    long idle = context.cycle - context.lastProgress;
    return group == null ? idle : Math.min(idle, group.idleCycles());
  }

  /** Fails if the kernel made no progress for the cycles of the watchdog and is stuck. */
  void checkProgress() {
    checkProgress(context.lastProgress);
  }

  /**
   * Fails if the kernel is stuck, as {@link #checkProgress()}, but counts from a later command.
   *
   * @param commandCycle the cycle of the last command to the kernel
   */
  void checkProgress(long commandCycle) {
    watchdog.check(Math.min(idleCycles(), context.cycle - commandCycle));
  }

  boolean isStuck(long commandCycle) {
    return watchdog.isStuck(Math.min(idleCycles(), context.cycle - commandCycle));
  }

  /** The hash of the state of this design, or of all designs of the group. */
  OptionalLong stateHash() {
    return group == null ? engine.stateHash() : group.stateHash();
  }

  /** Makes the kernel unusable and throws its fault. */
  void fail(RtlException failure) {
    context.fail(failure, 0);
    failOnFault();
  }

  /** The driven levels of the resets, for messages about kernels that do not respond. */
  String resetLevels() {
    return resets.levels();
  }

  /** Simulates until a cycle, a fault or an interrupt. */
  void simulateUntil(long end) {
    if (isSingleClock()) {
      singleClockCycles(end, true);
    } else {
      while (context.cycle < end && !isStopped() && !interrupt.isHigh()) {
        cycle();
      }
    }
    continueAfterFault();
  }

  @Override
  public void simulate(long end) {
    if (isSingleClock()) {
      singleClockCycles(end, false);
    } else {
      while (context.cycle < end && !isStopped()) {
        cycle();
      }
    }
    continueAfterFault();
  }

  private boolean isSingleClock() {
    return group == null && schedule == null;
  }

  private void continueAfterFault() {
    if (fault() != null) {
      while (!isStopped()) {
        cycle();
      }
    }
  }

  @Override
  public void drain(int cycles) {
    long end = context.cycle + cycles;
    while (models.isBusy() && context.cycle < end && !isStopped()) {
      cycle();
    }
    if (models.isBusy() && fault() == null) {
      models.checkFinished();
    }
  }

  /** Tells whether accesses of the kernel are outstanding. */
  boolean isBusy() {
    return models.isBusy();
  }

  @Override
  public boolean isInterruptHigh() {
    return interrupt.isHigh();
  }

  @Override
  public long interruptCycle() {
    return interrupt.roseAt();
  }

  /**
   * {@return the number of interrupts since the last reset, by the interrupt pin and through the
   * bus}
   */
  long interrupts() {
    return interrupt.count() + models.interrupts();
  }

  /**
   * {@return the number of interrupts with this vector since the last reset} Interrupts of the pin
   * have vector 0.
   */
  long interrupts(int vector) {
    return (vector == 0 ? interrupt.count() : 0) + models.interrupts(vector);
  }

  /** The register masters, by the name of the interface or register space in lower case. */
  Map<String, RegisterPort> registers() {
    return registers;
  }

  @Override
  public void finishAccess(RegisterPort master, String verb, long offset) {
    long end = context.cycle + context.options().accessCycles();
    while (master.isBusy() && context.cycle < end) {
      cycle();
    }
    if (master.isBusy()) {
      fail(AccessErrors.unanswered(this, master, verb, offset, end));
    }
    master
        .refusal()
        .ifPresent(
            refusal -> {
              throw AccessErrors.refused(this, master, verb, offset, refusal);
            });
  }

  @Override
  public void failOnFault() {
    RtlException fault = fault();
    if (fault != null) {
      saveFault(fault);
      // A new exception each time: its stack trace is that of this call, its cause is the first
      // one.
      throw new RtlException(fault.error(), Objects.requireNonNull(fault.getMessage()), fault);
    }
  }

  /** Writes the waveform of the first fault, once. */
  private void saveFault(RtlException fault) {
    Path file = context.options().faultWaveform();
    if (file == null || faultSaved || context.fault() == null) {
      return;
    }
    faultSaved = true;
    SimulationContext faultContext = context.faultContext;
    new FaultWaveform(faultContext.histories, faultContext.traceClock)
        .save(file, faultContext.cycle - 1, String.valueOf(fault.getMessage()));
  }

  @Override
  public void clearStatistics() {
    models.clearStatistics();
  }

  @Override
  public List<PortStatistics> statistics() {
    return models.statistics();
  }

  /**
   * {@return the signals that the models wait for, and the state of each channel} For messages
   * about stuck kernels.
   */
  String state() {
    engine.settle();
    return models.state();
  }

  /** {@return the states of all kernels of the group, as {@link #state}} */
  String stateOfAll() {
    return group == null ? state() : group.state();
  }
}
