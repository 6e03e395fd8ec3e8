package dev.backplane.driverkit.queue;

import static dev.backplane.driverkit.queue.SoftwareQueueTest.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Queue;
import dev.backplane.api.Rect;
import dev.backplane.api.Run;
import dev.backplane.api.Signal;
import dev.backplane.driverkit.queue.FakeDevice.FakeBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What transfers move, and what becomes of memory meanwhile. */
final class TransfersTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final FakeDevice device = new FakeDevice();
  private final SoftwareQueues queues = new SoftwareQueues(device);
  private final Queue queue = queues.queue();
  private final FakeBuffer buffer = device.buffer(8);

  private static MemorySegment heap(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return MemorySegment.ofArray(bytes);
  }

  @Test
  void aSourceThatMayBeGoneIsCopiedUnlessItIsWrittenAtOnce() {
    Signal signal = queues.signal();
    MemorySegment source = heap(1, 2, 3);
    Run late = queue.write(buffer, 1, source, signal);
    source.fill((byte) 9);
    signal.complete();
    late.await(DEADLINE);
    assertThat(buffer.bytes()).containsExactly(0, 1, 2, 3, 0, 0, 0, 0);
    try (Arena arena = Arena.ofConfined()) {
      queue.write(buffer, 0, arena.allocate(2).fill((byte) 7)).await(DEADLINE);
    }
    assertThat(buffer.bytes()).startsWith(7, 7, 2);
  }

  @Test
  void memoryOfTheHostIsReadInPlace() {
    Signal signal = queues.signal();
    MemorySegment memory = queues.hostMemory(8);
    Run late = queue.write(buffer, 0, memory, signal);
    memory.fill((byte) 4);
    signal.complete();
    late.await(DEADLINE);
    assertThat(buffer.bytes()).containsOnly(4);
  }

  @Test
  void aTargetWhoseArenaIsClosedFailsTheRun() {
    Signal signal = queues.signal();
    Arena arena = Arena.ofShared();
    Run read = queue.read(buffer, 0, arena.allocate(8), signal);
    arena.close();
    signal.complete();
    refuses(ErrorCode.CLOSED, () -> read.await(DEADLINE));
    assertThat(buffer.held).hasValue(0);
  }

  @Test
  void aPatternFillsARange() {
    queue.fill(buffer, 2, 4, heap(1, 2)).await(DEADLINE);
    assertThat(buffer.bytes()).containsExactly(0, 0, 1, 2, 1, 2, 0, 0);
  }

  @Test
  void boxesAreMovedRowByRow() {
    queue
        .writeRect(buffer, Rect.of(2, 2).at(1, 0, 0).in(4, 0), heap(1, 2, 3, 4), Rect.of(2, 2))
        .await(DEADLINE);
    assertThat(buffer.bytes()).containsExactly(0, 1, 2, 0, 0, 3, 4, 0);
    FakeBuffer other = device.buffer(4);
    queue
        .copyRect(buffer, Rect.of(2, 2).at(1, 0, 0).in(4, 0), other, Rect.of(2, 2))
        .await(DEADLINE);
    assertThat(other.bytes()).containsExactly(1, 2, 3, 4);
    byte[] read = new byte[4];
    queue
        .readRect(
            buffer, Rect.of(2, 2).at(1, 0, 0).in(4, 0), MemorySegment.ofArray(read), Rect.of(2, 2))
        .await(DEADLINE);
    assertThat(read).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aMappingIsACopyThatIsWrittenBackAsTheAccessSays() {
    buffer.memory.fill((byte) 3);
    Mapping mapping = queue.map(buffer, 2, 4, Mapping.Access.READ_WRITE, DEADLINE);
    MemorySegment seen = mapping.segment();
    assertThat(seen.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
    seen.set(ValueLayout.JAVA_BYTE, 1, (byte) 8);
    mapping.unmap().await(DEADLINE);
    mapping.close();
    assertThat(buffer.bytes()).containsExactly(3, 3, 3, 8, 3, 3, 3, 3);
    assertThat(seen.scope().isAlive()).isFalse();
    refuses(ErrorCode.CLOSED, mapping::unmap);
    assertThat(buffer.held).hasValue(0);
  }

  @Test
  void aMappingIsUnmappedThoughItsQueueIsClosed() {
    Mapping mapping = queue.map(buffer, 0, 8, Mapping.Access.OVERWRITE, DEADLINE);
    mapping.segment().fill((byte) 6);
    queue.close();
    mapping.close();
    assertThat(buffer.bytes()).containsOnly(6);
  }

  @Test
  void aMappingThatComesTooLateIsGivenUp() {
    Signal signal = queues.signal();
    refuses(
        ErrorCode.TIMEOUT,
        () -> queue.map(buffer, 0, 8, Mapping.Access.READ, Duration.ofMillis(1), signal));
    signal.complete();
    queue.finish(DEADLINE);
    assertThat(buffer.held).hasValue(0);
  }
}
