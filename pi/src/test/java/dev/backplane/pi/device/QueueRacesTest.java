package dev.backplane.pi.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.pi.Pi;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several threads at one queue, each order of events made by the plugin. */
@Timeout(120)
final class QueueRacesTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(5);
  private static final Image TASK =
      Image.of(
          "one.cl", "kernel void one(global int *data, int n) {}".getBytes(StandardCharsets.UTF_8));

  private final FakePi plugin = new FakePi();

  private PiDevice open() {
    return PiDevice.open(
        plugin.table(),
        FakePi.PLATFORM,
        FakePi.DEVICE,
        new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), Precautions.NONE, () -> {}));
  }

  private static Queue queue(PiDevice device) {
    return device.facet(Queues.class).orElseThrow().queue();
  }

  private static void isNotFinished(Queue queue) {
    var error = catchThrowableOfType(BackplaneException.class, () -> queue.finish(SHORT));
    assertThat(error).as("commands are in flight").isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
  }

  private static void elsewhere(Runnable work) {
    CompletableFuture.runAsync(work).orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void aQueueIsNotEmptyBecauseSomebodyElseWaitsForItsEnd() {
    PiDevice device = open();
    Queue queue = queue(device);
    plugin.prompt = false;
    queue.marker().close();
    CompletableFuture<Void> finishing = new CompletableFuture<>();
    plugin.before(
        "eventSetCallback",
        () ->
            elsewhere(
                () -> {
                  isNotFinished(queue);
                  assertThat(queue.isEmpty()).isFalse();
                  finishing.complete(null);
                }));
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> queue.finish(LONG));
    finishing.orTimeout(60, TimeUnit.SECONDS).join();
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    first.join();
    queue.finish(LONG);
    queue.close();
    plugin.prompt = true;
    device.close();
  }

  @Test
  void whatIsPutInWhileSomebodyLooksIsNotOverlooked() {
    PiDevice device = open();
    Queue queue = queue(device);
    queue.marker().close();
    // The marker of the one who looks has ended; then another command comes.
    plugin.before(
        "enqueueEventsWait",
        () ->
            elsewhere(
                () -> {
                  plugin.prompt = false;
                  queue.marker().close();
                }));
    assertThat(queue.isEmpty()).isTrue();
    isNotFinished(queue);
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    queue.finish(LONG);
    queue.close();
    plugin.prompt = true;
    device.close();
  }

  @Test
  void aLaunchIsNotTheLastCommandIfAnotherThreadPutOneInBehindIt() {
    PiDevice device = open();
    Queue queue = queue(device);
    Buffer buffer = device.facet(Memory.class).orElseThrow().allocate(64, 0);
    Launch launch =
        device
            .facet(Queues.class)
            .orElseThrow()
            .launch(device.facet(Images.class).orElseThrow().load(TASK).kernel("one"))
            .set(0, buffer)
            .set(1, 1);
    queue.submit(launch);
    plugin.before(
        "enqueueKernelLaunch",
        () ->
            elsewhere(
                () -> {
                  plugin.prompt = false;
                  queue.marker().close();
                }));
    queue.submit(launch);
    isNotFinished(queue);
    assertThat(queue.isEmpty()).isFalse();
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    queue.finish(LONG);
    launch.close();
    buffer.close();
    queue.close();
    plugin.prompt = true;
    device.close();
  }

  @Test
  void anEventThatIsAwaitedAgainAndAgainIsCalledBackForOnce() {
    PiDevice device = open();
    Queue queue = queue(device);
    plugin.prompt = false;
    try (Event event = queue.marker()) {
      for (int i = 0; i < 5; i++) {
        var error = catchThrowableOfType(BackplaneException.class, () -> event.await(SHORT));
        assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
      }
      assertThat(plugin.calls("eventSetCallback")).isEqualTo(1);
      plugin.end(FakePi.COMPLETE);
      event.await(LONG);
    }
    queue.close();
    plugin.prompt = true;
    device.close();
  }

  /** The plugin keeps what it was given, and could still call. */
  @Test
  void aDeviceThatWasClosedIsGoneAlthoughACommandOfItNeverEnded() throws Exception {
    WeakReference<Pi> closed = new WeakReference<>(closedWhileACommandIsInFlight());
    while (closed.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    plugin.end(FakePi.COMPLETE);
    assertThat(plugin.left()).isEmpty();
  }

  private Pi closedWhileACommandIsInFlight() {
    PiDevice device = open();
    Queue queue = queue(device);
    plugin.prompt = false;
    Event event = queue.marker();
    var _ = event.completion();
    var error = catchThrowableOfType(BackplaneException.class, () -> event.await(SHORT));
    assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
    event.close();
    queue.close();
    device.close();
    return device.extension(Pi.class).orElseThrow();
  }
}
