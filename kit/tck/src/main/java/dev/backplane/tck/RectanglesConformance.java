package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Boxes of buffers through queues. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = Ability.NUMBERS)
public abstract class RectanglesConformance extends QueueSuite {
  /** A conformance class. */
  protected RectanglesConformance() {}

  @Test
  void boxesGoThereAndBack() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    Rect inBuffer = Rect.of(8, 2, 2).at(4, 1, 1).in(16, 64);
    Rect packed = Rect.of(8, 2, 2);
    done(queue.writeRect(buffer, inBuffer, ints(1, 2, 3, 4, 5, 6, 7, 8), packed));
    int[] row = new int[4];
    done(queue.read(buffer, 64 + 16, MemorySegment.ofArray(row)));

    assertThat(row).containsExactly(0, 1, 2, 0);

    Buffer copy = filled(0);
    done(queue.copyRect(buffer, inBuffer, copy, packed));
    assertThat(copy.syncBack().read(new int[8])).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);

    for (MemorySegment target : List.of(ints(new int[32]), queues().hostMemory(128))) {
      Rect spread = packed.at(4, 0, 0).in(16, 32);
      done(queue.readRect(buffer, inBuffer, target, spread));
      assertThat(target.asSlice(0, 64).toArray(ValueLayout.JAVA_INT))
          .containsExactly(0, 1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0);
    }
  }

  @Test
  void aBoxThatDoesNotFitIsRefused() {
    Queue queue = queue();
    Buffer buffer = buffer();
    Rect large = Rect.of(64, 65);

    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.readRect(buffer, large, ints(new int[2000]), Rect.of(64, 65)));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.writeRect(buffer, Rect.of(4, 4), ints(1, 2, 3), Rect.of(4, 4)));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.readRect(buffer, Rect.of(4, 4), ints(1, 2, 3), Rect.of(4, 4)));
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> queue.copyRect(buffer, Rect.of(4, 4), buffer(), Rect.of(4, 5)));
  }
}
