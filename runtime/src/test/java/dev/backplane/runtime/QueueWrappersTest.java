package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Mapping;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.UserEvent;
import dev.backplane.runtime.fakes.FakeQueues;
import dev.backplane.runtime.fakes.Script;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the wrappers of queues and of all that is made with them refuse, hold and close. */
@Timeout(60)
final class QueueWrappersTest {
  private static final Image IMAGE = Image.of("any", new byte[4]);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String WAITING = "{\"queue\": \"waits\"}";
  private static final int CALLS = 20_000;

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
  void aLaunchHoldsItsBuffersUntilItIsClosed() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer first = kernel.buffer("data", 8);
      Buffer second = kernel.buffer("data", 8);
      Launch launch = device.facet(Queues.class).launch(kernel).set(0, first).set(1, 5);

      assertThat(refuses(ErrorCode.IN_USE, first::close).getMessage())
          .contains("a launch of twice");
      launch.set(0, second).set(0, second);
      first.close();
      refuses(ErrorCode.IN_USE, second::close);
      refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(7, second));
      refuses(ErrorCode.CLOSED, () -> launch.set(0, first));
      launch.close();
      second.close();
      refuses(ErrorCode.CLOSED, () -> launch.set(1, 5));
      launch.close();
    }
  }

  @Test
  void nothingInFlightIsClosed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Queues queues = device.facet(Queues.class);
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Queue queue = queues.queue();
      Launch launch = queues.launch(kernel);
      queue.submit(launch);

      refuses(ErrorCode.IN_USE, launch::close);
      refuses(ErrorCode.IN_USE, queue::close);
      refuses(ErrorCode.TIMEOUT, () -> queue.finish(Duration.ZERO));
      refuses(ErrorCode.IN_USE, launch::close);
      lastQueue().complete();
      queue.finish(SECOND);
      launch.close();
      queue.close();
      refuses(ErrorCode.CLOSED, queue::marker);
      queue.close();
    }
  }

  @Test
  void aLaunchIsInUseByEveryQueueThatItWasPutInto() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Queues queues = device.facet(Queues.class);
      Launch launch = queues.launch(device.load(IMAGE).kernel("twice"));
      queues.queue().submit(launch);
      FakeQueues.FakeQueue slow = lastQueue();
      queues.queue().submit(launch);
      lastQueue().complete();

      refuses(ErrorCode.IN_USE, launch::close);
      slow.complete();
      launch.close();
    }
  }

  @Test
  void aBufferIsOpenUntilItsTransferHasEndedThoughItsEventIsClosed() {
    try (Backplane backplane = open(WAITING);
        Device device = backplane.find().open()) {
      Buffer buffer = device.load(IMAGE).kernel("twice").buffer("data", 8);
      Queue queue = device.facet(Queues.class).queue();
      Event event = queue.write(buffer, 0, buffer.host());
      event.close();

      assertThat(refuses(ErrorCode.IN_USE, buffer::close).getMessage()).contains("event of write");
      refuses(ErrorCode.CLOSED, event::status);
      lastQueue().complete();
      assertThat(Script.events()).doesNotContain("one closed event");
      buffer.close();
      assertThat(Script.events()).contains("one closed event");
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
  void whatIsOfAnotherDeviceIsRefused() {
    try (Backplane backplane = open("{\"keys\": \"dev0,dev1\"}");
        Device here = backplane.token("one/dev0").open(OpenMode.SHARED);
        Device there = backplane.token("one/dev1").open(OpenMode.SHARED)) {
      Kernel kernel = here.load(IMAGE).kernel("twice");
      Kernel foreignKernel = there.load(IMAGE).kernel("twice");
      Buffer foreign = foreignKernel.buffer("data", 8);
      Queues queues = here.facet(Queues.class);
      Queue queue = queues.queue();
      Launch launch = queues.launch(kernel);
      UserEvent event = there.facet(Queues.class).userEvent();
      Launch foreignLaunch = there.facet(Queues.class).launch(foreignKernel);

      refuses(ErrorCode.INVALID_ARGUMENT, () -> queues.launch(foreignKernel));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> launch.set(0, foreign));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.submit(foreignLaunch));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.launch(launch, event));
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
      Launch launch = queues.launch(device.load(IMAGE).kernel("twice"));
      Queue queue = queues.queue();
      UserEvent gate = queues.userEvent();
      Event event = queue.launch(launch);
      device.close();

      assertThat(Script.events().stream().filter(e -> e.matches(".*(failed|finish|closed).*")))
          .containsExactly(
              "one failed user event",
              "one finish",
              "one closed event",
              "one closed event",
              "one closed queue",
              "one closed launch",
              "one closed dev0");
      for (var use :
          List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
              gate::complete,
              event::status,
              queue::flush,
              () -> queue.submit(launch),
              () -> launch.global(1),
              queues::userEvent)) {
        refuses(ErrorCode.CLOSED, use);
      }
      event.close();
    }
  }

  @Test
  void aLaunchEndsWithTheImageOfItsKernel() {
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Images images = device.facet(Images.class);
      Launch launch = device.facet(Queues.class).launch(images.load(IMAGE).kernel("twice"));
      Queue queue = device.facet(Queues.class).queue();
      queue.submit(launch);
      images.load(IMAGE, LoadOption.FORCE);

      refuses(ErrorCode.CLOSED, () -> queue.submit(launch));
      launch.close();
    }
  }

  @Test
  void settingNumbersAndSubmittingAllocateNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Backplane backplane = open("{}");
        Device device = backplane.find().open()) {
      Kernel kernel = device.load(IMAGE).kernel("twice");
      Buffer buffer = kernel.buffer("data", 8);
      Queue queue = device.facet(Queues.class).queue();
      Launch launch = device.facet(Queues.class).launch(kernel);
      submit(queue, launch, buffer);
      long before = threads.getCurrentThreadAllocatedBytes();
      submit(queue, launch, buffer);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      launch.close();

      // The measurement itself may allocate a little; a single object per call would be much more.
      assertThat(allocated).isLessThan(CALLS);
    }
  }

  private static void submit(Queue queue, Launch launch, Buffer buffer) {
    for (int i = 0; i < CALLS; i++) {
      launch.set(0, buffer).set(1, i).set(1, (long) i).set(1, 1.5f).set(1, 2.5).global(i + 1L);
      queue.submit(launch);
    }
  }
}
