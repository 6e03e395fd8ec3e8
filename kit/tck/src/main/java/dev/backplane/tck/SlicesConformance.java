package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers that are parts of others. */
@Needs(value = Memory.class, abilities = Ability.SLICES)
public abstract class SlicesConformance extends BufferSuite {
  /** A conformance class. */
  protected SlicesConformance() {}

  @Test
  void aPartIsTheSameMemory() {
    Memory memory = memory();
    Buffer whole = buffer(memory);
    Buffer part = rig().keep(whole.slice(4096, 16));
    whole.write(4096, MemorySegment.ofArray(new byte[] {4})).sync();

    assertThat(part.size()).isEqualTo(16);
    if (!rig().subject().lacks(Ability.ADDRESSES)) {
      assertThat(part.address()).isEqualTo(whole.address() + 4096);
    }
    assertThat(part.syncBack().read(new byte[1])).containsExactly(4);
  }

  @Test
  void aPartOutlivesTheWhole() {
    Memory memory = memory();
    Buffer whole = memory.allocate(BYTES, bank(memory));
    Buffer part = rig().keep(whole.slice(0, 16));
    whole.close();

    assertThat(part.write(3).sync().syncBack().read(new int[1])).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, -1", "0, 8193", "8192, 1", "9223372036854775807, 1"})
  void aPartOutsideOfTheWholeIsOutOfRange(long offset, long bytes) {
    Buffer whole = buffer(memory());

    refuses(ErrorCode.OUT_OF_RANGE, () -> whole.slice(offset, bytes));
  }
}
