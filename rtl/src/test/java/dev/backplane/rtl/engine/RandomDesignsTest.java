package dev.backplane.rtl.engine;

import dev.backplane.rtl.netlist.Netlist;
import org.junit.jupiter.api.Test;

/**
 * The compiled engine against the reference, on random designs. More of them: {@code
 * -Dbackplane.random.designs=20000}; others: {@code -Dbackplane.random.seed=7}.
 */
class RandomDesignsTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300);
  private static final long SEED = Long.getLong("backplane.random.seed", 1);

  @Test
  void randomDesignsDoWhatTheReferenceDoes() {
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 1_000_003 + i;
      int widest = i % 3 == 0 ? 64 : 200;
      Netlist netlist = RandomNetlist.of(seed, 4 + i % 60, widest);
      compare("seed " + seed + ", widest " + widest + ", cells " + (4 + i % 60), netlist, seed);
    }
  }

  private static void compare(String what, Netlist netlist, long seed) {
    try (Engine reference = new ReferenceEngine(netlist);
        Engine engine = JvmEngine.compile(netlist).newEngine()) {
      Lockstep.compare(what, reference, engine, seed, 30);
    } catch (RuntimeException | LinkageError e) {
      throw new AssertionError(what, e);
    }
  }
}
