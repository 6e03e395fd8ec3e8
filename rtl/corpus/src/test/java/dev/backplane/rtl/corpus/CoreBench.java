package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** A processor on an engine, with inputs that change after the edges of its clock. */
final class CoreBench {
  private final Engine engine;
  private final Map<String, Pin> pins = new HashMap<>();
  private final Map<String, Long> next = new LinkedHashMap<>();
  private final long rising;
  private final long falling;

  CoreBench(Engine engine) {
    this.engine = engine;
    engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
    List<Clock> clocks = engine.clocks();
    long up = 0;
    long down = 0;
    for (int i = 0; i < clocks.size(); i++) {
      if (clocks.get(i).isFalling()) {
        down |= 1L << i;
      } else {
        up |= 1L << i;
      }
    }
    rising = up;
    falling = down;
  }

  /** The value of an output, or what an input has. */
  long get(String name) {
    return pin(name).get();
  }

  boolean is(String name) {
    return get(name) != 0;
  }

  /** Gives an input a value from now on. */
  void set(String name, long value) {
    pin(name).set(value);
  }

  /** Gives an input a value after the next edge. */
  void next(String name, long value) {
    next.put(name, value);
  }

  private Pin pin(String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  /** Holds the reset for some cycles. */
  void reset(String name, int active) {
    set(name, active);
    run(16, () -> {}, () -> false);
    set(name, 1 - active);
  }

  /**
   * Runs.
   *
   * @param cycles how many at most
   * @param bus looks at the outputs of each cycle, and says what the inputs are in the next one
   * @param done ends the run
   * @return whether it was done
   */
  boolean run(int cycles, Runnable bus, BooleanSupplier done) {
    for (int cycle = 0; cycle < cycles; cycle++) {
      engine.settle();
      bus.run();
      engine.edges(rising);
      if (falling != 0) {
        engine.settle();
        engine.edges(falling);
      }
      next.forEach(this::set);
      next.clear();
      if (done.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }
}
