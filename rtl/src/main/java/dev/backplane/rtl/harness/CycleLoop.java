package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.ResetPort;
import dev.backplane.rtl.trace.PinObserver;
import dev.backplane.rtl.trace.TraceClock;
import dev.backplane.rtl.trace.TraceClocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates an engine and the models around it, cycle by cycle, from power-up on. A cycle is:
 * settle, sample the outputs, edge, drive the inputs of the next cycle. Sampling before the engine
 * has settled would be wrong for every kernel with a combinational path from VALID to READY.
 *
 * <p>With clocks of several rates, this sequence is executed at every edge, and only models of
 * clocks with an edge sample and drive. A cycle is then one of the main clock. In a group, all
 * members are simulated in lockstep.
 */
final class CycleLoop {
  private static final int IDLE_AFTER_RESET = 4;

  final Engine engine;
  final SimulationContext context;

  private final ClockDomain mainDomain;

  /** By rate; those of falling edges are empty, since no interface samples there. */
  private final ClockDomain[] domains;

  /** The engine's clocks of each rate. */
  private final long[] edges;

  private final List<ClockSchedule.Rate> rates;

  /** The only clock of the engine, or -1. */
  private final int onlyClock;

  /** Null if there is only one rate. */
  private final @Nullable ClockSchedule schedule;

  private @Nullable LockstepGroup group;

  /** For each bit of the group's steps, the index of the corresponding rate here, or -1. */
  private int[] groupRates = {};

  private final Map<String, AxiLiteMaster> registers = new LinkedHashMap<>();
  private final List<String> masters;
  private final Map<String, Pin> pins = new LinkedHashMap<>();
  private final Pin interrupt;
  private final Map<Pin, ResetPort> resets = new LinkedHashMap<>();
  private final Watchdog watchdog;
  private boolean interruptHigh;

  /** Whether the waveform of the fault was written. */
  private boolean faultSaved;

  private long interruptCycle;

  /** How often the interrupt rose. */
  private long interrupts;

  /** The last value of the control register, for messages. */
  int lastControl;

  CycleLoop(
      Engine unobservedEngine,
      KernelPorts ports,
      ControlProtocol protocol,
      BusMemory memory,
      HarnessOptions options,
      Function<BusInterface, BeatQueue> queues) {
    context = new SimulationContext(memory, options, warnings(ports));
    ClockTree clocks =
        new ClockTree(ports, unobservedEngine.clocks(), protocol != ControlProtocol.AP_CTRL_NONE);
    engine = withObserver(unobservedEngine, clocks.traceClocks(), options.observer());
    unobservedEngine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
    rates = clocks.rates();
    edges = rates.stream().mapToLong(clocks::edges).toArray();
    mainDomain = new ClockDomain(context);
    domains = new ClockDomain[rates.size()];
    domains[0] = mainDomain;
    for (int i = 1; i < domains.length; i++) {
      domains[i] = new ClockDomain(new SimulationContext(context, clocks.name(rates.get(i))));
    }
    for (int i = 0; i < domains.length; i++) {
      domains[i].context.traceClock =
          new TraceClock(clocks.name(rates.get(i)), false, rates.get(i).kilohertz());
    }
    schedule = rates.size() == 1 ? null : new ClockSchedule(rates);
    onlyClock =
        rates.size() == 1 && Long.bitCount(edges[0]) == 1
            ? Long.numberOfTrailingZeros(edges[0])
            : -1;
    masters = ports.masters().stream().map(BusInterface::name).toList();
    for (BusInterface bus : ports.interfaces()) {
      addModel(domains[clocks.rateIndexOf(bus)], new InterfacePins(bus, pins), queues);
    }
    for (ClockDomain domain : domains) {
      domain.connect(engine);
    }
    interrupt = pin(ports.interrupt() == null ? "" : ports.interrupt().name());
    ports.resets().forEach(reset -> resets.put(pin(reset.port().name()), reset));
    driveTies(ports);
    watchdog = new Watchdog(this, options.watchdogCycles());
  }

  private static Set<AxiRule> warnings(KernelPorts ports) {
    try {
      return ports.wiring().warnings().stream().map(AxiRule::warnable).collect(Collectors.toSet());
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

  private void addModel(
      ClockDomain domain, InterfacePins pins, Function<BusInterface, BeatQueue> queues) {
    BusInterface bus = pins.bus();
    switch (bus.kind()) {
      case AXI4_MASTER, AXI4_LITE_MASTER -> domain.addMaster(pins);
      case AXI4_LITE_SLAVE ->
          registers.put(bus.name().toLowerCase(Locale.ROOT), domain.addRegisters(pins));
      case STREAM_IN, STREAM_OUT -> domain.addStream(pins, queues.apply(bus));
      case AXI4_SLAVE -> throw new IllegalStateException("not drivable: " + bus.describe());
    }
  }

  private void driveTies(KernelPorts ports) {
    ports
        .wiring()
        .ties()
        .forEach(
            (name, value) ->
                ports.others().stream()
                    .filter(port -> port.name().equalsIgnoreCase(name))
                    .forEach(
                        port -> {
                          Pin pin = pin(port.name());
                          for (int word = 0; word < Payload.wordCount(port.width()); word++) {
                            pin.setWord(word, value.shiftRight(word * Long.SIZE).longValue());
                          }
                        }));
  }

  /** A pin by name; an absent pin if the engine does not have it. */
  Pin pin(String name) {
    Pin pin = pins.get(name);
    return pin == null ? new AbsentPin(name, 0) : pin;
  }

  List<ClockSchedule.Rate> rates() {
    return rates;
  }

  /** Joins a group, which executes the cycles of its members in lockstep. */
  void join(LockstepGroup with, List<ClockSchedule.Rate> steps) {
    group = with;
    groupRates = steps.stream().mapToInt(rates::indexOf).toArray();
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
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 0 : 1));
    int resetCycles = context.options.resetCycles();
    while (!haveAllReached(resetCycles)) {
      engine.settle();
      for (ClockDomain domain : domains) {
        if (domain.context.cycle >= resetCycles / 2) {
          // By then, reset has passed through pipelines of reset registers (rule 3).
          domain.checkValidLow("in reset");
        }
      }
      applyEdges(nextEdges());
    }
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 1 : 0));
    engine.settle();
    for (ClockDomain domain : domains) {
      domain.checkValidLow("before the first clock edge after reset");
    }
    applyEdges(nextEdges());
    for (ClockDomain domain : domains) {
      domain.drive();
    }
  }

  private boolean haveAllReached(int cycle) {
    for (ClockDomain domain : domains) {
      if (domain.context.cycle < cycle) {
        return false;
      }
    }
    return true;
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

  /** Applies the edges of some rates, which ends their cycles. */
  private void applyEdges(long edgeRates) {
    long clocks = 0;
    for (int i = 0; i < edges.length; i++) {
      if ((edgeRates >>> i & 1) != 0) {
        clocks |= edges[i];
        domains[i].context.cycle++;
      }
    }
    engine.edges(clocks);
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
    mainDomain.sample();
    sampleInterrupt();
    if (onlyClock >= 0) {
      engine.edge(onlyClock);
    } else {
      engine.edges(edges[0]);
    }
    context.cycle++;
    mainDomain.drive();
  }

  private void sampleInterrupt() {
    if (interrupt.get() == 0) {
      interruptHigh = false;
    } else if (!interruptHigh) {
      interruptHigh = true;
      interruptCycle = context.cycle + 1;
      interrupts++;
    }
  }

  /** The first half of a step: the models whose clock has an edge sample. */
  private void sampleAt(long edgeRates) {
    engine.settle();
    for (int i = 0; i < domains.length; i++) {
      if ((edgeRates >>> i & 1) != 0) {
        domains[i].sample();
      }
    }
    if ((edgeRates & 1) != 0) {
      sampleInterrupt();
    }
  }

  /** The second half: applies the edges; then those models drive. */
  private void driveAt(long edgeRates) {
    applyEdges(edgeRates);
    for (int i = 0; i < domains.length; i++) {
      if ((edgeRates >>> i & 1) != 0) {
        domains[i].drive();
      }
    }
  }

  /** The first half of a step of the group. */
  void sampleInGroup(long step) {
    long edgeRates = ratesOfStep(step);
    if (edgeRates != 0) {
      sampleAt(edgeRates);
    }
  }

  /** The second half of a step of the group. */
  void driveInGroup(long step) {
    long edgeRates = ratesOfStep(step);
    if (edgeRates != 0) {
      driveAt(edgeRates);
    }
  }

  private long ratesOfStep(long step) {
    long edgeRates = 0;
    for (int i = 0; i < groupRates.length; i++) {
      if (groupRates[i] >= 0) {
        edgeRates |= (step >>> i & 1) << groupRates[i];
      }
    }
    return edgeRates;
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
   * The same, counting from a later command.
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
    StringJoiner text = new StringJoiner(", ", "; reset ", "").setEmptyValue("");
    resets.forEach(
        (pin, reset) ->
            text.add(
                "%s, active %s, is %d".formatted(reset.port().name(), reset.active(), pin.get())));
    return text.toString();
  }

  /** Simulates until a cycle, a fault or an interrupt. */
  void simulateUntil(long end) {
    if (group == null && schedule == null) {
      while (context.cycle < end && context.cycle < context.stopCycle && !interruptHigh) {
        singleClockCycle();
      }
    } else {
      while (context.cycle < end && !isStopped() && !interruptHigh) {
        cycle();
      }
    }
    continueAfterFault();
  }

  /** Simulates until a cycle or a fault. */
  void simulate(long end) {
    while (context.cycle < end && !isStopped()) {
      cycle();
    }
    continueAfterFault();
  }

  private void continueAfterFault() {
    if (fault() != null) {
      while (!isStopped()) {
        cycle();
      }
    }
  }

  /**
   * Simulates until outstanding accesses have completed; those that do not complete are violations.
   */
  void drain(int cycles) {
    long end = context.cycle + cycles;
    while (isBusy() && context.cycle < end && !isStopped()) {
      cycle();
    }
    if (!isBusy() || fault() != null) {
      return;
    }
    for (ClockDomain domain : domains) {
      domain.checkFinished();
    }
  }

  private boolean isBusy() {
    for (ClockDomain domain : domains) {
      if (domain.isBusy()) {
        return true;
      }
    }
    return false;
  }

  boolean isInterruptHigh() {
    return interruptHigh;
  }

  /** The cycle after the one in which the interrupt rose. */
  long interruptCycle() {
    return interruptCycle;
  }

  /** How often the interrupt rose since the last reset. */
  long interrupts() {
    return interrupts;
  }

  /** The register masters, by interface name in lower case. */
  Map<String, AxiLiteMaster> registers() {
    return registers;
  }

  /** Simulates until an access has completed. An access without a response is a fault. */
  void finishAccess(AxiLiteMaster master, String verb, long offset) {
    long end = context.cycle + context.options.accessCycles();
    while (master.isBusy() && context.cycle < end) {
      cycle();
    }
    if (master.isBusy()) {
      String state = master.state();
      master.abandon();
      fail(
          new RtlException(
              RtlError.NO_PROGRESS,
              "%s @cycle %d: %s register 0x%x is not answered in %d cycles, since cycle %d: %s%s. If a reset is active at the other level, the kernel is held in it: say --reset NAME=low or high when it is built"
                  .formatted(
                      master.port(),
                      context.cycle,
                      verb,
                      offset,
                      context.options.accessCycles(),
                      end - context.options.accessCycles(),
                      state,
                      resetLevels())));
    }
    if (master.response() > 1) {
      throw new RtlException(
          RtlError.ADDRESS_FAULT,
          "%s @cycle %d: %s register 0x%x: the kernel answers %s, as it does where it has no such register or does not allow the access"
              .formatted(
                  master.port(),
                  context.cycle,
                  verb,
                  offset,
                  master.response() == 2 ? "SLVERR" : "DECERR"));
    }
  }

  /** Throws the fault of the kernel, if it has one. */
  void failOnFault() {
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
    Path file = context.options.faultWaveform();
    if (file == null || faultSaved || context.fault() == null) {
      return;
    }
    faultSaved = true;
    SimulationContext faultContext = context.faultContext;
    new FaultWaveform(faultContext.histories, faultContext.traceClock)
        .save(file, faultContext.cycle - 1, String.valueOf(fault.getMessage()));
  }

  void clearStatistics() {
    for (ClockDomain domain : domains) {
      domain.clearStatistics();
    }
  }

  List<PortStatistics> statistics() {
    List<PortStatistics> all = new ArrayList<>();
    for (String master : masters) {
      PortStatistics sum = new PortStatistics(master, Traffic.NONE, Traffic.NONE);
      for (ClockDomain domain : domains) {
        sum = domain.addStatistics(sum);
      }
      all.add(sum);
    }
    return all;
  }

  /** VALID, READY and outstanding bursts of each channel, for messages about stuck kernels. */
  String state() {
    engine.settle();
    StringJoiner text = new StringJoiner("; ");
    List<String> waits = new ArrayList<>();
    for (ClockDomain domain : domains) {
      domain.addWaitReasons(waits);
    }
    waits.forEach(text::add);
    for (ClockDomain domain : domains) {
      domain.addStates(text);
    }
    return text.toString();
  }

  /** The same for all kernels of the group. */
  String stateOfAll() {
    return group == null ? state() : group.state();
  }
}
