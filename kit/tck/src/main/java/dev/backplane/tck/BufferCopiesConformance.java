package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import org.junit.jupiter.api.Test;

/** Copies from buffer to buffer, past the host. */
@Needs(
    value = Memory.class,
    abilities = {Ability.COPIES, Ability.NUMBERS})
public abstract class BufferCopiesConformance extends BufferSuite {
  /** A conformance class. */
  protected BufferCopiesConformance() {}

  @Test
  void aCopyOnTheDeviceMovesItsRangeAndNoMore() {
    Memory memory = memory();
    Buffer from = buffer(memory).write(1, 2, 3, 4).sync();
    Buffer to = buffer(memory).write(9, 9, 9, 9).sync();

    to.copyFrom(from, 4, 8, 4);

    assertThat(to.syncBack().read(new int[4])).containsExactly(9, 9, 2, 9);
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, BYTES, 0, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, 0, -1, 1));
    refuses(ErrorCode.OUT_OF_RANGE, () -> to.copyFrom(from, 0, 0, Long.MAX_VALUE));
  }
}
