package dev.backplane.rtl.engines.coverage;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.CoverPoint;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * A design whose engines count what its cover points say, and watch the bits of its ports and
 * registers. Any engine can be used: what is counted are further outputs of the design. Any thread
 * may create engines; what they counted is in {@link #coverage()} when they are closed.
 */
public final class CoveredDesign implements CompiledDesign {
  /**
   * The outputs that show which points are reached at the edges of a clock.
   *
   * @param clock the clock
   * @param pins the indexes of the outputs, of 64 points each
   * @param points the points in their order; several have one condition
   */
  record ClockPoints(int clock, List<Integer> pins, List<List<CoverPoint>> points) {}

  /** A signal whose bits are watched, and the index of the pin that shows it. */
  record Watched(String name, int width, int pin) {}

  private final CompiledDesign design;
  private final List<Port> ports;
  private final List<ClockPoints> clocks;
  private final List<Watched> watched;
  private final Coverage coverage;

  private CoveredDesign(
      CompiledDesign design,
      List<Port> ports,
      List<ClockPoints> clocks,
      List<Watched> watched,
      Coverage coverage) {
    this.design = design;
    this.ports = ports;
    this.clocks = clocks;
    this.watched = watched;
    this.coverage = coverage;
  }

  /**
   * Compiles a design.
   *
   * @param netlist the design, with the cover points of its front end, if it has any
   * @param compiler the engine
   * @return the compiled design
   */
  public static CoveredDesign compile(
      Netlist netlist, Function<Netlist, ? extends CompiledDesign> compiler) {
    List<Port> ports = netlist.ports();
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>(netlist.outputs());
    List<ClockPoints> clocks = addPoints(netlist, outputs);
    List<Watched> watched = addRegisters(netlist, outputs);
    Netlist shown =
        new Netlist(
            netlist.top(),
            netlist.signals(),
            netlist.inputs(),
            outputs,
            netlist.clocks(),
            netlist.cells(),
            netlist.registers(),
            netlist.memories(),
            netlist.effects().stream()
                .filter(effect -> effect.severity() != Effect.Severity.COVER)
                .toList(),
            netlist.aliases());
    Coverage coverage = new Coverage();
    for (ClockPoints clock : clocks) {
      clock.points().forEach(points -> points.forEach(point -> coverage.add(point, 0)));
    }
    return new CoveredDesign(compiler.apply(shown), ports, clocks, watched, coverage);
  }

  private static List<ClockPoints> addPoints(Netlist netlist, SequencedMap<Port, Operand> outputs) {
    List<ClockPoints> all = new ArrayList<>();
    for (int clock = 0; clock < netlist.clocks().size(); clock++) {
      SequencedMap<Operand, List<CoverPoint>> points = new LinkedHashMap<>();
      for (Effect effect : netlist.effects()) {
        if (effect.clock() == clock) {
          CoverPoint.of(effect)
              .ifPresent(
                  point ->
                      points
                          .computeIfAbsent(effect.condition(), _ -> new ArrayList<>())
                          .add(point));
        }
      }
      List<Operand> conditions = List.copyOf(points.keySet());
      List<Integer> pins = new ArrayList<>();
      for (int at = 0; at < conditions.size(); at += Long.SIZE) {
        List<Operand.Part> parts = new ArrayList<>();
        conditions
            .subList(at, Math.min(conditions.size(), at + Long.SIZE))
            .forEach(condition -> parts.addAll(condition.parts()));
        Operand word = new Operand(parts);
        pins.add(netlist.inputs().size() + outputs.size());
        outputs.put(
            new Port("$cover" + clock + "_" + pins.size(), Port.Direction.OUTPUT, word.width()),
            word);
      }
      if (!pins.isEmpty()) {
        all.add(new ClockPoints(clock, pins, List.copyOf(points.values())));
      }
    }
    return all;
  }

  private static List<Watched> addRegisters(Netlist netlist, SequencedMap<Port, Operand> outputs) {
    List<Watched> watched = new ArrayList<>();
    List<Port> ports = netlist.ports();
    List<String> clocks = netlist.clocks().stream().map(Clock::pin).toList();
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      // A clock is at one level whenever it is looked at.
      if (!clocks.contains(port.name())) {
        watched.add(new Watched(port.name(), port.width(), i));
      }
    }
    Map<String, Integer> named = new LinkedHashMap<>();
    ports.forEach(port -> named.put(port.name(), port.width()));
    SequencedMap<String, Operand> registers = new LinkedHashMap<>();
    netlist
        .registers()
        .forEach(
            register ->
                registers.putIfAbsent(register.output().name(), Operand.of(register.output())));
    netlist.aliases().forEach(registers::putIfAbsent);
    registers.forEach(
        (name, value) -> {
          // Names with $ are those of tools; a register that is a port is watched as that.
          if (!name.isEmpty()
              && !name.contains("$")
              && named.putIfAbsent(name, value.width()) == null) {
            watched.add(new Watched(name, value.width(), netlist.inputs().size() + outputs.size()));
            outputs.put(new Port("$watch." + name, Port.Direction.OUTPUT, value.width()), value);
          }
        });
    return watched;
  }

  /** {@return what the engines that are closed have counted} */
  public Coverage coverage() {
    return coverage;
  }

  @Override
  public List<Port> ports() {
    return ports;
  }

  @Override
  public List<Clock> clocks() {
    return design.clocks();
  }

  @Override
  public Engine newEngine() {
    return new CoveringEngine(design.newEngine(), ports.size(), clocks, watched, coverage);
  }
}
