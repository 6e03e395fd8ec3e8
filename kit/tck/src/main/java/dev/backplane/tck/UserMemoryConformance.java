package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Buffers on memory of the program. */
@Needs(value = Memory.class, abilities = Ability.USER_MEMORY)
public abstract class UserMemoryConformance extends BufferSuite {
  /** A conformance class. */
  protected UserMemoryConformance() {}

  @Test
  void memoryOfTheProgramIsTheHostsCopy() {
    Memory memory = memory();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment pages = arena.allocate(BYTES, PAGE);
      Buffer buffer = memory.allocate(BYTES, Placement.memory(pages));

      assertThat(buffer.host()).isEqualTo(pages);
      buffer.write(5).sync();
      assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
      buffer.close();
      assertThat(pages.scope().isAlive()).isTrue();
      Placement inside = Placement.memory(pages.asSlice(16));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES - 16, inside));
      Placement longer = Placement.memory(pages);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES - 1, longer));
    }
    Placement heap = Placement.memory(MemorySegment.ofArray(new byte[BYTES]));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES, heap));
    try (Arena arena = Arena.ofConfined()) {
      Placement mine = Placement.memory(arena.allocate(BYTES, PAGE));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES, mine));
    }
  }
}
