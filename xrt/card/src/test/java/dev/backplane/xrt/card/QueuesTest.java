package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.DEADLINE;
import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels and transfers in queues, with both schedulers. */
@ParameterizedClass
@ValueSource(strings = {"host", "ert"})
final class QueuesTest {
  private final TestCard card;
  private final Queues queues;
  private final Kernel vadd;
  private final Kernel spin;

  QueuesTest(String mode) {
    card = TestCard.inMode(mode);
    queues = card.facet(Queues.class);
    vadd = card.kernel("vadd");
    spin = card.kernel("spin");
  }

  @AfterEach
  void close() {
    card.close();
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  @Test
  void transfersAndKernelsFollowEachOtherAndLeaveTheHostsCopyAlone() {
    Buffer a = vadd.buffer("a", 8).write(70, 70);
    Buffer b = vadd.buffer("b", 8);
    Buffer c = vadd.buffer("c", 8);
    int[] sums = new int[2];
    try (Queue queue = queues.queue();
        Call call = vadd.bind(a, b, c, 2)) {
      queue.write(a, 0, ints(1, 2));
      queue.write(b, 0, ints(10, 20));
      queue.enqueue(call);
      call.set(0, c);
      Run again = queue.submit(call);
      assertThat(again.await(DEADLINE)).isNotNull();
      queue.read(c, 0, MemorySegment.ofArray(sums)).await(DEADLINE);
      queue.finish(DEADLINE);
    }
    assertThat(sums).containsExactly(21, 42);
    assertThat(a.read(new int[2])).containsExactly(70, 70);
    assertThat(a.syncBack().read(new int[2])).containsExactly(1, 2);
  }

  @Test
  void oneCallIsInFlightManyTimesEachWithItsValues() {
    Queue queue = queues.queue(QueueFlag.OUT_OF_ORDER);
    Buffer data = spin.buffer("data", 4);
    Call call = spin.bind(data);
    Signal signal = queues.signal();
    Run first = queue.submit(call);
    Run second = queue.submit(call);
    Run third = queue.submit(call, signal);
    assertThat(third.state()).isEqualTo(RunState.QUEUED);
    call.close();
    refuses(ErrorCode.IN_USE, data::close);
    refuses(ErrorCode.IN_USE, queue::close);
    assertThat(first.cancel()).isTrue();
    assertThat(second.cancel()).isTrue();
    assertThat(third.cancel()).isTrue();
    refuses(ErrorCode.CANCELLED, () -> first.await(DEADLINE));
    assertThat(second.join(DEADLINE)).isEqualTo(RunState.CANCELLED);
    queue.finish(DEADLINE);
    queue.close();
    data.close();
    data.close();
  }

  @Test
  void theImageIsNotReplacedUnderACommandThatWaits() {
    Queue queue = queues.queue();
    Signal signal = queues.signal();
    Buffer a = vadd.buffer("a", 4);
    Call call = vadd.bind(a, a, vadd.buffer("c", 4), 1);
    Run waiting = queue.submit(call, signal);
    call.close();
    Images images = card.facet(Images.class);
    refuses(ErrorCode.IN_USE, () -> images.load(TestImages.image(), LoadOption.FORCE));
    signal.fail();
    assertThat(waiting.join(DEADLINE)).isEqualTo(RunState.FAILED);
    assertThat(images.load(TestImages.image(), LoadOption.FORCE)).isNotNull();
  }

  @Test
  void anOwnRunIsWaitedForAndItsFailureGoesOn() {
    Queue queue = queues.queue(QueueFlag.OUT_OF_ORDER);
    Call call = spin.bind(spin.buffer("data", 4));
    Run own = call.start();
    Run after = queue.marker(own);
    assertThat(after.state().isFinal()).isFalse();
    assertThat(own.cancel()).isTrue();
    assertThat(after.join(DEADLINE)).isEqualTo(RunState.FAILED);
  }

  @Test
  void aLimitIsTakenWithTheValues() {
    Call call = spin.bind(spin.buffer("data", 4)).limit(java.time.Duration.ofMillis(1));
    Run run = queues.queue().submit(call);
    call.limit(java.time.Duration.ZERO);
    assertThat(run.join(DEADLINE)).isEqualTo(RunState.FAILED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(DEADLINE));
  }

  @Test
  void closingTheDeviceEndsTheWorkInItsQueues() {
    var other = card.open(OpenMode.SHARED);
    Queues theirs = TestCard.facet(other, Queues.class);
    Signal signal = theirs.signal();
    Run marker = theirs.queue().marker(signal);
    refuses(ErrorCode.INVALID_ARGUMENT, () -> queues.queue().marker(marker));
    other.close();
    other.close();
    assertThat(marker.join(DEADLINE).isFinal()).isTrue();
    assertThat(signal.state()).isEqualTo(RunState.FAILED);
  }
}
