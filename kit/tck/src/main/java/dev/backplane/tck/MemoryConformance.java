package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Banks, and buffers in them. */
@Needs(Memory.class)
public abstract class MemoryConformance extends BufferSuite {
  /** A conformance class. */
  protected MemoryConformance() {}

  @Test
  void banksHaveAPlaceOfTheirOwn() {
    List<Bank> banks = memory().banks();

    assertThat(banks).isNotEmpty();
    assertThat(banks).extracting(Bank::index).doesNotHaveDuplicates();
    assertThat(banks).allSatisfy(bank -> assertThat(bank.size()).isPositive());
    for (Bank one : banks) {
      for (Bank other : banks) {
        if (one.index() != other.index()) {
          assertThat(overlap(one.address(), one.size(), other.address(), other.size()))
              .as("%s and %s overlap", one, other)
              .isFalse();
        }
      }
    }
  }

  @Test
  void anEmptyRangeIsARange() {
    Buffer buffer = buffer();

    assertThat(buffer.sync(0, 0)).isSameAs(buffer);
    assertThat(buffer.syncBack(BYTES, 0)).isSameAs(buffer);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "0, -1",
    "0, 8193",
    "8192, 1",
    "8193, 0",
    "9223372036854775807, 1",
    "1, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void aRangeOutsideTheBufferIsOutOfRange(long offset, long bytes) {
    Buffer buffer = buffer();

    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.sync(offset, bytes));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.syncBack(offset, bytes));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aBufferNeedsASize(long bytes) {
    Memory memory = memory();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(bytes, bank(memory)));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void aBankThatIsNotThereIsRefused(int bank) {
    Memory memory = memory();

    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES, bank));
  }

  @Test
  void moreThanABankHasIsOutOfDeviceMemoryAndNamesTheBank() {
    Memory memory = memory();
    Bank bank = memory.banks().getFirst();

    for (long bytes : new long[] {bank.size() + 1, Long.MAX_VALUE}) {
      var error =
          refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory.allocate(bytes, bank.index()));
      assertThat(error.getMessage()).contains(bank.name());
    }
    assertThat(rig().keep(memory.allocate(BYTES, bank.index())).size()).isEqualTo(BYTES);
  }

  @Test
  void theHostCopyDiesWithItsBuffer() throws Exception {
    Buffer buffer = buffer();
    MemorySegment host = buffer.host();
    rig().close(buffer);

    assertThatThrownBy(() -> host.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void freedMemoryCanBeAllocatedAgain() throws Exception {
    Memory memory = memory();
    for (int round = 0; round < 200; round++) {
      Buffer buffer = rig().keep(memory.allocate(1 << 20, bank(memory)));
      assertThat(buffer.host().get(ValueLayout.JAVA_BYTE, round)).isZero();
      buffer.host().fill((byte) -1);
      buffer.sync();
      rig().close(buffer);
    }
  }

  static boolean overlap(long one, long oneSize, long other, long otherSize) {
    return Long.compareUnsigned(one, other + otherSize) < 0
        && Long.compareUnsigned(other, one + oneSize) < 0;
  }
}
