package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.ports.ResetPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One engine with the models around it, from power-up on: the cycle itself. A cycle is: settle,
 * look at the outputs, edge, drive the inputs of the next cycle. Looking before the engine has
 * settled would be wrong for every kernel in which READY follows VALID without a register.
 */
final class Stage {
  private static final int IDLE_AFTER_RESET = 4;

  final Engine engine;
  final Bench bench;

  private final int clock;
  private final int[] otherClocks;
  private final @Nullable AxiLiteMaster control;
  private final AxiLiteMaster[] controls;
  private final ReadChannel[] reads;
  private final WriteChannel[] writes;
  private final List<String> masters;
  private final Pin interrupt;
  private final Map<Pin, ResetPort> resets = new LinkedHashMap<>();
  private boolean raised;

  Stage(
      Engine bare,
      KernelPorts ports,
      ControlProtocol protocol,
      BusMemory memory,
      HarnessOptions options) {
    bench = new Bench(memory, options);
    List<String> names = bare.clocks();
    clock = mainClock(names, ports);
    otherClocks =
        java.util.stream.IntStream.range(0, names.size()).filter(each -> each != clock).toArray();
    engine =
        options.observer() == null
            ? bare
            : new ObservedEngine(bare, clock, options.observer().observe(bare.pins(), names));
    Map<String, Pin> pins = new LinkedHashMap<>();
    bare.pins().forEach(pin -> pins.put(pin.port().name(), pin));
    control =
        protocol == ControlProtocol.AP_CTRL_NONE
            ? null
            : new AxiLiteMaster(bench, new Signals(ports.control(), pins));
    controls = control == null ? new AxiLiteMaster[0] : new AxiLiteMaster[] {control};
    List<ReadChannel> reading = new ArrayList<>();
    List<WriteChannel> writing = new ArrayList<>();
    masters = ports.masters().stream().map(BusInterface::name).toList();
    for (BusInterface master : ports.masters()) {
      Signals signals = new Signals(master, pins);
      if (master.reads()) {
        reading.add(new ReadChannel(bench, signals));
      }
      if (master.writes()) {
        writing.add(new WriteChannel(bench, signals));
      }
    }
    reads = reading.toArray(ReadChannel[]::new);
    writes = writing.toArray(WriteChannel[]::new);
    interrupt = pin(pins, ports.interrupt() == null ? "" : ports.interrupt().name());
    ports.resets().forEach(reset -> resets.put(pin(pins, reset.port().name()), reset));
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    Pin pin = pins.get(name);
    return pin == null ? new FixedPin(name, 0) : pin;
  }

  /** The first clock by name that clocks something; all others tick at the same rate. */
  private static int mainClock(List<String> names, KernelPorts ports) {
    for (var port : ports.clocks()) {
      int index = names.indexOf(port.name());
      if (index >= 0) {
        return index;
      }
    }
    throw ports.missing("none of its clocks clocks anything; registers follow " + names);
  }

  void reset() {
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 0 : 1));
    int held = bench.options.resetCycles();
    for (int i = 0; i < held; i++) {
      engine.settle();
      if (i >= held / 2) {
        // By then, pipelines of reset registers have passed it on (rule 3).
        checkQuiet("in reset");
      }
      edge();
    }
    resets.forEach((pin, reset) -> pin.set(reset.activeLow() ? 1 : 0));
    engine.settle();
    checkQuiet("before the first clock edge after reset");
    edge();
    drive();
    for (int i = 0; i < IDLE_AFTER_RESET; i++) {
      cycle();
    }
  }

  private void checkQuiet(String when) {
    for (ReadChannel each : reads) {
      each.checkQuiet(when);
    }
    for (WriteChannel each : writes) {
      each.checkQuiet(when);
    }
  }

  private void edge() {
    engine.edge(clock);
    for (int other : otherClocks) {
      engine.settle();
      engine.edge(other);
    }
    bench.cycle++;
  }

  private void drive() {
    for (AxiLiteMaster each : controls) {
      each.drive();
    }
    for (ReadChannel each : reads) {
      each.drive();
    }
    for (WriteChannel each : writes) {
      each.drive();
    }
  }

  void cycle() {
    engine.settle();
    for (AxiLiteMaster each : controls) {
      each.sample();
    }
    for (ReadChannel each : reads) {
      each.sample();
    }
    for (WriteChannel each : writes) {
      each.sample();
    }
    raised = interrupt.get() != 0;
    edge();
    drive();
  }

  /** Until a cycle, a fault or an interrupt. */
  void simulateUntil(long end) {
    while (bench.cycle < end && bench.cycle < bench.stopAt && !raised) {
      cycle();
    }
    goOnAfterFault();
  }

  /** Until a cycle or a fault. */
  void simulate(long end) {
    while (bench.cycle < end && bench.cycle < bench.stopAt) {
      cycle();
    }
    goOnAfterFault();
  }

  private void goOnAfterFault() {
    if (bench.fault() != null) {
      while (bench.cycle < bench.stopAt) {
        cycle();
      }
    }
  }

  /** Lets what is on its way end; what does not is a fault of the kernel. */
  void drain(int cycles) {
    long end = bench.cycle + cycles;
    while (isBusy() && bench.cycle < end && bench.cycle < bench.stopAt) {
      cycle();
    }
    if (!isBusy() || bench.fault() != null) {
      return;
    }
    for (ReadChannel each : reads) {
      if (each.outstanding() > 0) {
        bench.violation(each.port(), "the kernel is done and leaves " + each.unfinished());
      }
    }
    for (WriteChannel each : writes) {
      if (each.outstanding() > 0) {
        bench.violation(each.port(), "the kernel is done and leaves " + each.unfinished());
      }
    }
  }

  private boolean isBusy() {
    for (ReadChannel each : reads) {
      if (each.outstanding() > 0) {
        return true;
      }
    }
    for (WriteChannel each : writes) {
      if (each.outstanding() > 0) {
        return true;
      }
    }
    return false;
  }

  boolean interruptRaised() {
    return raised;
  }

  AxiLiteMaster control(KernelPorts ports) {
    if (control == null) {
      throw ports.missing("it has no control registers (ap_ctrl_none)");
    }
    return control;
  }

  void finishAccess(AxiLiteMaster master, String verb, long offset) {
    long end = bench.cycle + bench.options.accessCycles();
    while (master.isBusy() && bench.cycle < end) {
      cycle();
    }
    if (master.isBusy()) {
      String state = master.state();
      master.abandon();
      if (bench.fault() != null) {
        throw bench.fault();
      }
      throw new RtlException(
          RtlError.NO_PROGRESS,
          "%s register 0x%x is not answered in %d cycles, @cycle %d: %s. Is the kernel held in reset?"
              .formatted(verb, offset, bench.options.accessCycles(), bench.cycle, state));
    }
    if (master.response() > 1) {
      throw new RtlException(
          RtlError.ADDRESS_FAULT,
          "%s register 0x%x: the kernel answers %s, @cycle %d"
              .formatted(verb, offset, master.response() == 2 ? "SLVERR" : "DECERR", bench.cycle));
    }
  }

  void clearStatistics() {
    for (ReadChannel each : reads) {
      each.clearStatistics();
    }
    for (WriteChannel each : writes) {
      each.clearStatistics();
    }
  }

  List<PortStatistics> statistics() {
    List<PortStatistics> all = new ArrayList<>();
    for (String master : masters) {
      PortStatistics sum = new PortStatistics(master, 0, 0, 0, 0, 0, 0, 0, 0);
      for (ReadChannel each : reads) {
        if (each.port().equals(master)) {
          sum = each.addTo(sum);
        }
      }
      for (WriteChannel each : writes) {
        if (each.port().equals(master)) {
          sum = each.addTo(sum);
        }
      }
      all.add(sum);
    }
    return all;
  }

  /** Each channel's VALID, READY and bursts on their way, for a kernel that got stuck. */
  String state() {
    engine.settle();
    StringJoiner text = new StringJoiner("; ");
    for (ReadChannel each : reads) {
      text.add(each.port() + ": " + each.state());
    }
    for (WriteChannel each : writes) {
      text.add(each.port() + ": " + each.state());
    }
    return text.toString();
  }
}
