package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.SharedMemory;
import org.junit.jupiter.api.Test;

/** Buffers that others see. */
@Needs(value = Memory.class, abilities = Ability.SHARING)
public abstract class SharingConformance extends BufferSuite {
  /** A conformance class. */
  protected SharingConformance() {}

  @Test
  void anExportedBufferIsImportedAsTheSameMemory() {
    Memory memory = memory();
    Buffer exported = buffer(memory).write(6).sync();
    SharedMemory shared = SharedMemory.parse(exported.export().toString());
    Buffer imported = rig().keep(memory.importShared(shared, bank(memory)));

    assertThat(imported.size()).isEqualTo(BYTES);
    assertThat(imported.syncBack().read(new int[1])).containsExactly(6);
    imported.write(8).sync();
    assertThat(exported.syncBack().read(new int[1])).containsExactly(8);
  }
}
