package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.pi.table.Pi;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several threads at one queue, each order of events made by the plugin. */
@Timeout(600)
final class QueueRacesTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(5);
  private static final Image TASK =
      Image.source("one.cl", "kernel void one(global int *data, int n) {}");

  private final FakePi plugin = new FakePi();

  private PiDevice open() {
    return PiDevice.open(
        plugin.table(),
        FakePi.PLATFORM,
        FakePi.DEVICE,
        new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));
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
    var _ = queue.marker();
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
    device.close();
  }

  @Test
  void anEntryAddedDuringALookIsNotMissed() {
    PiDevice device = open();
    Queue queue = queue(device);
    var _ = queue.marker();
    // What the one who looks knows of has ended; then another command comes.
    plugin.before(
        "eventGetInfo",
        () ->
            elsewhere(
                () -> {
                  plugin.prompt = false;
                  var _ = queue.marker();
                }));
    assertThat(queue.isEmpty()).isTrue();
    isNotFinished(queue);
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    queue.finish(LONG);
    queue.close();
    device.close();
  }

  @Test
  void aCallIsNotTheLastCommandIfAnotherThreadPutOneInBehindIt() {
    PiDevice device = open();
    Queue queue = queue(device);
    Buffer buffer = device.facet(Memory.class).orElseThrow().allocate(64, 0);
    Call call =
        device
            .facet(Images.class)
            .orElseThrow()
            .load(TASK)
            .kernel("one")
            .call()
            .set(0, buffer)
            .set(1, 1);
    queue.enqueue(call);
    plugin.before(
        "enqueueKernelLaunch",
        () ->
            elsewhere(
                () -> {
                  plugin.prompt = false;
                  var _ = queue.marker();
                }));
    queue.enqueue(call);
    isNotFinished(queue);
    assertThat(queue.isEmpty()).isFalse();
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    queue.finish(LONG);
    call.close();
    buffer.close();
    queue.close();
    device.close();
  }

  @Test
  void aRunThatIsAwaitedAgainAndAgainIsCalledBackForOnce() {
    PiDevice device = open();
    Queue queue = queue(device);
    plugin.prompt = false;
    Run run = queue.marker();
    // On a loaded machine the time may pass before the thread goes to sleep and asks to be woken.
    for (int i = 0; i < 5 || plugin.calls("eventSetCallback") == 0; i++) {
      var error = catchThrowableOfType(BackplaneException.class, () -> run.await(SHORT));
      assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
    }
    plugin.end(FakePi.COMPLETE);
    run.await(LONG);
    assertThat(plugin.calls("eventSetCallback")).isEqualTo(1);
    plugin.prompt = true;
    queue.close();
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
    Run run = queue.marker();
    var _ = run.completion();
    var error = catchThrowableOfType(BackplaneException.class, () -> run.await(SHORT));
    assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
    error = catchThrowableOfType(BackplaneException.class, queue::close);
    assertThat(error.code()).isEqualTo(ErrorCode.IN_USE);
    device.close();
    return device.extension(Pi.class).orElseThrow();
  }
}
