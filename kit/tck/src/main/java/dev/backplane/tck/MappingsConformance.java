package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Buffers that are mapped. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = Ability.NUMBERS)
public abstract class MappingsConformance extends QueueSuite {
  /** A conformance class. */
  protected MappingsConformance() {}

  @Test
  void aMappingShowsTheDevicesCopyInPlace() {
    Queue queue = queue();
    Buffer buffer = filled(6);
    MemorySegment segment;
    try (Mapping mapping = queue.map(buffer, 4, 8, Mapping.Access.READ_WRITE, Rig.DEADLINE)) {
      segment = mapping.segment();
      assertThat(segment.toArray(ValueLayout.JAVA_INT)).containsExactly(6, 6);
      segment.set(ValueLayout.JAVA_INT, 0, 8);
    }
    queue.finish(Rig.DEADLINE);

    assertThat(segment.scope().isAlive()).isFalse();
    assertThat(buffer.syncBack().read(new int[3])).containsExactly(6, 8, 6);
  }

  @Test
  void aMappingIsUnmappedOnce() {
    Queue queue = queue();
    Mapping mapping = queue.map(buffer(), 0, 4, Mapping.Access.OVERWRITE, Rig.DEADLINE);
    done(mapping.unmap());

    refuses(ErrorCode.CLOSED, mapping::unmap);
    closedAgain(mapping);
  }
}
