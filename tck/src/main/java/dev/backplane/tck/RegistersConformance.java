package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control words, and where they end. */
@Needs(Registers.class)
public abstract class RegistersConformance extends Conformance {
  /** A conformance class. */
  protected RegistersConformance() {}

  @Test
  void theRegisterSpaceIsOfWholeWords() {
    long size = registers().size();

    assertThat(size).isPositive().isEqualTo(size / 4 * 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {-4, -8, Long.MIN_VALUE, Long.MAX_VALUE - 7, 1L << 62})
  void anOffsetOutsideIsOutOfRange(long offset) {
    refusesEveryAccess(registers(), offset);
  }

  @Test
  void theFirstOffsetBehindTheEndIsOutOfRange() {
    Registers registers = registers();

    refusesEveryAccess(registers, (registers.size() + 7) / 8 * 8);
  }

  private Registers registers() {
    DriverDevice device = rig().open();
    Registers registers = rig().facet(device, Registers.class);
    rig().prepare(device);
    return registers;
  }

  static void refusesEveryAccess(Registers registers, long offset) {
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(offset));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read64(offset));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write32(offset, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write64(offset, 1));
  }
}
