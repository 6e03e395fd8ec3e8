package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control words that keep what is written. */
@Needs(value = Registers.class, abilities = Ability.SCRATCH_REGISTER)
public abstract class ScratchRegisterConformance extends Conformance {
  /** A conformance class. */
  protected ScratchRegisterConformance() {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 6, 7})
  void aMisalignedOffsetIsOutOfRange(long offset) {
    RegistersConformance.refusesEveryAccess(registers(), scratch() + offset);
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

  /** The other registers of the line may be of any kind. */
  @Test
  void anAccessOf512BitsHasTheWordsOfItsLine() {
    Registers registers = registers();
    if (registers.isWide()) {
      long line = scratch() & -RegisterSpace.WIDE_BYTES;
      MemorySegment words = MemorySegment.ofArray(new byte[RegisterSpace.WIDE_BYTES]);
      registers.read512(line, words);
      words.set(ValueLayout.JAVA_LONG_UNALIGNED, scratch() - line, 0x0123_4567_89ab_cdefL);
      registers.write512(line, words);
      words.fill((byte) 0);
      registers.read512(line, words);

      assertThat(words.get(ValueLayout.JAVA_LONG_UNALIGNED, scratch() - line))
          .isEqualTo(0x0123_4567_89ab_cdefL);
      assertThat(registers.read64(scratch())).isEqualTo(0x0123_4567_89ab_cdefL);
      assertThat(registers.read32(scratch() + 4)).isEqualTo(0x0123_4567);
    }
  }

  private Registers registers() {
    DriverDevice device = rig().open();
    Registers registers = rig().facet(device, Registers.class);
    rig().prepare(device);
    return registers;
  }

  private long scratch() {
    return rig().subject().scratchRegister();
  }
}
