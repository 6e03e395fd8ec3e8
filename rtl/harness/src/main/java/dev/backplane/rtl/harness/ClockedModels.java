package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.trace.TraceClock;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The models around a kernel, each with the context of its clock. There is one for each rate, in
 * the order of the rates; those of falling edges are empty, since no interface samples there.
 */
final class ClockedModels {
  private final Engine engine;
  private final BusModel[] models;
  private final SimulationContext[] contexts;

  /** The engine's clocks of each rate. */
  private final long[] edges;

  /** The names of the interfaces, in the order of the kernel's ports. */
  private final List<String> interfaces;

  /**
   * Creates the models and connects them with the engine.
   *
   * @param engine the engine, at power-up
   * @param pins its pins
   * @param ports its ports
   * @param clocks its clocks
   * @param main the context of the main clock
   * @param control how the kernel is controlled
   * @param environment the environment of the kernel
   */
  ClockedModels(
      Engine engine,
      KernelPins pins,
      KernelPorts ports,
      ClockTree clocks,
      SimulationContext main,
      ControlProtocol control,
      KernelEnvironment environment) {
    this.engine = engine;
    List<ClockSchedule.Rate> rates = clocks.rates();
    edges = rates.stream().mapToLong(clocks::edges).toArray();
    contexts = new SimulationContext[rates.size()];
    models = new BusModel[rates.size()];
    interfaces = ports.interfaces().stream().map(BusInterface::name).toList();
    SimulatedProtocol protocol = SimulatedProtocol.of(ports);
    for (int i = 0; i < models.length; i++) {
      String clock = clocks.name(rates.get(i));
      contexts[i] = i == 0 ? main : new SimulationContext(main, clock);
      contexts[i].traceClock = new TraceClock(clock, false, rates.get(i).kilohertz());
      int rate = i;
      List<InterfacePins> connected =
          ports.interfaces().stream()
              .filter(bus -> clocks.rateIndexOf(bus) == rate)
              .map(pins::of)
              .toList();
      models[i] =
          connected.isEmpty()
              ? new NoInterfaces()
              : protocol.newModel(contexts[i], connected, control, environment);
      models[i].connect(engine);
    }
  }

  List<BusModel> all() {
    return List.of(models);
  }

  /** The model of the interfaces on the main clock. */
  BusModel main() {
    return models[0];
  }

  /** The engine's clocks of the main rate. */
  long mainEdges() {
    return edges[0];
  }

  /** Tells whether every clock has had so many edges. */
  boolean haveAllReached(int cycle) {
    for (SimulationContext clock : contexts) {
      if (clock.cycle < cycle) {
        return false;
      }
    }
    return true;
  }

  /** Checks the outputs of the kernel on the clocks that have had so many edges. */
  void checkQuiet(String when, int cycle) {
    for (int i = 0; i < models.length; i++) {
      if (contexts[i].cycle >= cycle) {
        models[i].checkQuiet(when);
      }
    }
  }

  /** Samples the models of some rates, a bit each. */
  void sample(long rates) {
    for (int i = 0; i < models.length; i++) {
      if ((rates >>> i & 1) != 0) {
        models[i].sample();
      }
    }
  }

  /** Applies the edges of some rates, which ends their cycles. */
  void applyEdges(long rates) {
    long clocks = 0;
    for (int i = 0; i < edges.length; i++) {
      if ((rates >>> i & 1) != 0) {
        clocks |= edges[i];
        contexts[i].cycle++;
      }
    }
    engine.edges(clocks);
  }

  /** Drives the models of some rates. */
  void drive(long rates) {
    for (int i = 0; i < models.length; i++) {
      if ((rates >>> i & 1) != 0) {
        models[i].drive();
      }
    }
  }

  boolean isBusy() {
    for (BusModel model : models) {
      if (model.isBusy()) {
        return true;
      }
    }
    return false;
  }

  void checkFinished() {
    for (BusModel model : models) {
      model.checkFinished();
    }
  }

  /** {@return the number of interrupts that the kernel requested through the bus} */
  long interrupts() {
    long all = 0;
    for (BusModel model : models) {
      all += model.interrupts();
    }
    return all;
  }

  /** {@return the number of interrupts requested through the bus with this vector} */
  long interrupts(int vector) {
    long all = 0;
    for (BusModel model : models) {
      all += model.interrupts(vector);
    }
    return all;
  }

  /** The register masters, by the name of the interface or register space in lower case. */
  Map<String, RegisterPort> registers() {
    Map<String, RegisterPort> registers = new LinkedHashMap<>();
    for (BusModel model : models) {
      registers.putAll(model.registers());
    }
    return registers;
  }

  void clearStatistics() {
    for (BusModel model : models) {
      model.clearStatistics();
    }
  }

  List<PortStatistics> statistics() {
    List<PortStatistics> all = new ArrayList<>();
    for (BusModel model : models) {
      all.addAll(model.statistics());
    }
    all.sort(Comparator.comparingInt(each -> interfaces.indexOf(each.port())));
    return all;
  }

  /**
   * {@return the signals that the models wait for, and the state of each channel} For messages
   * about stuck kernels.
   */
  String state() {
    StringJoiner text = new StringJoiner("; ");
    for (BusModel model : models) {
      model.describeWaits(text::add);
    }
    for (BusModel model : models) {
      model.describeState(text::add);
    }
    return text.toString();
  }
}
