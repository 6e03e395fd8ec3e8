package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.RandomNetlist;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Designs that are split into many more methods and classes than necessary behave the same. */
class SmallMethodsTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300) / 3;
  private static final long SEED = Long.getLong("backplane.random.seed", 1);

  @Test
  void valuesCrossMethodsAndClasses() {
    int parts = 0;
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 2_000_003 + i;
      Netlist netlist = RandomNetlist.of(seed, 10 + i % 80, 130);
      String what = "seed " + seed + ", cells " + (10 + i % 80);
      CodeSizeLimits limits = CodeSizeLimits.of(10 << i % 6, 20 + i % 150);
      var design = DesignCompiler.compile(netlist, limits);
      parts += design.statistics().classes();
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine = design.newEngine()) {
        LockstepComparison.compare(what + ", " + limits, reference, engine, seed, 20);
      } catch (RuntimeException | LinkageError e) {
        throw new AssertionError(what, e);
      }
    }
    assertThat(parts).isGreaterThan(3 * DESIGNS);
  }

  /**
   * The write of the first port is deferred to the method of the second, which reads the memory.
   */
  @Test
  void theLaterWritePortWinsIfTheEarlierOneIsDeferred() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal address = sketch.input("address", 3);
    Signal data = sketch.input("data", 16);
    Signal shown = sketch.wire("shown", 16);
    Signal taken = sketch.wire("taken", 16);
    Operand all = Operand.of(BigInteger.valueOf(0xFFFF), 16);
    Operand where = Operand.of(address);
    Operand other = Operand.of(sketch.cell(3, Operation.NOT, address));
    Signal second = sketch.cell(16, Operation.ADD, taken, data);
    sketch.memory(
        new Memory(
            "store",
            16,
            8,
            List.of(),
            List.of(new Memory.ReadPort(where, shown), new Memory.ReadPort(other, taken)),
            List.of(
                new Memory.WritePort(where, Operand.of(data), all, clock),
                new Memory.WritePort(where, Operand.of(second), all, clock))));
    sketch.output("out", shown);
    Netlist netlist = sketch.netlist();
    for (int bytes = 10; bytes <= 160; bytes *= 2) {
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine =
              DesignCompiler.compile(netlist, CodeSizeLimits.of(bytes, 50_000)).newEngine()) {
        LockstepComparison.compare("methods of " + bytes + " bytes", reference, engine, 3, 50);
      }
    }
  }
}
