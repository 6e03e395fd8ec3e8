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
 * One engine with the models around it, from power-up on: the cycle itself. A cycle is: settle,
 * look at the outputs, edge, drive the inputs of the next cycle. Looking before the engine has
 * settled would be wrong for every kernel in which READY follows VALID without a register.
 *
 * <p>With clocks of several rates, the same happens at every edge, and only the models of the
 * clocks that have one look and drive. A cycle is then one of the main clock. In a group, all
 * members go through the steps together.
 */
final class Stage {
  private static final int IDLE_AFTER_RESET = 4;

  final Engine engine;
  final Bench bench;

  private final ClockDomain main;

  /** By rate; nothing is in those of falling edges, at which no interface looks. */
  private final ClockDomain[] domains;

  /** The engine's clocks of each rate. */
  private final long[] edges;

  private final List<ClockSchedule.Rate> rates;

  /** The only clock of the engine, or -1. */
  private final int onlyClock;

  /** Null if all edges fall together. */
  private final @Nullable ClockSchedule schedule;

  private @Nullable LockStep group;

  /** For each bit of the group's steps, the index of the rate here that it stands for, or -1. */
  private int[] groupRates = {};

  private final Map<String, AxiLiteMaster> registers = new LinkedHashMap<>();
  private final List<String> masters;
  private final Map<String, Pin> pins = new LinkedHashMap<>();
  private final Pin interrupt;
  private final Map<Pin, ResetPort> resets = new LinkedHashMap<>();
  private final Watchdog watchdog;
  private boolean raised;

  /** Whether the waveform of the fault is written. */
  private boolean saved;

  private long raisedAt;

  /** What the control register last said, for messages. */
  int controlSeen;

  Stage(
      Engine bare,
      KernelPorts ports,
      ControlProtocol protocol,
      BusMemory memory,
      HarnessOptions options,
      Function<BusInterface, BeatQueue> queues) {
    bench = new Bench(memory, options, warnings(ports));
    ClockTree clocks =
        new ClockTree(ports, bare.clocks(), protocol != ControlProtocol.AP_CTRL_NONE);
    engine = observed(bare, clocks.traced(), options.observer());
    bare.pins().forEach(pin -> pins.put(pin.port().name(), pin));
    rates = clocks.rates();
    edges = rates.stream().mapToLong(clocks::edges).toArray();
    main = new ClockDomain(bench);
    domains = new ClockDomain[rates.size()];
    domains[0] = main;
    for (int i = 1; i < domains.length; i++) {
      domains[i] = new ClockDomain(new Bench(bench, clocks.name(rates.get(i))));
    }
    for (int i = 0; i < domains.length; i++) {
      domains[i].bench.clockShown =
          new TraceClock(clocks.name(rates.get(i)), false, rates.get(i).kilohertz());
    }
    schedule = rates.size() == 1 ? null : new ClockSchedule(rates);
    onlyClock =
        rates.size() == 1 && Long.bitCount(edges[0]) == 1
            ? Long.numberOfTrailingZeros(edges[0])
            : -1;
    masters = ports.masters().stream().map(BusInterface::name).toList();
    for (BusInterface bus : ports.interfaces()) {
      place(domains[clocks.rateOf(bus)], new Signals(bus, pins), queues);
    }
    for (ClockDomain domain : domains) {
      domain.connect(engine);
    }
    interrupt = pin(ports.interrupt() == null ? "" : ports.interrupt().name());
    ports.resets().forEach(reset -> resets.put(pin(reset.port().name()), reset));
    tie(ports);
    watchdog = new Watchdog(this, options.watchdogCycles());
  }

  private static Set<Rule> warnings(KernelPorts ports) {
    try {
      return ports.wiring().warnings().stream().map(Rule::warnable).collect(Collectors.toSet());
    } catch (IllegalArgumentException e) {
      throw ports.missing(String.valueOf(e.getMessage()));
    }
  }

  private Engine observed(
      Engine bare, TraceClocks clocks, PinObserver.@Nullable Factory observers) {
    if (observers == null) {
      return bare;
    }
    PinObserver observer = observers.observe(bare.pins(), clocks);
    bench.onFault = observer::fault;
    return new ObservedEngine(bare, clocks, observer);
  }

  private void place(
      ClockDomain domain, Signals signals, Function<BusInterface, BeatQueue> queues) {
    BusInterface bus = signals.bus();
    switch (bus.kind()) {
      case AXI4_MASTER, AXI4_LITE_MASTER -> domain.addMaster(signals);
      case AXI4_LITE_SLAVE ->
          registers.put(bus.name().toLowerCase(Locale.ROOT), domain.addRegisters(signals));
      case STREAM_IN, STREAM_OUT -> domain.addStream(signals, queues.apply(bus));
      case AXI4_SLAVE -> throw new IllegalStateException("not drivable: " + bus.describe());
    }
  }

  private void tie(KernelPorts ports) {
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
                          for (int word = 0; word < Payload.words(port.width()); word++) {
                            pin.setWord(word, value.shiftRight(word * Long.SIZE).longValue());
                          }
                        }));
  }

  /** A pin by name; one that stands for nothing if the engine does not have it. */
  Pin pin(String name) {
    Pin pin = pins.get(name);
    return pin == null ? new FixedPin(name, 0) : pin;
  }

  List<ClockSchedule.Rate> rates() {
    return rates;
  }

  /** From now on, the cycles of this stage are those of a group. */
  void join(LockStep with, List<ClockSchedule.Rate> steps) {
    group = with;
    groupRates = steps.stream().mapToInt(rates::indexOf).toArray();
  }

  void reset() {
    hold();
    idle();
  }

  /** Holds reset until every clock had its cycles, and gives the first edge after it. */
  void hold() {
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 0 : 1));
    int held = bench.options.resetCycles();
    while (!areAllAt(held)) {
      engine.settle();
      for (ClockDomain domain : domains) {
        if (domain.bench.cycle >= held / 2) {
          // By then, pipelines of reset registers have passed it on (rule 3).
          domain.checkQuiet("in reset");
        }
      }
      edge(nextEdges());
    }
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 1 : 0));
    engine.settle();
    for (ClockDomain domain : domains) {
      domain.checkQuiet("before the first clock edge after reset");
    }
    edge(nextEdges());
    for (ClockDomain domain : domains) {
      domain.drive();
    }
  }

  private boolean areAllAt(int cycle) {
    for (ClockDomain domain : domains) {
      if (domain.bench.cycle < cycle) {
        return false;
      }
    }
    return true;
  }

  /** A few cycles before anybody wants something of the kernel. */
  void idle() {
    for (int i = 0; i < IDLE_AFTER_RESET; i++) {
      cycle();
    }
  }

  private long nextEdges() {
    return schedule == null ? 1 : schedule.advance();
  }

  /** The edges of some rates, which ends their cycles. */
  private void edge(long which) {
    long clocks = 0;
    for (int i = 0; i < edges.length; i++) {
      if ((which >>> i & 1) != 0) {
        clocks |= edges[i];
        domains[i].bench.cycle++;
      }
    }
    engine.edges(clocks);
  }

  /** One cycle of the main clock. */
  void cycle() {
    if (group != null) {
      long before = bench.cycle;
      while (bench.cycle == before) {
        group.step();
      }
    } else if (schedule == null) {
      cycleOfOneClock();
    } else {
      long which = 0;
      while ((which & 1) == 0) {
        which = schedule.advance();
        sampleAt(which);
        driveAt(which);
      }
    }
  }

  private void cycleOfOneClock() {
    engine.settle();
    main.sample();
    sampleInterrupt();
    if (onlyClock >= 0) {
      engine.edge(onlyClock);
    } else {
      engine.edges(edges[0]);
    }
    bench.cycle++;
    main.drive();
  }

  private void sampleInterrupt() {
    if (interrupt.get() == 0) {
      raised = false;
    } else if (!raised) {
      raised = true;
      raisedAt = bench.cycle + 1;
    }
  }

  /** The first half of a step: all models whose clock has an edge look. */
  private void sampleAt(long which) {
    engine.settle();
    for (int i = 0; i < domains.length; i++) {
      if ((which >>> i & 1) != 0) {
        domains[i].sample();
      }
    }
    if ((which & 1) != 0) {
      sampleInterrupt();
    }
  }

  /** The second half: the edges, and what is seen after them. */
  private void driveAt(long which) {
    edge(which);
    for (int i = 0; i < domains.length; i++) {
      if ((which >>> i & 1) != 0) {
        domains[i].drive();
      }
    }
  }

  /** The first half of a step of the group. */
  void sampleInGroup(long step) {
    long which = ofGroup(step);
    if (which != 0) {
      sampleAt(which);
    }
  }

  /** The second half of a step of the group. */
  void driveInGroup(long step) {
    long which = ofGroup(step);
    if (which != 0) {
      driveAt(which);
    }
  }

  private long ofGroup(long step) {
    long which = 0;
    for (int i = 0; i < groupRates.length; i++) {
      if (groupRates[i] >= 0) {
        which |= (step >>> i & 1) << groupRates[i];
      }
    }
    return which;
  }

  private boolean isStopped() {
    return group == null ? bench.cycle >= bench.stopAt : group.isStopped();
  }

  /** What made this kernel, or one that it is grouped with, unusable. */
  @Nullable RtlException fault() {
    return group == null ? bench.fault() : group.fault();
  }

  /** Cycles since something moved, here or in a kernel that this one is grouped with. */
  long idleCycles() {
    long idle = bench.cycle - bench.lastProgress;
    return group == null ? idle : Math.min(idle, group.idleCycles());
  }

  /** Nothing moving for the cycles of the watchdog is a fault of a kernel that is stuck. */
  void checkProgress() {
    checkProgress(bench.lastProgress);
  }

  /**
   * The same where something else gave the kernel work.
   *
   * @param told the cycle in which it was told something last
   */
  void checkProgress(long told) {
    watchdog.check(Math.min(idleCycles(), bench.cycle - told));
  }

  boolean isStuck(long told) {
    return watchdog.isStuck(Math.min(idleCycles(), bench.cycle - told));
  }

  /** The state of this design, and of those that it is grouped with. */
  OptionalLong stateHash() {
    return group == null ? engine.stateHash() : group.stateHash();
  }

  /** Makes the kernel unusable, and tells whoever simulates it. */
  void fail(RtlException failure) {
    bench.fail(failure, 0);
    failOnFault();
  }

  /** The resets as they are driven, for a kernel that does nothing. */
  String resetsShown() {
    StringJoiner text = new StringJoiner(", ", "; reset ", "").setEmptyValue("");
    resets.forEach(
        (pin, reset) ->
            text.add(
                "%s, active %s, is %d".formatted(reset.port().name(), reset.active(), pin.get())));
    return text.toString();
  }

  /** Until a cycle, a fault or an interrupt. */
  void simulateUntil(long end) {
    if (group == null && schedule == null) {
      while (bench.cycle < end && bench.cycle < bench.stopAt && !raised) {
        cycleOfOneClock();
      }
    } else {
      while (bench.cycle < end && !isStopped() && !raised) {
        cycle();
      }
    }
    goOnAfterFault();
  }

  /** Until a cycle or a fault. */
  void simulate(long end) {
    while (bench.cycle < end && !isStopped()) {
      cycle();
    }
    goOnAfterFault();
  }

  private void goOnAfterFault() {
    if (fault() != null) {
      while (!isStopped()) {
        cycle();
      }
    }
  }

  /** Lets what is on its way end; what does not is a fault of the kernel. */
  void drain(int cycles) {
    long end = bench.cycle + cycles;
    while (isBusy() && bench.cycle < end && !isStopped()) {
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

  boolean interruptRaised() {
    return raised;
  }

  /** The cycle after the one in which the interrupt rose. */
  long interruptRaisedAt() {
    return raisedAt;
  }

  /** The models at the registers, by the names of the interfaces in lower case. */
  Map<String, AxiLiteMaster> registers() {
    return registers;
  }

  /** Simulates until an access is over. One that is not answered is a fault. */
  void finishAccess(AxiLiteMaster master, String verb, long offset) {
    long end = bench.cycle + bench.options.accessCycles();
    while (master.isBusy() && bench.cycle < end) {
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
                      bench.cycle,
                      verb,
                      offset,
                      bench.options.accessCycles(),
                      end - bench.options.accessCycles(),
                      state,
                      resetsShown())));
    }
    if (master.response() > 1) {
      throw new RtlException(
          RtlError.ADDRESS_FAULT,
          "%s @cycle %d: %s register 0x%x: the kernel answers %s, as it does where it has no such register or does not allow the access"
              .formatted(
                  master.port(),
                  bench.cycle,
                  verb,
                  offset,
                  master.response() == 2 ? "SLVERR" : "DECERR"));
    }
  }

  /** Fails with what made the kernel unusable, if anything did. */
  void failOnFault() {
    RtlException fault = fault();
    if (fault != null) {
      saveFault(fault);
      // A new one each time: the trace is that of this call, the cause that of the first.
      throw new RtlException(fault.error(), Objects.requireNonNull(fault.getMessage()), fault);
    }
  }

  /** Writes what led to the first fault here, once. */
  private void saveFault(RtlException fault) {
    Path file = bench.options.faultWaveform();
    if (file == null || saved || bench.fault() == null) {
      return;
    }
    saved = true;
    Bench faulty = bench.faultyBench;
    new FaultRecording(faulty.rings, faulty.clockShown)
        .save(file, faulty.cycle - 1, String.valueOf(fault.getMessage()));
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
        sum = domain.addTo(sum);
      }
      all.add(sum);
    }
    return all;
  }

  /** Each channel's VALID, READY and bursts on their way, for a kernel that got stuck. */
  String state() {
    engine.settle();
    StringJoiner text = new StringJoiner("; ");
    List<String> waits = new ArrayList<>();
    for (ClockDomain domain : domains) {
      domain.addWaits(waits);
    }
    waits.forEach(text::add);
    for (ClockDomain domain : domains) {
      domain.addStates(text);
    }
    return text.toString();
  }

  /** Likewise, of all kernels of the group: who waits for whom. */
  String stateOfAll() {
    return group == null ? state() : group.state();
  }
}
