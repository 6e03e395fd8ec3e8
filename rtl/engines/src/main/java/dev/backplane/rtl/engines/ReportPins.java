package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Gives a design outputs that show what it says, so that every engine reports the same: one for
 * each clock, whether there is something to report, then those of each effect.
 */
public final class ReportPins {
  /**
   * The layout of the outputs that report effects.
   *
   * @param effects the effects
   * @param clocks the clocks of the design
   * @param designPins the number of pins of the design itself
   * @param firedPins for each clock, the pin that tells whether there is something to report, or -1
   */
  record Plan(List<Effect> effects, List<Clock> clocks, int designPins, List<Integer> firedPins) {
    int clocksWithEffects() {
      return (int) firedPins.stream().filter(pin -> pin >= 0).count();
    }
  }

  private ReportPins() {}

  /**
   * Compiles a design; its engines report what it says. An engine of another kind is made through
   * this, so that it need not know of reports.
   *
   * @param netlist the design
   * @param compiler compiles the design with the outputs that it gets here
   * @return the compiled design, with the ports of the design alone
   */
  public static CompiledDesign compile(
      Netlist netlist, Function<Netlist, ? extends CompiledDesign> compiler) {
    List<Effect> said =
        netlist.effects().stream()
            .filter(effect -> effect.severity() != Effect.Severity.COVER)
            .toList();
    if (said.isEmpty()) {
      return compiler.apply(netlist);
    }
    List<Integer> firedPins = new ArrayList<>();
    CompiledDesign design = compiler.apply(withPins(netlist, said, firedPins));
    List<Port> ports = netlist.ports();
    Plan plan = new Plan(said, netlist.clocks(), ports.size(), firedPins);
    return new ReportingDesign(design, ports, plan);
  }

  private static Netlist withPins(Netlist netlist, List<Effect> said, List<Integer> firedPins) {
    List<Signal> signals = new ArrayList<>(netlist.signals());
    List<Cell> cells = new ArrayList<>(netlist.cells());
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>(netlist.outputs());
    int pin = netlist.ports().size();
    for (int clock = 0; clock < netlist.clocks().size(); clock++) {
      List<Operand.Part> conditions = new ArrayList<>();
      for (Effect effect : said) {
        if (effect.clock() == clock) {
          conditions.addAll(effect.condition().parts());
        }
      }
      firedPins.add(conditions.isEmpty() ? -1 : pin);
      if (!conditions.isEmpty()) {
        Signal any = new Signal(signals.size(), "$report" + clock, 1);
        signals.add(any);
        cells.add(new Cell(Operation.REDUCE_OR, false, List.of(new Operand(conditions)), any));
        outputs.put(new Port(any.name(), Port.Direction.OUTPUT, 1), Operand.of(any));
        pin++;
      }
    }
    for (int i = 0; i < said.size(); i++) {
      Effect effect = said.get(i);
      add(outputs, "$effect" + i, effect.condition());
      for (int j = 0; j < effect.arguments().size(); j++) {
        add(outputs, "$effect" + i + "_" + j, effect.arguments().get(j).value());
      }
    }
    return new Netlist(
        netlist.top(),
        signals,
        netlist.inputs(),
        outputs,
        netlist.clocks(),
        cells,
        netlist.registers(),
        netlist.memories());
  }

  private static void add(SequencedMap<Port, Operand> outputs, String name, Operand value) {
    outputs.put(new Port(name, Port.Direction.OUTPUT, value.width()), value);
  }

  /**
   * A design whose engines report what it says.
   *
   * @param design the design with more outputs
   * @param ports its own ports
   * @param plan where the other outputs are
   */
  record ReportingDesign(CompiledDesign design, List<Port> ports, Plan plan)
      implements CompiledDesign {
    @Override
    public List<Clock> clocks() {
      return design.clocks();
    }

    @Override
    public Engine newEngine() {
      return new ReportingEngine(design.newEngine(), plan);
    }
  }
}
