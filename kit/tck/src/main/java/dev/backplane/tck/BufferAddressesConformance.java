package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the device addresses of buffers do not overlap. */
@Needs(
    value = Memory.class,
    abilities = {Ability.NUMBERS, Ability.ADDRESSES})
public abstract class BufferAddressesConformance extends BufferSuite {
  /** A conformance class. */
  protected BufferAddressesConformance() {}

  @Test
  void buffersDoNotOverlap() {
    Memory memory = memory();
    List<Buffer> buffers = new ArrayList<>();
    for (int size : new int[] {1, 4096, 4097, 63, 65_536, 1}) {
      buffers.add(rig().keep(memory.allocate(size, bank(memory))));
    }
    for (int i = 0; i < buffers.size(); i++) {
      for (int j = 0; j < i; j++) {
        Buffer one = buffers.get(i);
        Buffer other = buffers.get(j);
        assertThat(
                MemoryConformance.overlap(one.address(), one.size(), other.address(), other.size()))
            .as("buffers at %x and %x overlap", one.address(), other.address())
            .isFalse();
      }
    }
  }
}
