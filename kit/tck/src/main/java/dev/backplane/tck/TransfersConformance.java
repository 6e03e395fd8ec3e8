package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading, writing, copying and filling buffers through queues. */
@Needs(
    value = {Queues.class, Memory.class},
    abilities = Ability.NUMBERS)
public abstract class TransfersConformance extends QueueSuite {
  /** A conformance class. */
  protected TransfersConformance() {}

  @Test
  void writesAndReadsMoveTheirRangeAndNoMore() {
    Queue queue = queue();
    Buffer buffer = filled(7);
    done(queue.write(buffer, 8, ints(1, 2)));
    int[] read = new int[5];
    done(queue.read(buffer, 4, MemorySegment.ofArray(read)));

    assertThat(read).containsExactly(7, 1, 2, 7, 7);
    assertThat(buffer.host().get(ValueLayout.JAVA_INT, 8))
        .as("the host's copy is left alone, where it is one of its own")
        .isEqualTo(rig().subject().lacks(Ability.TWO_COPIES) ? 1 : 7);
  }

  @Test
  void everyKindOfHostMemoryDoes() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      List<MemorySegment> sources =
          List.of(
              shared.allocate(16),
              confined.allocate(16),
              Arena.ofAuto().allocate(16),
              Arena.global().allocate(16),
              queues().hostMemory(16),
              MemorySegment.ofArray(new byte[16]),
              buffer.host().asSlice(0, 16));
      int value = 1;
      for (MemorySegment source : sources) {
        source.fill((byte) value);
        done(queue.write(buffer, 16, source));
        source.fill((byte) 0);
        if (source.isAccessibleBy(new Thread())) {
          done(queue.read(buffer, 16, source));

          assertThat(source.get(ValueLayout.JAVA_BYTE, 15)).isEqualTo((byte) value);
        }
        value++;
      }
    }
  }

  @Test
  void memoryForTransfersIsZeros() {
    assertThat(queues().hostMemory(16).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queues().hostMemory(0));
  }

  @Test
  void aTransferIsARunThatCountsNoCycles() {
    Run run = queue().write(filled(0), 0, ints(1));

    assertThat(run.await(Rig.DEADLINE).cycles()).isEqualTo(-1);
    assertThat(run.state()).isEqualTo(RunState.COMPLETED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void aTargetThatCannotBeFilledIsRefused() {
    Queue queue = queue();
    Buffer buffer = filled(0);
    try (Arena confined = Arena.ofConfined()) {
      MemorySegment mine = confined.allocate(16);
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, mine));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.read(buffer, 0, ints(1).asReadOnly()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 4",
    "4096, 4",
    "4093, 4",
    "9223372036854775807, 4",
    "-9223372036854775808, 4",
    "0, 4100"
  })
  void aTransferOutsideOfTheBufferIsOutOfRange(long offset, int bytes) {
    Queue queue = queue();
    Buffer buffer = buffer();
    MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);

    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.read(buffer, offset, memory));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.write(buffer, offset, memory));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.fill(buffer, offset, bytes, ints(1)));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer, offset, buffer(), 0, bytes));
    refuses(ErrorCode.OUT_OF_RANGE, () -> queue.copy(buffer(), 0, buffer, offset, bytes));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> queue.map(buffer, offset, bytes, Mapping.Access.READ, Rig.DEADLINE));
  }

  @Test
  void aCopyMovesItsRangeAndRefusesToOverlap() {
    Queue queue = queue();
    Buffer from = filled(4);
    Buffer to = filled(1);
    done(queue.copy(from, 0, to, 4, 8));

    assertThat(to.syncBack().read(new int[4])).containsExactly(1, 4, 4, 1);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.copy(to, 0, to, 4, 8));
  }

  @Test
  void aFillRepeatsItsPattern() {
    Queue queue = queue();
    Buffer buffer = filled(1);
    done(queue.fill(buffer, 8, 16, ints(5, 6)));

    assertThat(buffer.syncBack().read(new int[7])).containsExactly(1, 1, 5, 6, 5, 6, 1);
    refuses(
        ErrorCode.INVALID_ARGUMENT,
        () -> queue.fill(buffer, 0, 9, MemorySegment.ofArray(new byte[3])));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 4, 16, ints(5, 6)));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.fill(buffer, 0, 10, ints(1)));
  }
}
