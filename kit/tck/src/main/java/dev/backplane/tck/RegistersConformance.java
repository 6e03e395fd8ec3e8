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

  @Test
  void theFirstSpaceIsTheFacetAndOthersAreNumbered() {
    Registers registers = registers();
    assertThat(registers.spaces()).isPositive();
    assertThat(registers.space(0).size()).isEqualTo(registers.size());
    for (int number = 0; number < registers.spaces(); number++) {
      assertThat(registers.space(number).size()).isPositive();
    }
    for (int number : new int[] {-1, registers.spaces(), Integer.MAX_VALUE}) {
      refuses(ErrorCode.OUT_OF_RANGE, () -> registers.space(number));
    }
  }

  @Test
  void anAccessOf512BitsIsThereOrRefused() {
    Registers registers = registers();
    for (int number = 0; number < registers.spaces(); number++) {
      RegisterSpace space = registers.space(number);
      byte[] words = new byte[RegisterSpace.WIDE_BYTES];
      if (space.isWide()) {
        for (long offset : new long[] {-64, 32, space.size(), Long.MAX_VALUE}) {
          refuses(
              ErrorCode.OUT_OF_RANGE, () -> space.read512(offset, MemorySegment.ofArray(words)));
          refuses(
              ErrorCode.OUT_OF_RANGE, () -> space.write512(offset, MemorySegment.ofArray(words)));
        }
        refuses(
            ErrorCode.INVALID_ARGUMENT,
            () -> space.read512(0, MemorySegment.ofArray(new byte[63])));
      } else {
        refuses(ErrorCode.NOT_SUPPORTED, () -> space.read512(0, MemorySegment.ofArray(words)));
        refuses(ErrorCode.NOT_SUPPORTED, () -> space.write512(0, MemorySegment.ofArray(words)));
      }
    }
  }

  @Test
  void mappedRegistersAreTheSame() {
    Registers registers = registers();
    for (int number = 0; number < registers.spaces(); number++) {
      RegisterSpace space = registers.space(number);
      space
          .map()
          .ifPresent(
              mapped -> {
                assertThat(mapped.byteSize()).isEqualTo(space.size());
                int before = mapped.get(ValueLayout.JAVA_INT, 0);
                assertThat(space.read32(0)).isEqualTo(before);
              });
    }
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
