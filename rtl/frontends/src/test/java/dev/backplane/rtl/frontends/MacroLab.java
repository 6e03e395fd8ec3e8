package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A design that uses the models of vendor macros, and the comparison of two engines that have it.
 */
public final class MacroLab {
  private MacroLab() {}

  /** Copies its source. */
  public static Path copy(Path folder) throws IOException {
    return TestResources.copy("macro_lab.sv", folder);
  }

  /** Applies the same random inputs and edges to both, and compares all outputs. */
  public static void sameBehaviour(Engine one, Engine two) {
    Map<String, Pin> others = new HashMap<>();
    two.pins().forEach(pin -> others.put(pin.port().name(), pin));
    Random random = new Random(11);
    long wasReset = 0;
    for (int cycle = 0; cycle < 2000; cycle++) {
      for (Pin pin : one.pins()) {
        boolean clock = one.clocks().contains(Clock.rising(pin.port().name()));
        boolean often = !pin.port().name().equals("rst") || random.nextInt(20) == 0;
        if (pin.port().direction() == Port.Direction.INPUT && !clock && often) {
          long value = random.nextLong();
          pin.set(value);
          Objects.requireNonNull(others.get(pin.port().name())).set(value);
        }
      }
      // A reset pulse between two edges of a clock has an effect in Verilator only.
      Pin reset = Objects.requireNonNull(others.get("rst"));
      long edges = reset.get() == wasReset ? 1L + random.nextInt(3) : 3;
      wasReset = reset.get();
      one.edges(edges);
      two.edges(edges);
      one.settle();
      two.settle();
      for (Pin pin : one.pins()) {
        if (pin.port().direction() == Port.Direction.OUTPUT) {
          assertThat(Objects.requireNonNull(others.get(pin.port().name())).get())
              .as("%s after edge %d", pin.port().name(), cycle)
              .isEqualTo(pin.get());
        }
      }
    }
  }
}
