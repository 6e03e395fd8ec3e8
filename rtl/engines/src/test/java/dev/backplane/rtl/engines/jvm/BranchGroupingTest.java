package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Effects behind branches: their grouping, and that they still use the values before the edge. */
class BranchGroupingTest {
  private static long count(Netlist netlist, Predicate<Statement> which) {
    long[] count = new long[1];
    Schedule plan = new Schedule(NetlistLowering.lower(netlist), CodeSizeLimits.DEFAULT, false);
    for (Chunk chunk : plan.chunks()) {
      chunk.forEach(statement -> count[0] += which.test(statement) ? 1 : 0);
    }
    return count[0];
  }

  private static void behavesAsTheReference(Netlist netlist) {
    for (int bytes = 40; bytes <= 5_000; bytes *= 5) {
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine =
              DesignCompiler.compile(netlist, CodeSizeLimits.of(bytes, 50_000)).newEngine()) {
        LockstepComparison.compare("methods of " + bytes + " bytes", reference, engine, bytes, 100);
      }
    }
  }

  /** A ring of registers that shifts if one bit is 1 and is cleared by another one. */
  private static Netlist ring(int length) {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal move = sketch.input("move", 1);
    Signal clear = sketch.input("clear", 1);
    Signal in = sketch.input("in", 16);
    Signal nothing = sketch.cell(16, Operation.XOR, in, in);
    List<Signal> states = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      states.add(sketch.wire("r" + i, 16));
    }
    for (int i = 0; i < length; i++) {
      Signal state = states.get(i);
      Signal sum = sketch.cell(16, Operation.ADD, states.get((i + 1) % length), in);
      Signal moved = sketch.cell(16, Operation.MUX, state, sum, move);
      sketch.register(state, sketch.cell(16, Operation.MUX, moved, nothing, clear), clock, i);
      sketch.output("out" + i, state);
    }
    return sketch.netlist();
  }

  @Test
  void registersThatDependOnOneBitShareABranch() {
    assertThat(count(ring(9), Statement.Branch.class::isInstance)).isEqualTo(2);
  }

  @Test
  void aBranchThatSkipsTooLittleIsNotGenerated() {
    assertThat(count(ring(1), Statement.Branch.class::isInstance)).isZero();
  }

  @Test
  void registersBehindABranchUseOldValues() {
    behavesAsTheReference(ring(2));
    behavesAsTheReference(ring(9));
    behavesAsTheReference(ring(150));
  }

  @Test
  void portsOfOneMemoryBehindABranchKeepTheirOrder() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal enable = sketch.input("enable", 1);
    Signal other = sketch.input("other", 1);
    Signal address = sketch.input("address", 2);
    Signal a = sketch.input("a", 20);
    Signal b = sketch.input("b", 20);
    Signal shown = sketch.wire("shown", 20);
    Signal far = sketch.cell(20, Operation.MUL, a, sketch.cell(20, Operation.ADD, a, b));
    Signal near = sketch.cell(20, Operation.SUB, sketch.cell(20, Operation.MUL, b, b), a);
    List<Memory.WritePort> ports = new ArrayList<>();
    for (Signal data : List.of(far, a, near)) {
      Signal when = data.equals(a) ? other : enable;
      ports.add(
          new Memory.WritePort(
              Operand.of(address),
              Operand.of(data),
              new Operand(Collections.nCopies(20, new Operand.Slice(when, 0, 1))),
              clock));
    }
    sketch.memory(
        new Memory(
            "store",
            20,
            4,
            List.of(),
            List.of(new Memory.ReadPort(Operand.of(address), shown)),
            ports));
    sketch.output("out", shown);
    behavesAsTheReference(sketch.netlist());
  }
}
