package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import org.junit.jupiter.api.Test;

/** Figures of use. */
@Needs(value = Memory.class, abilities = Ability.USAGE)
public abstract class MemoryUsageConformance extends BufferSuite {
  /** A conformance class. */
  protected MemoryUsageConformance() {}

  @Test
  void figuresOfUseFollowTheBuffers() {
    Memory memory = memory();
    MemoryUsage.OfBank before = memory.usage().banks().getFirst();
    try (Buffer buffer = memory.allocate(BYTES, bank(memory))) {
      MemoryUsage.OfBank during = memory.usage().banks().getFirst();

      assertThat(during.used()).isEqualTo(before.used() + buffer.size());
      assertThat(during.buffers()).isEqualTo(before.buffers() + 1);
      assertThat(during.free()).isLessThan(before.free());
    }
    assertThat(memory.usage().banks().getFirst()).isEqualTo(before);
  }
}
