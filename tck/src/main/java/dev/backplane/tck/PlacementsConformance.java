package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where buffers can lie, and that the device says so. */
@Needs(Memory.class)
public abstract class PlacementsConformance extends BufferSuite {
  /** A conformance class. */
  protected PlacementsConformance() {}

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aPlacementIsOfferedOrRefusedByNameWithWhatThereIs(Kind kind) {
    Memory memory = memory();
    try (Arena arena = Arena.ofShared()) {
      Placement placement =
          kind == Kind.USER_MEMORY
              ? Placement.memory(arena.allocate(BYTES, PAGE))
              : Placement.of(kind);
      if (!memory.placements().contains(kind)) {
        BackplaneException error =
            refuses(ErrorCode.NOT_SUPPORTED, () -> memory.allocate(BYTES, placement));
        assertThat(error.getMessage()).contains(kind.name(), Kind.PLAIN.name());
        return;
      }
      try (Buffer buffer = memory.allocate(BYTES, placement)) {
        assertThat(buffer.size()).isEqualTo(BYTES);
        assertThat(buffer.placement().kind()).isEqualTo(kind);
        assertThat(buffer.placement().bank()).isEqualTo(buffer.bank().index());
        assertThat(buffer.bank()).isEqualTo(memory.banks().getFirst());
        if (kind.isForHost()) {
          assertThat(buffer.read(new byte[BYTES])).containsOnly(0);
        } else {
          refuses(ErrorCode.NOT_SUPPORTED, buffer::host);
          refuses(ErrorCode.NOT_SUPPORTED, buffer::sync);
        }
      }
    }
  }

  @Test
  void plainBuffersAreAlwaysOffered() {
    Memory memory = memory();

    assertThat(memory.placements()).contains(Kind.PLAIN);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES, Placement.bank(9999)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(0, Placement.plain()));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(-1, Placement.plain()));
  }

  @Test
  void memoryOfTheHostNeedsNoSync() {
    Buffer buffer = placed(memory(), Placement.host());

    assertThat(buffer.placement().needsSync()).isFalse();
    assertThat(buffer.write(7).syncBack().read(new int[1])).containsExactly(7);
  }

  @Test
  void memoryOfTheProgramIsTheHostsCopy() {
    Memory memory = memory();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment pages = arena.allocate(BYTES, PAGE);
      Buffer buffer = placed(memory, Placement.memory(pages));

      assertThat(buffer.host()).isEqualTo(pages);
      buffer.write(5).sync();
      assertThat(buffer.syncBack().read(new int[1])).containsExactly(5);
      rig().close(buffer);
      assertThat(pages.scope().isAlive()).isTrue();
      MemorySegment inside = pages.asSlice(16);
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> memory.allocate(inside.byteSize(), Placement.memory(inside)));
      refuses(
          ErrorCode.INVALID_ARGUMENT, () -> memory.allocate(BYTES - 1, Placement.memory(pages)));
    }
  }

  /** That a device which lacks it says so is another test. */
  private Buffer placed(Memory memory, Placement placement) {
    Assumptions.assumeTrue(memory.placements().contains(placement.kind()));
    return rig().keep(memory.allocate(BYTES, placement));
  }
}
