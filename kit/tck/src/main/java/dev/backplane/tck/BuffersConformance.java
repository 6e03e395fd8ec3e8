package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Tests operations of buffers other than filling and syncing. */
@Needs(Memory.class)
public abstract class BuffersConformance extends BufferSuite {
  /** A conformance class. */
  protected BuffersConformance() {}

  @Test
  void hostPagesAreReadAndWrittenAnywhere() {
    Buffer buffer = buffer(memory());
    byte[] back = new byte[3];

    buffer.write(BYTES - 3, MemorySegment.ofArray(new byte[] {1, 2, 3}));
    buffer.read(BYTES - 3, MemorySegment.ofArray(back));

    assertThat(back).containsExactly(1, 2, 3);
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.write(BYTES - 2, MemorySegment.ofArray(back)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.read(-1, MemorySegment.ofArray(back)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> buffer.readable(0, Long.MAX_VALUE));
  }

  @Test
  void aBufferReportsItsOwnSizeAndPlacement() {
    Buffer buffer = buffer(memory());

    assertThat(buffer.info().size()).isEqualTo(BYTES);
    assertThat(buffer.info().address()).isEqualTo(buffer.address());
    assertThat(buffer.info().bank()).isEqualTo(buffer.bank());
    assertThat(buffer.info().placement()).isEqualTo(buffer.placement());
  }

  @Test
  void aPlacementWithoutABankIsInTheFirst() {
    Memory memory = memory();
    Buffer plain = rig().keep(memory.allocate(BYTES, Placement.plain()));

    assertThat(plain.size()).isEqualTo(BYTES);
    assertThat(plain.placement()).isEqualTo(buffer(memory).placement());
  }

  @Test
  void aBufferIsClosedOnce() {
    Buffer buffer = buffer(memory());
    rig().close(buffer);
    closedAgain(buffer);
  }
}
