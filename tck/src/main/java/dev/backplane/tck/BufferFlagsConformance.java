package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.Memory;
import org.junit.jupiter.api.Test;

/** Buffers of special kinds. */
@Needs(value = Memory.class, abilities = Ability.BUFFER_FLAGS)
public abstract class BufferFlagsConformance extends BufferSuite {
  /** A conformance class. */
  protected BufferFlagsConformance() {}

  @Test
  void aHostOnlyBufferNeedsNoSync() {
    Memory memory = memory();
    BufferRequest request = BufferRequest.of(BYTES, bank(memory)).with(BufferFlag.HOST_ONLY);
    Buffer buffer = rig().keep(memory.allocate(request));

    assertThat(buffer.flags()).contains(BufferFlag.HOST_ONLY);
    assertThat(buffer.write(7).syncBack().read(new int[1])).containsExactly(7);
  }
}
