package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.BytecodeDesign;
import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Designs that are too large for one method or class. */
class LargeDesignsTest {
  private static final Operation[] OPERATIONS = {
    Operation.ADD, Operation.XOR, Operation.AND, Operation.OR, Operation.SUB, Operation.MUL
  };

  /** A ring of registers, each with some operations on others. */
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
  void aMuxOfThousandsIsSplitAndRuns() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal select = sketch.input("select", 16);
    Signal register = sketch.wire("register", 32);
    Operand value = Operand.of(register);
    for (int i = 4_095; i >= 0; i--) {
      Signal here =
          sketch.cell(
              1, Operation.EQ, false, Operand.of(select), Operand.of(BigInteger.valueOf(i), 16));
      Operand own = Operand.of(BigInteger.valueOf(i * 40_503L & 0xFFFF_FFFFL), 32);
      value = Operand.of(sketch.cell(32, Operation.MUX, false, value, own, Operand.of(here)));
    }
    Signal next = sketch.cell(32, Operation.EXTEND, false, value);
    sketch.register(register, next, clock, 7);
    sketch.output("next", next);
    sketch.output("now", register);
    BytecodeDesign design = DesignCompiler.compile(sketch.netlist());
    assertThat(design.statistics().largestMethodBytes()).isLessThanOrEqualTo(6_000);
    try (Engine engine = design.newEngine()) {
      for (int chosen : new int[] {4_095, 0, 600, 60_000}) {
        long before = NamedPins.pin(engine, "now").get();
        NamedPins.pin(engine, "select").set(chosen);
        engine.settle();
        long expected = chosen < 4_096 ? chosen * 40_503L & 0xFFFF_FFFFL : before;
        assertThat(NamedPins.pin(engine, "next").get()).isEqualTo(expected);
        engine.edge(0);
        engine.settle();
        assertThat(NamedPins.pin(engine, "now").get()).isEqualTo(expected);
      }
    }
  }

  @Test
  void thousandsOfMemoriesAreLinkedAndRun() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal address = sketch.input("address", 4);
    Signal enable = sketch.input("enable", 1);
    Signal data = sketch.input("data", 8);
    for (int i = 0; i < 2_000; i++) {
      Signal read = sketch.wire("read" + i, 8);
      sketch.memory(
          new Memory(
              "memory" + i,
              8,
              16,
              List.of(),
              List.of(new Memory.ReadPort(Operand.of(address), read)),
              List.of(
                  new Memory.WritePort(
                      Operand.of(address),
                      Operand.of(data),
                      new Operand(Collections.nCopies(8, new Operand.Slice(enable, 0, 1))),
                      clock))));
      data = read;
    }
    sketch.output("last", data);
    BytecodeDesign design = DesignCompiler.compile(sketch.netlist());
    assertThat(design.statistics().largestMethodBytes()).isLessThanOrEqualTo(6_000);
    try (Engine engine = design.newEngine()) {
      NamedPins.pin(engine, "address").set(3);
      NamedPins.pin(engine, "enable").set(1);
      NamedPins.pin(engine, "data").set(0x5a);
      for (int i = 0; i < 2_000; i++) {
        engine.settle();
        assertThat(NamedPins.pin(engine, "last").get()).isZero();
        engine.edge(0);
      }
      engine.settle();
      assertThat(NamedPins.pin(engine, "last").get()).isEqualTo(0x5a);
    }
  }

  /** Also with gates. */
  @Test
  void tensOfThousandsOfRegistersMemoriesAndPinsFitTogether() {
    int memories = 5_000;
    int registers = 20_000;
    int pins = 3_000;
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal address = sketch.input("address", 2);
    Signal chain = sketch.input("in", 16);
    for (int i = 0; i < memories; i++) {
      Signal read = sketch.wire("read" + i, 16);
      sketch.memory(
          new Memory(
              "memory" + i,
              16,
              4,
              List.of(BigInteger.valueOf(i)),
              List.of(new Memory.ReadPort(Operand.of(address), read)),
              List.of(
                  new Memory.WritePort(
                      Operand.of(address),
                      Operand.of(chain),
                      Operand.of(BigInteger.valueOf(0xFFFF), 16),
                      clock))));
      chain = sketch.cell(16, Operation.XOR, chain, read);
    }
    for (int i = 0; i < registers; i++) {
      Signal register = sketch.wire("r" + i, 16);
      sketch.register(register, chain, clock, 1 + i);
      chain = sketch.cell(16, Operation.XOR, chain, register);
    }
    for (int i = 0; i < pins; i++) {
      chain = sketch.cell(16, Operation.ADD, chain, sketch.input("pin" + i, 16));
      sketch.output("out" + i, chain);
    }
    Netlist netlist = sketch.netlist();
    List<JvmDesign> designs =
        List.of(
            DesignCompiler.compile(netlist, CodeSizeLimits.DEFAULT, GatingPolicy.NEVER),
            DesignCompiler.compile(netlist, CodeSizeLimits.of(2_000, 15_000), GatingPolicy.NEVER),
            DesignCompiler.compile(
                netlist, CodeSizeLimits.DEFAULT, GatingPolicy.always(CodeSizeLimits.DEFAULT)));
    List<List<Long>> shown = new ArrayList<>();
    for (JvmDesign design : designs) {
      assertThat(design.statistics().largestMethodBytes()).isLessThanOrEqualTo(6_000);
      try (Engine engine = design.newEngine()) {
        List<Long> values = new ArrayList<>();
        for (int cycle = 0; cycle < 4; cycle++) {
          NamedPins.pin(engine, "address").set(cycle % 2);
          NamedPins.pin(engine, "pin7").set(cycle);
          engine.settle();
          values.add(NamedPins.pin(engine, "out" + (pins - 1)).get());
          engine.edge(0);
        }
        shown.add(values);
      }
    }
    assertThat(shown.getFirst()).doesNotHaveDuplicates();
    assertThat(shown).containsOnly(shown.getFirst());
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
            DesignCompiler.compile(ring(16_000, 6), CodeSizeLimits.of(900, 9_000)).newEngine()) {
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
  void anOperationThatIsTooLargeForAMethodIsRefusedWithACode() {
    DesignSketch sketch = new DesignSketch();
    Signal a = sketch.input("a", 100_000);
    sketch.output("square", sketch.cell(100_000, Operation.MUL, a, a));
    assertThatThrownBy(() -> DesignCompiler.compile(sketch.netlist()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_NOT_RUNNABLE))
        .hasMessageContaining("sketch");
  }
}
