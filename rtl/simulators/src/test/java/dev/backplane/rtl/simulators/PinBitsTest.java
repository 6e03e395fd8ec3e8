package dev.backplane.rtl.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinBits;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PinBitsTest {
  private final DesignSketch sketch = new DesignSketch();

  /** Four inputs, and each of them inverted. */
  private void inverters() {
    for (int i = 0; i < 4; i++) {
      Signal in = sketch.input("in" + i, 1);
      sketch.output("out" + i, sketch.cell(1, Operation.NOT, in));
    }
  }

  private static void bitsAreThePins(Engine engine) {
    List<Pin> pins = engine.pins();
    PinBits bits = engine.bits(pins);
    List<Pin> inputs = List.of(pin(engine, 3), pin(engine, 0), pin(engine, 1), pin(engine, 2));
    for (int value = 0; value < 16; value++) {
      for (int i = 0; i < 4; i++) {
        inputs.get(i).set(value >>> i & 1);
      }
      engine.settle();
      assertThat(bits.get()).isEqualTo(oneByOne(pins));
      assertThat(engine.bits(inputs).get()).isEqualTo(value);
      assertThat(engine.bits(List.of()).get()).isZero();
    }
  }

  private static long oneByOne(List<Pin> pins) {
    long bits = 0;
    for (int i = 0; i < pins.size(); i++) {
      bits |= pins.get(i).get() << i;
    }
    return bits;
  }

  private static Pin pin(Engine engine, int input) {
    return NamedPins.pin(engine, "in" + input);
  }

  @Test
  void pinsOfTheJvmEngineAreReadTogether() {
    inverters();
    try (Engine engine = JvmEngine.compile(sketch.netlist()).newEngine()) {
      bitsAreThePins(engine);
    }
  }

  @Test
  void pinsOfTheVerilatorEngineAreReadTogetherAndAreHarmlessWhenItIsClosed() {
    assumeThat(VerilatorEngine.isAvailable()).as("tools/setup installs Verilator").isTrue();
    inverters();
    Engine engine =
        VerilatorEngine.compile(sketch.netlist(), VerilatorOptions.standard()).newEngine();
    List<Pin> pins = engine.pins();
    PinBits bits;
    try (engine) {
      bitsAreThePins(engine);
      bits = engine.bits(pins);
    }
    for (int value : new int[] {1, 0}) {
      pin(engine, 2).set(value);
      assertThat(bits.get()).isEqualTo(oneByOne(pins));
    }
  }

  @Test
  void enginesOfADesignShareTheReaderSoThatAResetIsNotCompiledAnew() {
    inverters();
    CompiledDesign design = JvmEngine.compile(sketch.netlist());
    try (Engine one = design.newEngine();
        Engine other = design.newEngine()) {
      PinBits ofOne = one.bits(one.pins());
      PinBits ofOther = other.bits(other.pins());
      pin(other, 0).set(1);
      other.settle();
      assertThat(ofOther.get()).isEqualTo(oneByOne(other.pins())).isNotEqualTo(ofOne.get());
      assertThat(ofOther.getClass()).isSameAs(ofOne.getClass());
    }
  }

  @Test
  void pinsOfOtherEnginesAreAllowed() {
    inverters();
    CompiledDesign design = JvmEngine.compile(sketch.netlist());
    try (Engine one = design.newEngine();
        Engine other = design.newEngine()) {
      pin(other, 2).set(1);
      assertThat(one.bits(List.of(pin(one, 2), pin(other, 2))).get()).isEqualTo(0b10);
    }
  }
}
