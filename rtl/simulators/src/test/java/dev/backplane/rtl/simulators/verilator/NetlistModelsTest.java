package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.RandomNetlist;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Designs with every operation, written as Verilog, against the reference. */
class NetlistModelsTest {
  @BeforeAll
  static void tools() {
    VerilatorInstalled.assumeTools();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aModelOfANetlistBehavesAsTheReference(int seed) {
    Netlist netlist = RandomNetlist.of(seed, 120, 140);
    try (Engine reference = new ReferenceEngine(netlist);
        Engine engine = VerilatorEngine.compile(netlist, VerilatorOptions.standard()).newEngine()) {
      LockstepComparison.compare("seed " + seed, reference, engine, seed, 60);
    }
  }
}
