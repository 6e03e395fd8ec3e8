package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the placements of buffers, and that the device reports them. */
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
}
