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
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.pi.Interop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Queues of a device that others keep busy: a marker does not get through, so that what is known of
 * the commands has to do.
 */
@Timeout(600)
final class IdleQueueTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Image TASK =
      Image.source("one.cl", "kernel void one(global int *data, int n) {}");

  private final FakePi plugin = new FakePi();
  private final PiDevice device =
      PiDevice.open(
          plugin.table(),
          FakePi.PLATFORM,
          FakePi.DEVICE,
          new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));

  @AfterEach
  void nothingIsLeftBehind() {
    notBusy();
    device.close();
    assertThat(plugin.left()).isEmpty();
  }

  /** From here on nothing that is put in ends. */
  private void busy() {
    plugin.prompt = false;
  }

  private void notBusy() {
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
  }

  private Queue queue(QueueFlag... flags) {
    return device.facet(Queues.class).orElseThrow().queue(flags);
  }

  private Call call(Buffer buffer) {
    Images images = device.facet(Images.class).orElseThrow();
    return images.load(TASK).kernel("one").call().set(0, buffer).set(1, 1);
  }

  private Buffer buffer() {
    return device.facet(Memory.class).orElseThrow().allocate(64, 0);
  }

  private static void isInUse(Queue queue) {
    var error = catchThrowableOfType(BackplaneException.class, queue::close);
    assertThat(error).as("a command is in flight").isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.IN_USE);
  }

  @ParameterizedTest
  @EnumSource(
      value = QueueFlag.class,
      names = {"OUT_OF_ORDER", "PROFILING", "DISCARD_EVENTS"})
  void aQueueWhoseRunsHaveEndedIsEmptyHoweverBusyTheDeviceIs(QueueFlag flag) {
    Queue idle = queue(flag);
    Queue other = queue();
    for (int i = 0; i < 3; i++) {
      idle.marker().await(LONG);
    }
    // Nobody looks at this one before the queue is closed.
    var _ = idle.marker();
    busy();
    var _ = other.marker();
    assertThat(idle.isEmpty()).isTrue();
    idle.finish(Duration.ZERO);
    idle.close();
    isInUse(other);
  }

  @Test
  void callsWithoutRunsAreKnownByTheLastOfThem() {
    try (Buffer buffer = buffer()) {
      Queue idle = queue();
      Call call = call(buffer);
      idle.enqueue(call);
      var _ = idle.marker();
      idle.enqueue(call);
      busy();
      call.close();
      idle.close();
    }
  }

  @Test
  void aCommandThatHasNotEndedKeepsItsQueueOpenWhereverItIsInIt() {
    for (QueueFlag flag : new QueueFlag[] {QueueFlag.OUT_OF_ORDER, QueueFlag.PROFILING}) {
      Queue queue = queue(flag);
      busy();
      var _ = queue.marker();
      plugin.prompt = flag == QueueFlag.OUT_OF_ORDER;
      var _ = queue.marker();
      isInUse(queue);
      notBusy();
      queue.finish(LONG);
      queue.close();
    }
  }

  @Test
  void waitsWithAMarkerForCommandsWithoutEvents() {
    try (Buffer buffer = buffer();
        Call call = call(buffer)) {
      Queue queue = queue(QueueFlag.OUT_OF_ORDER);
      queue.marker().await(LONG);
      queue.enqueue(call);
      busy();
      isInUse(queue);
      notBusy();
      queue.close();
    }
  }

  @Test
  void aQueueThatOthersKnowMayHaveCommandsOfTheirs() {
    Queue queue = queue();
    assertThat(device.facet(Interop.class).orElseThrow().handle(queue)).isNotZero();
    busy();
    isInUse(queue);
    notBusy();
    queue.finish(LONG);
    busy();
    isInUse(queue);
    notBusy();
    queue.close();
  }

  @Test
  void aDeviceIsIdleWhenItsCommandsHaveEndedAndNotWhenSomebodyInterrupts() throws Exception {
    Queue queue = queue();
    busy();
    var _ = queue.marker();
    CompletableFuture<Void> idle = new CompletableFuture<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  device.awaitIdle();
                  idle.complete(null);
                });
    for (int i = 0; i < 3; i++) {
      waiting.interrupt();
      assertThat(waiting.join(Duration.ofMillis(30))).isFalse();
    }
    notBusy();
    idle.get(60, TimeUnit.SECONDS);
    queue.close();
  }
}
