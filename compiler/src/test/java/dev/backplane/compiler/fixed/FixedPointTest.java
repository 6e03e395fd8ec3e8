package dev.backplane.compiler.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.CompilerException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedPointTest {
  @ParameterizedTest
  @CsvSource({
    "5, 1, 2",
    "7, 1, 4",
    "-5, 1, -2",
    "-7, 1, -4",
    "6, 2, 2",
    "10, 2, 2",
    "11, 2, 3",
    "-6, 2, -2",
    "-10, 2, -2",
    "127, 0, 127",
    "128, 0, 127",
    "-129, 0, -128",
    "255, 1, 127"
  })
  void aResultIsRoundedToNearestTiesToEvenAndSaturated(long value, int fraction, long expected) {
    assertThat(new FixedPoint(8, 0).requantize(value, fraction)).isEqualTo(expected);
  }

  @Test
  void requantizingIsWhatDecimalsOfAnyLengthSay() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      FixedPoint format = new FixedPoint(random.nextInt(2, 33), random.nextInt(-32, 10));
      int shift = random.nextInt(0, 40);
      long value = random.nextLong() >> random.nextInt(2, 60);
      BigInteger rounded =
          new BigDecimal(value)
              .divide(new BigDecimal(BigInteger.TWO.pow(shift)), 0, RoundingMode.HALF_EVEN)
              .toBigInteger();
      long expected =
          rounded
              .max(BigInteger.valueOf(format.min()))
              .min(BigInteger.valueOf(format.max()))
              .longValueExact();

      assertThat(format.requantize(value, format.fraction() + shift))
          .as("%d / 2^%d in %s", value, shift, format)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, 16", "-4.0, -128", "100, 127", "-1e300, -128", "0.015625, 0", "0.046875, 2"})
  void aRealNumberIsRoundedAndSaturatedToo(double value, long expected) {
    assertThat(new FixedPoint(8, 5).quantize(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 6",
    "0.99, 7",
    "0.1, 10",
    "127.4, 0",
    "127.6, -1",
    "255, -1",
    "256, -2",
    "1e9, -23",
    "1e30, -32",
    "0, 48"
  })
  void theFormatThatHoldsANumberHasTheMostBitsBehindThePoint(double largest, int fraction) {
    assertThat(FixedPoint.holding(8, largest).fraction()).isEqualTo(fraction);
  }

  @ParameterizedTest
  @CsvSource({"255, 127, 254", "1, 0, 0", "3, 2, 4", "-300, -128, -256", "6, 3, 6"})
  void aNegativeFractionHasStepsAboveOne(double value, long integer, double real) {
    FixedPoint format = new FixedPoint(8, -1);
    assertThat(format.quantize(value)).isEqualTo(integer);
    assertThat(format.real(integer)).isEqualTo(real);
    assertThat(format.requantize((long) value, 0)).isEqualTo(integer);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 33, Integer.MAX_VALUE})
  void aFormatHasTwoToThirtyTwoBits(int width) {
    assertThatThrownBy(() -> new FixedPoint(width, 0))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("not " + width);
  }
}
