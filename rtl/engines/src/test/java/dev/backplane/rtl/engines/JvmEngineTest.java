package dev.backplane.rtl.engines;

import static dev.backplane.rtl.engines.NamedPins.pin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmEngineTest {
  private final DesignSketch sketch = new DesignSketch();

  private Engine engine() {
    return JvmEngine.compile(sketch.netlist()).newEngine();
  }

  private void counter() {
    int clock = sketch.clock("clk");
    Signal step = sketch.input("step", 8);
    Signal count = sketch.wire("count", 8);
    sketch.register(count, sketch.cell(8, Operation.ADD, count, step), clock, 5);
    sketch.output("count", count);
    sketch.output("next", sketch.cell(8, Operation.ADD, count, step));
  }

  @Test
  void aRegisterStartsAtItsInitialValueAndChangesAtEdges() {
    counter();
    try (Engine engine = engine()) {
      engine.settle();
      assertThat(pin(engine, "count").get()).isEqualTo(5);
      pin(engine, "step").set(250);
      engine.settle();
      assertThat(pin(engine, "count").get()).isEqualTo(5);
      assertThat(pin(engine, "next").get()).isEqualTo(255);
      engine.edge(0);
      engine.edge(0);
      engine.settle();
      assertThat(pin(engine, "count").get()).isEqualTo(249);
    }
  }

  @Test
  void anEdgeSettlesChangedInputs() {
    counter();
    try (Engine engine = engine()) {
      engine.settle();
      pin(engine, "step").set(3);
      engine.edge(0);
      engine.settle();
      assertThat(pin(engine, "count").get()).isEqualTo(8);
    }
  }

  @Test
  void enginesOfOneDesignAreIndependent() {
    counter();
    CompiledDesign design = JvmEngine.compile(sketch.netlist());
    try (Engine one = design.newEngine();
        Engine other = design.newEngine()) {
      pin(one, "step").set(1);
      one.edge(0);
      one.settle();
      other.settle();
      assertThat(pin(one, "count").get()).isEqualTo(6);
      assertThat(pin(other, "count").get()).isEqualTo(5);
    }
  }

  @Test
  void bitsAboveThePortAreDropped() {
    counter();
    try (Engine engine = engine()) {
      Pin step = pin(engine, "step");
      step.set(0xFFF);
      assertThat(step.get()).isEqualTo(0xFF);
      assertThat(step.toString()).isEqualTo("step");
    }
  }

  @Test
  void widePinsAreWordsAndHaveNoMore() {
    Signal wide = sketch.input("wide", 100);
    sketch.output("copy", sketch.cell(100, Operation.NOT, wide));
    try (Engine engine = engine()) {
      Pin in = pin(engine, "wide");
      in.setWord(0, 5);
      in.setWord(1, -1);
      engine.settle();
      assertThat(in.word(1)).isEqualTo(0xF_FFFF_FFFFL);
      assertThat(pin(engine, "copy").word(0)).isEqualTo(~5L);
      assertThat(pin(engine, "copy").word(1)).isZero();
      assertThatThrownBy(() -> in.word(2)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> in.setWord(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void anOutputCannotBeDriven() {
    counter();
    try (Engine engine = engine()) {
      assertThatThrownBy(() -> pin(engine, "count").set(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("count");
    }
  }

  @Test
  void aClosedEngineRefusesToRunAndCloses() {
    counter();
    Engine engine = engine();
    engine.close();
    engine.close();
    assertThatThrownBy(engine::settle)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sketch");
    assertThatThrownBy(() -> engine.edge(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anUnknownClockIsRefused() {
    counter();
    try (Engine engine = engine()) {
      assertThat(engine.clocks()).containsExactly(Clock.rising("clk"));
      assertThatThrownBy(() -> engine.edge(1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> engine.edge(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void onlyTheRegistersOfAClockChangeAtItsEdge() {
    int fast = sketch.clock("fast");
    int slow = sketch.clock("slow");
    Signal a = sketch.wire("a", 4);
    Signal b = sketch.wire("b", 4);
    // They swap: each takes the old value of the other.
    sketch.register(a, b, fast, 1);
    sketch.register(b, a, slow, 2);
    Signal c = sketch.wire("c", 4);
    Signal d = sketch.wire("d", 4);
    sketch.register(c, d, fast, 3);
    sketch.register(d, c, fast, 4);
    List.of(a, b, c, d).forEach(signal -> sketch.output("o" + signal.name(), signal));
    try (Engine engine = engine()) {
      engine.edge(fast);
      engine.settle();
      assertThat(pin(engine, "oa").get()).isEqualTo(2);
      assertThat(pin(engine, "ob").get()).isEqualTo(2);
      assertThat(pin(engine, "oc").get()).isEqualTo(4);
      assertThat(pin(engine, "od").get()).isEqualTo(3);
      engine.edge(slow);
      engine.edge(fast);
      engine.settle();
      assertThat(pin(engine, "oc").get()).isEqualTo(3);
    }
  }

  @Test
  void simultaneousEdgesUseTheValuesBeforeAllOfThem() {
    int fast = sketch.clock("fast");
    int slow = sketch.clock("slow");
    Signal a = sketch.wire("a", 4);
    Signal b = sketch.wire("b", 4);
    sketch.register(a, b, fast, 1);
    sketch.register(b, a, slow, 2);
    List.of(a, b).forEach(signal -> sketch.output("o" + signal.name(), signal));
    try (Engine engine = engine()) {
      engine.edges(0b11);
      engine.settle();
      assertThat(pin(engine, "oa").get()).isEqualTo(2);
      assertThat(pin(engine, "ob").get()).isEqualTo(1);
      engine.edges(0);
      engine.edges(0b10);
      engine.settle();
      assertThat(pin(engine, "oa").get()).isEqualTo(2);
      assertThat(pin(engine, "ob").get()).isEqualTo(2);
      assertThatThrownBy(() -> engine.edges(0b100))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("2 clocks");
    }
  }

  @Test
  void laterWritePortsWinAndReadsOutsideGiveZero() {
    int clock = sketch.clock("clk");
    Signal address = sketch.input("address", 4);
    Signal data = sketch.input("data", 8);
    Signal enable = sketch.input("enable", 8);
    Signal read = sketch.wire("read", 8);
    Operand all = Operand.of(BigInteger.valueOf(255), 8);
    sketch.memory(
        new Memory(
            "store",
            8,
            10,
            List.of(BigInteger.valueOf(7)),
            List.of(new Memory.ReadPort(Operand.of(address), read)),
            List.of(
                new Memory.WritePort(Operand.of(address), Operand.of(data), all, clock),
                new Memory.WritePort(
                    Operand.of(address),
                    Operand.of(BigInteger.ZERO, 8),
                    Operand.of(enable),
                    clock))));
    sketch.output("out", read);
    try (Engine engine = engine()) {
      engine.settle();
      assertThat(pin(engine, "out").get()).isEqualTo(7);
      pin(engine, "data").set(0xAB);
      pin(engine, "enable").set(0x0F);
      engine.edge(0);
      engine.settle();
      assertThat(pin(engine, "out").get()).isEqualTo(0xA0);
      pin(engine, "address").set(10);
      engine.edge(0);
      engine.settle();
      assertThat(pin(engine, "out").get()).isZero();
    }
  }

  @Test
  void aLoopIsRefusedWithTheNamesOnIt() {
    Signal a = sketch.wire("a", 1);
    Signal b = sketch.wire("b", 1);
    Signal c = sketch.wire("c", 1);
    Signal free = sketch.input("free", 1);
    sketch.drive(a, Operation.NOT, c);
    sketch.drive(b, Operation.AND, a, free);
    sketch.drive(c, Operation.OR, b, b);
    sketch.output("out", sketch.cell(1, Operation.NOT, c));
    assertThatThrownBy(() -> JvmEngine.compile(sketch.netlist()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.COMBINATIONAL_LOOP))
        .hasMessageMatching(".*(a -> b -> c -> a|b -> c -> a -> b|c -> a -> b -> c).*");
  }

  @Test
  void anInconsistentNetlistIsRefused() {
    counter();
    Signal twice = sketch.cell(1, Operation.NOT, sketch.input("x", 1));
    sketch.drive(twice, Operation.NOT, twice);
    assertInvalid("driven twice");
  }

  @Test
  void aSignalThatNothingDrivesIsRefused() {
    sketch.output("out", sketch.wire("loose", 3));
    assertInvalid("loose");
  }

  @Test
  void aClockThatIsNotAnInputIsRefused() {
    counter();
    Netlist good = sketch.netlist();
    Netlist bad =
        new Netlist(
            good.top(),
            good.signals(),
            good.inputs(),
            good.outputs(),
            List.of(Clock.rising("nothing")),
            good.cells(),
            good.registers(),
            good.memories());
    assertThatThrownBy(() -> JvmEngine.compile(bad)).hasMessageContaining("nothing");
  }

  private void assertInvalid(String words) {
    assertThatThrownBy(() -> JvmEngine.compile(sketch.netlist()))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NETLIST_INVALID))
        .hasMessageContaining(words);
  }

  @Test
  void statisticsDescribeTheCompilation() {
    counter();
    EngineStatistics statistics =
        ((BytecodeDesign) JvmEngine.compile(sketch.netlist())).statistics();
    assertThat(statistics.classes()).isEqualTo(1);
    assertThat(statistics.methods()).isEqualTo(2);
    assertThat(statistics.largestMethodBytes()).isBetween(10, 6_000);
    assertThat(statistics.toString()).contains("2 methods of 1 class");
  }
}
