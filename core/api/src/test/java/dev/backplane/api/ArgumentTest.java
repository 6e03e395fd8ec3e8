package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentTest {
  private static Argument scalar(String type, int size) {
    return new Argument(3, "n", Argument.Kind.SCALAR, type, size, 0x34, List.of());
  }

  private static final Argument BUFFER =
      new Argument(0, "a", Argument.Kind.BUFFER, "int*", 8, 0x10, List.of(1));

  private record FixedBuffer(Bank bank, long address, long size) implements Buffer {
    @Override
    public MemorySegment host() {
      return MemorySegment.ofArray(new byte[(int) size]);
    }

    @Override
    public Buffer sync(long offset, long bytes) {
      return this;
    }

    @Override
    public Buffer syncBack(long offset, long bytes) {
      return this;
    }

    @Override
    public void close() {}
  }

  @Test
  void wholeNumbersOfAnyTypeAreTakenWhenTheyFit() {
    assertThat(scalar("uint", 4).encode(7)).isEqualTo(7);
    assertThat(scalar("uint", 4).encode((byte) 7)).isEqualTo(7);
    assertThat(scalar("uint", 4).encode((short) 7)).isEqualTo(7);
    assertThat(scalar("uint", 4).encode(7L)).isEqualTo(7);
    assertThat(scalar("uint", 4).encode(true)).isEqualTo(1);
    assertThat(scalar("char", 1).encode('A')).isEqualTo(65);
  }

  @Test
  void bothSignedAndUnsignedRangesAreTaken() {
    assertThat(scalar("int", 4).encode(-1)).isEqualTo(0xffff_ffffL);
    assertThat(scalar("uint", 4).encode(0xffff_ffffL)).isEqualTo(0xffff_ffffL);
    assertThat(scalar("ulong", 8).encode(-1L)).isEqualTo(-1L);
  }

  @Test
  void aNumberThatDoesNotFitIsRefusedWithItsSize() {
    assertThatThrownBy(() -> scalar("uint", 4).encode(0x1_0000_0000L))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENT_SIZE))
        .hasMessageContaining("4294967296")
        .hasMessageContaining("4 bytes")
        .hasMessageContaining("'n'");
    assertThatThrownBy(() -> scalar("char", 1).encode(-129)).hasMessageContaining("-129");
  }

  @Test
  void realNumbersGoInAsTheirBits() {
    assertThat(scalar("float", 4).encode(1.0f)).isEqualTo(0x3f80_0000L);
    assertThat(scalar("float", 4).encode(1)).isEqualTo(0x3f80_0000L);
    assertThat(scalar("double", 8).encode(1.0)).isEqualTo(0x3ff0_0000_0000_0000L);
  }

  @Test
  void aRealNumberOfWhichOnlyInfinityWouldBeLeftIsRefusedForEveryTypeThatRounds() {
    for (Object large :
        List.of(1e300, -1e300, Double.MAX_VALUE, new BigDecimal("1e400"), 3.4028236e38)) {
      refusesSize(scalar("float", 4), large);
    }
    for (Object large : List.of(65520f, 1e5, -70_000, Float.MAX_VALUE, Long.MAX_VALUE)) {
      refusesSize(scalar("half", 2), large);
    }
    refusesSize(scalar("double", 8), new BigDecimal("1e400"));
    assertThatThrownBy(() -> scalar("half", 2).encode(65520L)).hasMessageContaining("65520");
  }

  private static void refusesSize(Argument argument, Object value) {
    assertThatThrownBy(() -> argument.encode(value))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENT_SIZE))
        .hasMessageContaining(value.toString())
        .hasMessageContaining("too large for a " + argument.type());
  }

  @Test
  void takesRoundedValuesAndNotANumber() {
    assertThat(scalar("half", 2).encode(65504)).isEqualTo(0x7BFFL);
    assertThat(scalar("half", 2).encode(1L)).isEqualTo(0x3C00L);
    assertThat(scalar("half", 2).encode(Double.NEGATIVE_INFINITY)).isEqualTo(0xFC00L);
    assertThat(scalar("half", 2).encode(Float.NaN)).isEqualTo(0x7E00L);
    assertThat(scalar("float", 4).encode(Double.POSITIVE_INFINITY)).isEqualTo(0x7F80_0000L);
    assertThat(scalar("float", 4).encode(Double.NaN)).isEqualTo(0x7FC0_0000L);
    assertThat(scalar("float", 4).encode(1e-300)).isZero();
    assertThat(scalar("float", 4).encode(Long.MAX_VALUE)).isEqualTo(0x5F00_0000L);
  }

  @Test
  void aCharacterOrTruthValueIsNoRealNumber() {
    for (Object value : List.of('A', true)) {
      assertThatThrownBy(() -> scalar("float", 4).encode(value))
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENT_TYPE));
    }
  }

  @Test
  void aRealNumberForAWholeOneIsRefused() {
    assertThatThrownBy(() -> scalar("int", 4).encode(1.5))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_ARGUMENT_TYPE));
  }

  @Test
  void aBufferGivesItsAddress() {
    assertThat(BUFFER.encode(new FixedBuffer(new Bank(1, "DDR[1]", 0, 1 << 20), 0x4000, 64)))
        .isEqualTo(0x4000);
  }

  @Test
  void aBufferInAnotherBankIsRefusedWithBothBanks() {
    assertThatThrownBy(
            () -> BUFFER.encode(new FixedBuffer(new Bank(0, "DDR[0]", 0, 1 << 20), 0, 64)))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_BANK))
        .hasMessageContaining("DDR[0]")
        .hasMessageContaining("[1]");
  }

  @Test
  void aNumberForABufferAndABufferForANumberAreRefused() {
    assertThatThrownBy(() -> BUFFER.encode(5)).hasMessageContaining("a buffer");
    assertThatThrownBy(
            () -> scalar("int", 4).encode(new FixedBuffer(new Bank(1, "b", 0, 64), 0, 64)))
        .hasMessageContaining("a number");
  }
}
