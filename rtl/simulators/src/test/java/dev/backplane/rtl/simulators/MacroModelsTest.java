package dev.backplane.rtl.simulators;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.MacroLab;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.netlist.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models of vendor macros, as Verilator simulates them. */
class MacroModelsTest {
  @Test
  void verilatorGivesTheSameBehaviour(@TempDir Path folder) throws IOException {
    assumeTrue(VerilatorEngine.isAvailable(), "Verilator and g++ are not installed");
    Sources sources = Sources.of(List.of(MacroLab.copy(folder)));
    FrontEnd frontEnd = FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(2));
    try (Engine one =
            JvmEngine.compile(frontEnd.elaborate(sources, "macro_lab").netlist()).newEngine();
        Engine two =
            VerilatorEngine.compile(
                    sources,
                    "macro_lab",
                    List.of(Clock.rising("clk"), Clock.rising("clk_b")),
                    VerilatorOptions.standard())
                .newEngine()) {
      MacroLab.sameBehaviour(one, two);
    }
  }
}
