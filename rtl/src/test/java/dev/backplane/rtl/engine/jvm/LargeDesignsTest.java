package dev.backplane.rtl.engine.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.BytecodeDesign;
import dev.backplane.rtl.engine.DesignSketch;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Designs beyond what one method or class can hold. */
class LargeDesignsTest {
  private static final Operation[] OPERATIONS = {
    Operation.ADD, Operation.XOR, Operation.AND, Operation.OR, Operation.SUB, Operation.MUL
  };

  /** Registers in a ring, each of which takes some operations on others. */
  private static Netlist ring(int registers, int operations) {
    DesignSketch sketch = new DesignSketch();
    Random random = new Random(registers);
    int clock = sketch.clock("clk");
    Signal in = sketch.input("in", 32);
    List<Signal> states = new ArrayList<>();
    for (int i = 0; i < registers; i++) {
      states.add(sketch.wire("r" + i, 32));
    }
    for (int i = 0; i < registers; i++) {
      Signal value = states.get((i + 1) % registers);
      for (int k = 0; k < operations; k++) {
        Signal other = k == 0 ? in : states.get(random.nextInt(registers));
        value = sketch.cell(32, OPERATIONS[random.nextInt(OPERATIONS.length)], value, other);
      }
      sketch.register(states.get(i), value, clock, i * 2654435761L & 0xFFFF_FFFFL);
    }
    Signal sum = states.getFirst();
    for (Signal state : states) {
      sum = sketch.cell(32, Operation.ADD, sum, state);
    }
    sketch.output("sum", sum);
    return sketch.netlist();
  }

  @Test
  void noMethodOfALargeDesignIsTooLargeForTheJit() {
    BytecodeDesign design = DesignCompiler.compile(ring(2_000, 7));
    assertThat(design.statistics().operations()).isGreaterThan(12_000);
    assertThat(design.statistics().largestMethodBytes()).isLessThanOrEqualTo(6_000);
  }

  @Test
  void aDesignOfAHundredThousandOperationsIsSpreadOverClassesAndRuns() {
    BytecodeDesign design = DesignCompiler.compile(ring(16_000, 6));
    assertThat(design.statistics().operations()).isGreaterThan(95_000);
    assertThat(design.statistics().classes()).isGreaterThan(1);
    assertThat(design.statistics().largestMethodBytes()).isLessThanOrEqualTo(6_000);
    try (Engine whole = design.newEngine();
        Engine inParts =
            DesignCompiler.compile(ring(16_000, 6), new Limits(900, 9_000)).newEngine()) {
      for (int cycle = 0; cycle < 3; cycle++) {
        whole.pins().get(1).set(cycle * 77L);
        inParts.pins().get(1).set(cycle * 77L);
        whole.settle();
        inParts.settle();
        assertThat(whole.pins().getLast().get()).isEqualTo(inParts.pins().getLast().get());
        whole.edge(0);
        inParts.edge(0);
      }
    }
  }

  @Test
  void anOperationThatFitsNoMethodIsRefusedWithACode() {
    DesignSketch sketch = new DesignSketch();
    Signal a = sketch.input("a", 100_000);
    sketch.output("square", sketch.cell(100_000, Operation.MUL, a, a));
    assertThatThrownBy(() -> DesignCompiler.compile(sketch.netlist()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_NOT_RUNNABLE))
        .hasMessageContaining("sketch");
  }
}
