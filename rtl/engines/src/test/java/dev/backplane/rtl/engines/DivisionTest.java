package dev.backplane.rtl.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Divisions by constants, for which the jvm engine has special cases. */
final class DivisionTest {
  private static final List<Long> DIVISORS =
      List.of(
          0L,
          1L,
          2L,
          3L,
          7L,
          8L,
          10L,
          255L,
          256L,
          641L,
          (1L << 31) - 1,
          1L << 31,
          (1L << 32) + 1,
          1L << 62,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          -1L,
          -10L);

  private static Netlist quotients(int width) {
    DesignSketch sketch = new DesignSketch();
    Signal a = sketch.input("a", width);
    for (long divisor : DIVISORS) {
      BigInteger bits =
          BigInteger.valueOf(divisor).and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
      for (Operation operation : List.of(Operation.DIV, Operation.MOD)) {
        for (boolean signed : List.of(false, true)) {
          Signal result =
              sketch.cell(width, operation, signed, Operand.of(a), Operand.of(bits, width));
          sketch.output(operation + " " + divisor + (signed ? " signed" : ""), result);
        }
      }
    }
    return sketch.netlist();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8, 31, 32, 33, 63, 64})
  void byConstantsEqualsTheReference(int width) {
    Netlist design = quotients(width);
    Random random = new Random(width);
    try (Engine ours = JvmEngine.compile(design).newEngine();
        Engine reference = new ReferenceEngine(design)) {
      for (int i = 0; i < 200; i++) {
        long value =
            switch (i) {
              case 0 -> 0;
              case 1 -> -1;
              case 2 -> 1L << (width - 1);
              case 3 -> (1L << (width - 1)) - 1;
              default -> random.nextLong() >>> random.nextInt(64);
            };
        NamedPins.pin(ours, "a").set(value);
        NamedPins.pin(reference, "a").set(value);
        ours.settle();
        reference.settle();
        for (int pin = 1; pin < ours.pins().size(); pin++) {
          assertThat(ours.pins().get(pin).get())
              .as("0x%x of %d bits: %s", value, width, ours.pins().get(pin).port().name())
              .isEqualTo(reference.pins().get(pin).get());
        }
      }
    }
  }
}
