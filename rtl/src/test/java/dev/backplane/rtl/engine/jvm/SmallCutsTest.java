package dev.backplane.rtl.engine.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Lockstep;
import dev.backplane.rtl.engine.RandomNetlist;
import dev.backplane.rtl.engine.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import org.junit.jupiter.api.Test;

/** Designs cut into many more methods and classes than they need still do the same. */
class SmallCutsTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300) / 3;
  private static final long SEED = Long.getLong("backplane.random.seed", 1);

  @Test
  void valuesCrossMethodsAndClasses() {
    int parts = 0;
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 2_000_003 + i;
      Netlist netlist = RandomNetlist.of(seed, 10 + i % 80, 130);
      String what = "seed " + seed + ", cells " + (10 + i % 80);
      Limits limits = new Limits(10 << i % 6, 20 + i % 150);
      var design = DesignCompiler.compile(netlist, limits);
      parts += design.statistics().classes();
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine = design.newEngine()) {
        Lockstep.compare(what + ", " + limits, reference, engine, seed, 20);
      } catch (RuntimeException | LinkageError e) {
        throw new AssertionError(what, e);
      }
    }
    assertThat(parts).isGreaterThan(3 * DESIGNS);
  }
}
