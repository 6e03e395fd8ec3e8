package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Mapping;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.Signal;
import dev.backplane.runtime.fakes.FakeQueues;
import dev.backplane.runtime.fakes.Script;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the wrappers of queues and of all that is made with them refuse, hold and close. */
@Timeout(600)
final class QueueWrappersTest {
  private static final Image IMAGE = Image.of("any", new byte[4]);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String WAITING = "{\"queue\": \"waits\"}";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String config) {
    return new Site(folder).plugins(scripted("one", config)).open();
  }

  private static FakeQueues.FakeQueue lastQueue() {
    return Objects.requireNonNull(FakeQueues.LAST.get());
  }

  @Test
  void nothingInFlightIsClosed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Queue queue = device.queue();
      Call call = device.load(IMAGE).kernel("twice").call();
      queue.enqueue(call);

      refuses(ErrorCode.IN_USE, call::close);
      refuses(ErrorCode.IN_USE, queue::close);
      refuses(ErrorCode.TIMEOUT, () -> queue.finish(Duration.ZERO));
      refuses(ErrorCode.IN_USE, call::close);
      lastQueue().complete();
      queue.finish(SECOND);
      call.close();
      queue.close();
      refuses(ErrorCode.CLOSED, queue::marker);
      queue.close();
    }
  }

  @Test
  void aQueueWhoseRunsArePendingIsNotClosedAndGoesOnBeingUsed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Queue queue = device.queue();
      Run run = queue.submit(device.load(IMAGE).kernel("twice").call());

      assertThat(refuses(ErrorCode.IN_USE, queue::close).getMessage()).contains("finish");
      Run marker = queue.marker(run);
      lastQueue().complete();
      queue.close();
      assertThat(run.state()).isEqualTo(RunState.COMPLETED);
      assertThat(marker.await(SECOND).cycles()).isEqualTo(42);
    }
  }

  @Test
  void aCallIsInUseByEveryQueueThatItWasEnqueuedIn() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Call call = device.load(IMAGE).kernel("twice").call();
      device.queue().enqueue(call);
      FakeQueues.FakeQueue slow = lastQueue();
      device.queue().enqueue(call);
      lastQueue().complete();

      refuses(ErrorCode.IN_USE, call::close);
      slow.complete();
      call.close();
    }
  }

  @Test
  void aReplacedArgumentStaysOpenUntilItsExecutionEnds() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer first = kernel.buffer("data", 8);
      Buffer second = kernel.buffer("data", 8);
      Call call = kernel.bind(first, 5);
      device.queue().enqueue(call);
      call.set(0, second).set(0, first).set(0, second);

      assertThat(refuses(ErrorCode.IN_USE, first::close).getMessage()).contains("a call of twice");
      lastQueue().complete();
      first.close();
      call.close();
      second.close();
    }
  }

  @Test
  void aRunHoldsTheBuffersThatItsCallHadWhenItWasSubmitted() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer first = kernel.buffer("data", 8);
      Buffer second = kernel.buffer("data", 8);
      Call call = kernel.bind(first, 5);
      Run run = device.queue().submit(call);
      call.set(0, second).close();
      second.close();

      assertThat(refuses(ErrorCode.IN_USE, first::close).getMessage()).contains("a run of twice");
      lastQueue().complete();
      assertThat(run.join(SECOND)).isEqualTo(RunState.COMPLETED);
      first.close();
    }
  }

  @Test
  void aBufferIsOpenUntilItsTransferHasEndedThoughNobodyKeepsItsRun() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Buffer buffer = device.load(IMAGE).kernel("twice").buffer("data", 8);
      var _ = device.queue().write(buffer, 0, buffer.host());

      assertThat(refuses(ErrorCode.IN_USE, buffer::close).getMessage()).contains("a run of write");
      lastQueue().complete();
      buffer.close();
    }
  }

  @Test
  void aMappedBufferIsOpenUntilItIsUnmapped() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Buffer buffer = device.load(IMAGE).kernel("twice").buffer("data", 8);
      Queue queue = device.facet(Queues.class).queue();
      Mapping mapping = queue.map(buffer, 0, 4, Mapping.Access.READ, SECOND);

      refuses(ErrorCode.IN_USE, buffer::close);
      mapping.close();
      mapping.close();
      refuses(ErrorCode.CLOSED, mapping::unmap);
      refuses(ErrorCode.CLOSED, mapping::segment);
      buffer.close();
    }
  }

  @Test
  void refusesObjectsOfAnotherDevice() {
    try (Backplane backplane = open("{\"keys\": \"dev0,dev1\"}");
        Device here = backplane.token("one/dev0").open(OpenMode.SHARED);
        Device there = backplane.token("one/dev1").open(OpenMode.SHARED)) {
      Kernel foreignKernel = there.load(IMAGE).kernel("twice");
      Buffer foreign = foreignKernel.buffer("data", 8);
      Queue queue = here.queue();
      Call call = here.load(IMAGE).kernel("twice").call();
      Signal signal = there.facet(Queues.class).signal();
      Run run = foreignKernel.start(foreign, 1);

      refuses(ErrorCode.INVALID_ARGUMENT, () -> call.set(0, foreign));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.submit(foreignKernel.call()));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.enqueue(foreignKernel.call()));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.submit(call, signal));
      assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(run)))
          .hasMessageContaining("a run of twice was not made from this device")
          .hasMessageContaining("complete a signal of this device");
      refuses(
          ErrorCode.INVALID_ARGUMENT,
          () -> queue.read(foreign, 0, MemorySegment.ofArray(new byte[4])));
      foreign.close();
    }
  }

  @Test
  void closingADeviceFailsWhatWouldWaitForEverAndClosesTheLastFirst() {
    try (Backplane backplane = open("{}")) {
      Device device = backplane.find().open();
      Queues queues = device.facet(Queues.class);
      Call call = device.load(IMAGE).kernel("twice").call();
      Queue queue = queues.queue();
      Signal signal = queues.signal();
      Run run = queue.submit(call);
      assertThat(run.state()).isEqualTo(RunState.COMPLETED);
      device.close();

      assertThat(Script.events().stream().filter(e -> e.matches(".*(cancel|finish|closed).*")))
          .containsExactly(
              "one cancelled signal",
              "one finish",
              "one closed queue",
              "one closed call",
              "one closed dev0");
      for (var use :
          List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
              signal::complete,
              run::state,
              queue::flush,
              () -> queue.submit(call),
              () -> queue.enqueue(call),
              call::start,
              () -> call.range(1),
              queues::signal)) {
        refuses(ErrorCode.CLOSED, use);
      }
    }
  }

  @Test
  void aSignalIsCompletedOrFailedOnceAndForgottenThen() {
    try (Backplane backplane = open("{}")) {
      Device device = backplane.find().open();
      Signal done = device.facet(Queues.class).signal();
      Signal failed = device.facet(Queues.class).signal();
      done.complete();
      failed.fail();

      assertThat(done.state()).isEqualTo(RunState.COMPLETED);
      assertThat(failed.state()).isEqualTo(RunState.FAILED);
      var _ = device.queue().marker(done, failed);
      device.close();
      assertThat(Script.events()).doesNotContain("one cancelled signal");
    }
  }

  @Test
  void anExceptionOfACallbackIsNotBlamedOnThePlugin() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Run run = device.queue().marker();
      IllegalStateException own = new IllegalStateException("own");
      var stage =
          run.whenDone(
                  state -> {
                    throw own;
                  })
              .toCompletableFuture();

      assertThat(stage.exceptionNow()).isSameAs(own);
    }
  }

  @Test
  void aCallbackCanCloseWhatItsRunUsed() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Buffer buffer = device.load(IMAGE).kernel("twice").buffer("data", 8);
      Run run = device.queue().write(buffer, 0, buffer.host());

      var stage = run.whenDone(state -> buffer.close());
      assertThat(stage.toCompletableFuture()).isCompleted();
    }
  }
}
