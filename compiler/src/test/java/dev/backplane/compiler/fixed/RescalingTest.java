package dev.backplane.compiler.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.compiler.CompilerException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RescalingTest {
  @Test
  void aResultIsTheProductRoundedToNearestTiesToEvenThenTheZeroThenSaturation() {
    Rescaling half = new Rescaling(List.of(1L), 1, 3, 8);
    assertThat(half.apply(1, 0)).isEqualTo(3);
    assertThat(half.apply(3, 0)).isEqualTo(5);
    assertThat(half.apply(5, 0)).isEqualTo(5);
    assertThat(half.apply(-1, 0)).isEqualTo(3);
    assertThat(half.apply(1000, 0)).isEqualTo(127);
    assertThat(half.apply(-1000, 0)).isEqualTo(-128);
  }

  @Test
  void itIsWhatDecimalsOfAnyLengthSay() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      int shift = random.nextInt(40);
      long multiplier = random.nextInt(1 << 16);
      long zero = random.nextInt(-128, 128);
      long sum = random.nextLong() >> random.nextInt(20, 60);
      Rescaling rescaling = new Rescaling(List.of(multiplier), shift, zero, 8);
      BigDecimal expected =
          BigDecimal.valueOf(sum)
              .multiply(BigDecimal.valueOf(multiplier))
              .divide(BigDecimal.valueOf(1L << shift))
              .setScale(0, RoundingMode.HALF_EVEN)
              .add(BigDecimal.valueOf(zero));
      if (Math.abs(sum) < 1L << 46) {
        assertThat(rescaling.apply(sum, 0))
            .isEqualTo(
                expected
                    .max(BigDecimal.valueOf(-128))
                    .min(BigDecimal.valueOf(127))
                    .longValueExact());
      }
    }
  }

  @Test
  void multipliersAreSoFineThatNoResultIsAStepAway() {
    Random random = new Random(2);
    for (int i = 0; i < 5_000; i++) {
      FixedPoint output = new FixedPoint(random.nextInt(2, 17), 0, 1 + random.nextDouble(), 0);
      double ratio = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 0));
      Rescaling rescaling = Rescaling.of(output, 38, ratio);
      long sum = Math.round(output.max() * random.nextDouble() / ratio);
      double exact = Math.clamp(sum * ratio, (double) output.min(), (double) output.max());
      assertThat(Math.abs(rescaling.apply(sum, 0) - exact)).isLessThanOrEqualTo(0.5 + 1.0 / 128);
    }
  }

  @Test
  void aRatioThatIsAPowerOfTwoNeedsNoMultiplier() {
    Rescaling rescaling = Rescaling.of(new FixedPoint(8, 0, 1, -5), 20, 0x1p-7);
    assertThat(rescaling.multipliers()).containsExactly(1L);
    assertThat(rescaling.shift()).isEqualTo(7);
  }

  @Test
  void aProductThatIsTooLongIsRefused() {
    FixedPoint wide = new FixedPoint(24, 0, 1.5, 0);
    assertThatThrownBy(() -> Rescaling.of(wide, 40, 0.1))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("a sum of 40 bits")
        .hasMessageContaining("use narrower formats");
    assertThatThrownBy(() -> Rescaling.of(new FixedPoint(25, 0, 1.5, 0), 20, 0.1))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("24 bits at most");
  }

  @Test
  void aFormatWithScaleAndZeroHasItsOwnNumbers() {
    FixedPoint format = FixedPoint.ofStep(8, 0.3, -128);
    assertThat(format.fraction()).isEqualTo(2);
    assertThat(format.scale()).isEqualTo(1.2);
    assertThat(format.real(-128)).isZero();
    assertThat(format.quantize(3.0)).isEqualTo(-118);
    assertThat(format.quantize(-1)).isEqualTo(-128);
    assertThat(format.holds(-0.1)).isTrue();
    assertThat(format.holds(-0.2)).isFalse();
    assertThat(format).hasToString("fixed(8, 2, scale 1.2, zero -128)");
    assertThat(new FixedPoint(8, 2)).hasToString("fixed(8, 2)");
    assertThatThrownBy(() -> new FixedPoint(8, 2, 2, 0)).hasMessageContaining("less than 2");
    assertThatThrownBy(() -> new FixedPoint(8, 2, 1, 128)).hasMessageContaining("128");
  }
}
