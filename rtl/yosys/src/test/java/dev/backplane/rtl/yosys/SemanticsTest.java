package dev.backplane.rtl.yosys;

import dev.backplane.rtl.frontends.ExpressionsOnIcarus;
import dev.backplane.rtl.frontends.Icarus;
import dev.backplane.rtl.frontends.SequentialOnIcarus;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A netlist made with yosys behaves as the same Verilog on another simulator. */
class SemanticsTest {
  @TempDir Path folder;

  @BeforeEach
  void needsAnotherSimulator() {
    Assumptions.assumeTrue(Icarus.isInstalled(), "iverilog is not installed");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomExpressionsBehaveAsOnIcarus(long seed) throws IOException {
    ExpressionsOnIcarus.check(folder, seed, TestYosys.frontEnd());
  }

  @Test
  void registersMemoriesAndResetsBehaveAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestYosys.frontEnd());
  }
}
