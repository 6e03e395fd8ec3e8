package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.runtime.fakes.FakeRun;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.tck.Allocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the wrappers of calls and of their own runs refuse, hold and close. */
@Timeout(600)
final class CallWrappersTest {
  private static final Image IMAGE = Image.of("any", new byte[4]);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String WAITING = "{\"run\": \"waits\"}";
  private static final int CALLS = 20_000;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String config) {
    return new Site(folder).plugins(scripted("one", config)).open();
  }

  private static FakeRun lastRun() {
    return Objects.requireNonNull(FakeRun.LAST.get());
  }

  @Test
  void aCallHoldsItsBuffersUntilItIsClosed() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer first = kernel.buffer("data", 8);
      Buffer second = kernel.buffer("data", 8);
      Call call = kernel.call().set(0, first).set(1, 5);

      assertThat(refuses(ErrorCode.IN_USE, first::close).getMessage()).contains("a call of twice");
      call.set(0, second).set(0, second);
      first.close();
      refuses(ErrorCode.IN_USE, second::close);
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(7, second));
      refuses(ErrorCode.CLOSED, () -> call.set(0, first));
      call.close();
      second.close();
      refuses(ErrorCode.CLOSED, () -> call.set(1, 5));
      call.close();
    }
  }

  @Test
  void checksBoundArgumentsBeforeTheDriverSeesThem() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Buffer wrongBank = device.facet(Memory.class).allocate(8, 0);

      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.bind(buffer));
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.bind(buffer, "one"));
      refuses(ErrorCode.WRONG_BANK, () -> kernel.bind(wrongBank, 1));
      Call call = kernel.bind(buffer, 1);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, (Object) buffer.toString()));
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(1, (Object) (1L << 40)));
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> call.set(2, (Object) 1));
      call.set(1, (Object) 7).set(0, (Object) buffer).close();
      // None of the refusals keeps a hold.
      wrongBank.close();
      buffer.close();
    }
  }

  @Test
  void theOwnRunTellsOfTheExecutionBeforeAfterItsCallWasSetAnewAndClosed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Call call = kernel.bind(buffer, 1);
      Run run = call.start();

      refuses(ErrorCode.IN_USE, call::start);
      refuses(ErrorCode.IN_USE, () -> call.set(1, 2));
      refuses(ErrorCode.IN_USE, () -> call.set(0, kernel.buffer("data", 8)));
      assertThat(run.state()).isEqualTo(RunState.RUNNING);
      refuses(ErrorCode.IN_USE, buffer::close);
      lastRun().complete();
      call.set(1, 3);
      assertThat(run.await(SECOND).cycles()).isEqualTo(42);
      assertThat(call.start()).isSameAs(run);
      assertThat(run.state()).isEqualTo(RunState.RUNNING);
      call.close();
      assertThat(run.state()).isEqualTo(RunState.CANCELLED);
      buffer.close();
    }
  }

  @Test
  void aCallWhoseExecutionDoesNotEndStaysOpen() {
    try (Backplane backplane = open("{\"run\": \"waits\", \"cancel\": \"ignored\"}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Call call = kernel.bind(buffer, 1);
      Run run = call.start();

      refuses(ErrorCode.IN_USE, call::close);
      refuses(ErrorCode.IN_USE, buffer::close);
      lastRun().complete();
      assertThat(run.join(SECOND)).isEqualTo(RunState.COMPLETED);
      call.set(1, 2).close();
      buffer.close();
    }
  }

  @Test
  void nothingWaitsForAnOwnRunThatWasNeverStarted() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Queue queue = device.queue();
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Run run = kernel.call().start();
      var _ = queue.marker(run);
      lastRun().forget();

      assertThat(refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(run)))
          .hasMessageContaining("a run of twice, never started")
          .hasMessageContaining("Start its call first");
    }
  }

  @Test
  void aCallThatTwoThreadsUseIsRefusedToTheSecond() throws Exception {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Call call = device.load(IMAGE).kernel("twice").call();
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch tried = new CountDownLatch(1);
      Script.when(
          "one",
          "limit",
          () -> {
            inside.countDown();
            awaitQuietly(tried);
          });
      CompletableFuture<Call> first = CompletableFuture.supplyAsync(() -> call.limit(SECOND));
      inside.await();

      assertThat(refuses(ErrorCode.IN_USE, () -> call.set(1, 5)))
          .hasMessageContaining("another thread is using a call of twice");
      refuses(ErrorCode.IN_USE, call::start);
      refuses(ErrorCode.IN_USE, () -> device.queue().submit(call));
      refuses(ErrorCode.IN_USE, () -> device.queue().enqueue(call));
      refuses(ErrorCode.IN_USE, () -> call.range(1));
      refuses(ErrorCode.IN_USE, call::close);
      tried.countDown();
      assertThat(first.get()).isSameAs(call);
      call.set(1, 5).close();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anImageWhoseKernelHasAnOpenCallIsNotReplaced() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Images images = device.facet(Images.class);
      Call call = images.load(IMAGE).kernel("twice").call();

      assertThat(refuses(ErrorCode.IN_USE, () -> images.load(IMAGE, LoadOption.FORCE)))
          .hasMessageContaining("a call of twice is open");
      call.close();
      images.load(IMAGE, LoadOption.FORCE);
    }
  }

  @Test
  void aCallEndsWithTheImageOfItsKernel() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Call call = device.facet(Images.class).load(IMAGE).kernel("twice").call();
      Queue queue = device.queue();
      queue.enqueue(call);
      device.facet(Management.class).reset();

      refuses(ErrorCode.CLOSED, () -> queue.submit(call));
      refuses(ErrorCode.CLOSED, () -> queue.enqueue(call));
      refuses(ErrorCode.CLOSED, call::start);
      call.close();
    }
  }

  @Test
  void settingAndEnqueueingAllocateNothing() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Buffer other = kernel.buffer("data", 8);
      Queue queue = device.queue();
      Call call = kernel.call();
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, 1.5f));
      Allocation.assertLessThan(CALLS, () -> use(queue, call, buffer, other));
      call.close();
    }
  }

  private static void use(Queue queue, Call call, Buffer buffer, Buffer other) {
    for (int i = 0; i < CALLS; i++) {
      call.set(0, buffer).set(1, i).set(1, (long) i).range(i + 1L);
      call.set(0, other);
      queue.enqueue(call);
    }
  }
}
