package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import org.junit.jupiter.api.Test;

/** Buffers in memory of the host that the device reaches. */
@Needs(value = Memory.class, abilities = Ability.HOST_MEMORY)
public abstract class HostMemoryConformance extends BufferSuite {
  /** A conformance class. */
  protected HostMemoryConformance() {}

  @Test
  void memoryOfTheHostNeedsNoSync() {
    Buffer buffer = rig().keep(memory().allocate(BYTES, Placement.host()));

    assertThat(buffer.placement().kind()).isEqualTo(Placement.Kind.HOST);
    assertThat(buffer.placement().needsSync()).isFalse();
    assertThat(buffer.write(7).syncBack().read(new int[1])).containsExactly(7);
  }
}
