package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading and writing control words. */
public abstract class RegistersConformance extends Conformance {
  /** A conformance class. */
  protected RegistersConformance() {}

  @Test
  void theRegisterSpaceIsOfWholeWords() {
    assertThat(registers().size()).isPositive().isEqualTo(registers().size() / 4 * 4);
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

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 6, 7})
  void aMisalignedOffsetIsOutOfRange(long offset) {
    refusesEveryAccess(registers(), scratch() + offset);
  }

  @Test
  void sixtyFourBitsAtAnOddWordAreMisaligned() {
    Registers registers = registers();
    long offset = scratch() + 4;

    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read64(offset));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write64(offset, 1));
  }

  @Test
  void aWordKeepsWhatIsWritten() {
    Registers registers = registers();
    long offset = scratch();
    for (int value : new int[] {0x01234567, -1, 0, 0x80000001}) {
      registers.write32(offset, value);

      assertThat(registers.read32(offset)).isEqualTo(value);
    }
  }

  @Test
  void sixtyFourBitsAreTwoWordsTheLowerFirst() {
    Registers registers = registers();
    long offset = scratch();
    registers.write64(offset, 0x0123_4567_89ab_cdefL);

    assertThat(registers.read64(offset)).isEqualTo(0x0123_4567_89ab_cdefL);
    assertThat(registers.read32(offset)).isEqualTo(0x89ab_cdef);
    assertThat(registers.read32(offset + 4)).isEqualTo(0x0123_4567);
  }

  private Registers registers() {
    DriverDevice device = bench().open();
    Registers registers = bench().facet(device, Registers.class);
    bench().prepare(device);
    return registers;
  }

  private long scratch() {
    var scratch = bench().subject().scratchRegister();
    assumeTrue(scratch.isPresent(), "declared absent: no register keeps what is written");
    return scratch.orElseThrow();
  }

  private static void refusesEveryAccess(Registers registers, long offset) {
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read32(offset));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.read64(offset));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write32(offset, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> registers.write64(offset, 1));
  }
}
