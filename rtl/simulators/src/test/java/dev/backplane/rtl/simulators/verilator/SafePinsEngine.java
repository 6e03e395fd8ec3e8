package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Clock;
import java.util.List;
import java.util.Set;

/**
 * An engine without the pins that crash its process.
 *
 * @param engine the engine
 */
record SafePinsEngine(Engine engine) implements Engine {
  private static final Set<String> HIDDEN =
      Set.of("null_pointer", "gives_up", "hangs", "stops", "clk", "other");

  @Override
  public List<Pin> pins() {
    return engine.pins().stream().filter(pin -> !HIDDEN.contains(pin.port().name())).toList();
  }

  @Override
  public List<Clock> clocks() {
    return engine.clocks();
  }

  @Override
  public void settle() {
    engine.settle();
  }

  @Override
  public void edge(int clock) {
    engine.edge(clock);
  }

  @Override
  public void edges(long clocks) {
    engine.edges(clocks);
  }

  @Override
  public void close() {
    engine.close();
  }
}
