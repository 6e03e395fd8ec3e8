package dev.backplane.rtl.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinWords;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Pins of any width to and from memory, and the words of several pins together. */
final class BulkPinsTest {
  private static final int[] WIDTHS = {8, 16, 24, 32, 40, 64, 72, 96, 128, 200, 512, 1024};
  private static final int GUARD = 16;

  private final DesignSketch sketch = new DesignSketch();
  private final Random random = new Random(1);

  private void onBothEngines(Consumer<Engine> test) {
    for (int width : WIDTHS) {
      sketch.output("out" + width, sketch.input("in" + width, width));
    }
    try (Engine engine = JvmEngine.compile(sketch.netlist()).newEngine()) {
      test.accept(engine);
    }
    assumeThat(VerilatorEngine.isAvailable()).as("tools/setup installs Verilator").isTrue();
    try (Engine engine =
        VerilatorEngine.compile(sketch.netlist(), VerilatorOptions.standard()).newEngine()) {
      test.accept(engine);
    }
  }

  private static BigInteger number(MemorySegment memory, int from, int bytes) {
    BigInteger value = BigInteger.ZERO;
    for (int i = bytes - 1; i >= 0; i--) {
      value =
          value
              .shiftLeft(Byte.SIZE)
              .or(BigInteger.valueOf(memory.get(ValueLayout.JAVA_BYTE, from + i) & 0xff));
    }
    return value;
  }

  private MemorySegment randomBytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  @Test
  void aPinTakesAndGivesTheBytesOfItsWidthAndNoOthers() {
    onBothEngines(
        engine -> {
          for (int width : WIDTHS) {
            int bytes = width / Byte.SIZE;
            for (int offset = 0; offset < 9; offset++) {
              MemorySegment from = randomBytes(offset + bytes);
              NamedPins.pin(engine, "in" + width).load(from, offset);
              engine.settle();
              Pin out = NamedPins.pin(engine, "out" + width);
              assertThat(out.value())
                  .as("%d bits at %d", width, offset)
                  .isEqualTo(number(from, offset, bytes));
              MemorySegment into = randomBytes(offset + bytes + GUARD);
              byte[] before = into.toArray(ValueLayout.JAVA_BYTE);
              out.store(into, offset);
              assertThat(number(into, offset, bytes)).isEqualTo(out.value());
              MemorySegment.copy(before, offset, into, ValueLayout.JAVA_BYTE, offset, bytes);
              assertThat(into.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(before);
            }
          }
        });
  }

  @Test
  void memoryThatIsTooShortOrFreedIsAnExceptionAndNoOtherMemory() {
    onBothEngines(
        engine -> {
          for (int width : WIDTHS) {
            Pin in = NamedPins.pin(engine, "in" + width);
            Pin out = NamedPins.pin(engine, "out" + width);
            MemorySegment tooShort = randomBytes(width / Byte.SIZE - 1);
            assertThatThrownBy(() -> in.load(tooShort, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> out.store(tooShort, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
            MemorySegment freed;
            try (Arena arena = Arena.ofConfined()) {
              freed = arena.allocate(width / Byte.SIZE);
            }
            assertThatThrownBy(() -> in.load(freed, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> out.store(freed, 0)).isInstanceOf(IllegalStateException.class);
          }
        });
  }

  @Test
  void anOutputOfTheJvmEngineIsNotLoaded() {
    sketch.output("out32", sketch.input("in32", 32));
    try (Engine engine = JvmEngine.compile(sketch.netlist()).newEngine()) {
      assertThatThrownBy(() -> NamedPins.pin(engine, "out32").load(randomBytes(4), 0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("out32");
    }
  }

  @Test
  void wordsOfSeveralPinsAreThoseOfEachOfThem() {
    onBothEngines(
        engine -> {
          List<Pin> pins = new ArrayList<>();
          for (int width : WIDTHS) {
            NamedPins.pin(engine, "in" + width).load(randomBytes(width / Byte.SIZE), 0);
            pins.add(NamedPins.pin(engine, "out" + width));
          }
          engine.settle();
          PinWords words = engine.words(pins);
          long[] seen = new long[words.count()];
          words.read(seen);
          int at = 0;
          for (Pin pin : pins) {
            for (int word = 0; word * Long.SIZE < pin.port().width(); word++) {
              assertThat(seen[at++]).isEqualTo(pin.word(word));
            }
          }
          assertThat(seen).hasSize(at);
          for (int i = 0; i < seen.length; i++) {
            assertThat(words.matches(seen)).isTrue();
            seen[i] ^= 1L << random.nextInt(8);
            assertThat(words.matches(seen)).isFalse();
            words.read(seen);
          }
          assertThat(engine.words(List.of()).matches(new long[0])).isTrue();
        });
  }

  @Test
  void wordsDriveSeveralPinsAsEachOfThemWould() {
    onBothEngines(
        engine -> {
          List<Pin> in = new ArrayList<>();
          for (int width : WIDTHS) {
            in.add(NamedPins.pin(engine, "in" + width));
          }
          PinWords words = engine.words(in);
          for (int offset = 0; offset < 3; offset++) {
            long[] from = random.longs(words.count() + 2).toArray();
            words.write(from, offset);
            engine.settle();
            int at = offset;
            for (int width : WIDTHS) {
              Pin out = NamedPins.pin(engine, "out" + width);
              for (int word = 0; word * Long.SIZE < width; word++) {
                int bits = Math.min(Long.SIZE, width - word * Long.SIZE);
                assertThat(out.word(word))
                    .as("word %d of %d bits", word, width)
                    .isEqualTo(from[at++] & (-1L >>> (Long.SIZE - bits)));
              }
            }
          }
          long[] tooFew = new long[words.count()];
          assertThatThrownBy(() -> words.write(tooFew, 1))
              .isInstanceOf(IndexOutOfBoundsException.class);
        });
  }

  @Test
  void morePinsThanAMethodCanHoldAreReadAndDrivenToo() {
    for (int i = 0; i < 300; i++) {
      sketch.output("out" + i, sketch.input("in" + i, 40));
    }
    try (Engine engine = JvmEngine.compile(sketch.netlist()).newEngine()) {
      List<Pin> in = new ArrayList<>();
      List<Pin> out = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        in.add(NamedPins.pin(engine, "in" + i));
        out.add(NamedPins.pin(engine, "out" + i));
      }
      long[] driven = random.longs(300, 0, 1L << 40).toArray();
      engine.words(in).write(driven, 0);
      engine.settle();
      long[] seen = new long[300];
      engine.words(out).read(seen);
      assertThat(seen).isEqualTo(driven);
    }
  }

  @Test
  void wordsOfAnOutputOfTheJvmEngineAreNotDriven() {
    sketch.output("out32", sketch.input("in32", 32));
    try (Engine engine = JvmEngine.compile(sketch.netlist()).newEngine()) {
      PinWords words = engine.words(engine.pins());
      assertThatThrownBy(() -> words.write(new long[2], 0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("out32");
    }
  }

  @Test
  void wordsOfPinsOfAnotherEngineAreAllowed() {
    sketch.output("out32", sketch.input("in32", 32));
    CompiledDesign design = JvmEngine.compile(sketch.netlist());
    try (Engine one = design.newEngine();
        Engine other = design.newEngine()) {
      NamedPins.pin(other, "in32").set(7);
      long[] seen = new long[1];
      one.words(List.of(NamedPins.pin(other, "in32"))).read(seen);
      assertThat(seen[0]).isEqualTo(7);
    }
  }
}
