package dev.backplane.pi.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceLimits;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Launch;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.QueueFlag;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.api.UserEvent;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.pi.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the results of a plugin, and of what it leaves undone. */
final class PiDeviceTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Image SOURCE =
      Image.of(
          "one.cl", "kernel void one(global int *data, int n) {}".getBytes(StandardCharsets.UTF_8));

  private final FakePi plugin = new FakePi();
  private PiDevice device;

  @BeforeEach
  void open() {
    device = open(plugin);
  }

  private static PiDevice open(FakePi plugin) {
    return PiDevice.open(
        plugin.table(),
        FakePi.PLATFORM,
        FakePi.DEVICE,
        new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), Precautions.NONE, () -> {}));
  }

  @AfterEach
  void nothingIsLeftBehind() {
    plugin.prompt = true;
    plugin.end(FakePi.COMPLETE);
    device.close();
    assertThat(plugin.left()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-4, OUT_OF_DEVICE_MEMORY",
    "-5, OUT_OF_DEVICE_MEMORY",
    "-6, OUT_OF_HOST_MEMORY",
    "-34, INVALID_ARGUMENT",
    "-61, OUT_OF_DEVICE_MEMORY",
    "-2, DEVICE_FAULTED",
    "-995, NOT_SUPPORTED",
    "-999, DEVICE_FAULTED",
    "-1102, CLOSED",
    "-12345, DEVICE_FAULTED"
  })
  void everyResultBecomesACodedErrorWithItsName(int result, ErrorCode code) {
    plugin.answer("memBufferCreate", result);
    var error = refuses(code, () -> memory().allocate(16, 0));

    assertThat(error.getMessage()).contains(PiResult.name(result)).contains("16 bytes");
    assertThat(error.remedy()).isNotEmpty();
  }

  @Test
  void whatAPluginSaysOfItsOwnErrorIsTold() {
    plugin.answer("memBufferCreate", PiResult.PLUGIN_SPECIFIC_ERROR);
    plugin.message = "the coffee is cold";
    plugin.lastError = PiResult.OUT_OF_RESOURCES;
    var error = refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory().allocate(16, 0));

    assertThat(error.getMessage()).contains("the coffee is cold");
  }

  @Test
  void aWarningOfAPluginIsASuccess() {
    Launch launch = queues().launch(kernel());
    plugin.answer("kernelSetArg", PiResult.PLUGIN_SPECIFIC_ERROR);
    plugin.message = "getting warm";
    launch.set(1, 5).close();

    assertThat(plugin.calls("pluginGetLastError")).isEqualTo(1);
  }

  @Test
  void aDeviceThatMakesNoContextOrQueueIsNotOpenedAndLeavesNothing() {
    FakePi other = new FakePi().answer("contextCreate", PiResult.DEVICE_NOT_AVAILABLE);
    refuses(ErrorCode.DEVICE_FAULTED, () -> open(other));
    other.answer("contextCreate", PiResult.SUCCESS).answer("queueCreate", -6);
    refuses(ErrorCode.OUT_OF_HOST_MEMORY, () -> open(other));

    assertThat(other.left()).isEmpty();
  }

  @Test
  void aDeviceWithoutUnifiedMemoryHasNoSuchFacet() {
    assertThat(device.facet(UnifiedMemory.class)).isEmpty();
    assertThat(device.facet(Queues.class)).isPresent();
  }

  @Test
  void theLogOfTheCompilerIsInTheError() {
    plugin.answer("programBuild", PiResult.BUILD_PROGRAM_FAILURE);
    plugin.log = "one.cl:1:13: error: who is this";
    var error = refuses(ErrorCode.BUILD_FAILED, () -> images().load(SOURCE));

    assertThat(error.getMessage()).contains("one.cl:1:13: error: who is this");
    assertThat(images().loaded()).isEmpty();
  }

  @Test
  void aRunEndsAsThePluginSays() {
    plugin.prompt = false;
    Run run = start();
    assertThat(run.state()).isEqualTo(RunState.QUEUED);
    refuses(ErrorCode.TIMEOUT, () -> run.await(Duration.ofMillis(5)));
    assertThat(run.cancel()).as("it cannot be stopped, and has not ended").isTrue();
    plugin.end(PiResult.COMMAND_EXECUTION_FAILURE);

    refuses(ErrorCode.KERNEL_FAILED, () -> run.await(LONG));
    assertThat(run.state()).isEqualTo(RunState.FAILED);
    assertThat(run.cancel()).isFalse();
  }

  @Test
  void aRunOnADeviceThatIsGoneSaysSo() {
    plugin.prompt = false;
    Run run = start();
    plugin.end(PiResult.DEVICE_NOT_AVAILABLE);

    refuses(ErrorCode.DEVICE_FAULTED, () -> run.await(LONG));
  }

  @Test
  void anImageIsNotReplacedUnderARunInFlight() {
    plugin.prompt = false;
    Run run = start();
    Image other = Image.of("other.cl", "kernel void two() {}".getBytes(StandardCharsets.UTF_8));
    refuses(ErrorCode.IN_USE, () -> images().load(other));
    plugin.end(FakePi.COMPLETE);
    run.await(LONG);
    plugin.prompt = true;

    assertThat(images().load(other).kernels()).isNotEmpty();
  }

  @Test
  void waitingNeedsNoCallback() throws Exception {
    plugin.callsBack = false;
    plugin.prompt = false;
    try (Queue queue = queues().queue();
        Event event = queue.marker()) {
      var stage = event.completion().toCompletableFuture();
      refuses(ErrorCode.TIMEOUT, () -> event.await(Duration.ofMillis(5)));
      plugin.end(FakePi.COMPLETE);
      stage.get(LONG.toSeconds(), TimeUnit.SECONDS);
      event.await(LONG);
    }
  }

  @Test
  void aCallbackThatIsLostCostsATenthOfASecondAndNothingElse() {
    plugin.prompt = false;
    try (Queue queue = queues().queue();
        Event event = queue.marker()) {
      Thread.startVirtualThread(
          () -> {
            while (plugin.calls("eventSetCallback") == 0) {
              Thread.onSpinWait();
            }
            plugin.callsBack = false;
            plugin.endUntold();
          });
      event.await(LONG);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
  }

  @Test
  void closingTheDeviceEndsStagesThatWait() {
    plugin.prompt = false;
    FakePi other = new FakePi();
    PiDevice opened = open(other);
    other.prompt = false;
    Queue queue = opened.facet(Queues.class).orElseThrow().queue();
    Event event = queue.marker();
    var stage = event.completion().toCompletableFuture();
    event.close();
    queue.close();
    opened.close();

    assertThat(stage).isCompletedExceptionally();
    assertThat(other.left()).isEmpty();
  }

  @Test
  void memoryOfATransferThatNobodyWaitsForIsKeptUntilItHasEnded() {
    plugin.prompt = false;
    Buffer buffer = memory().allocate(64, 0);
    try (Queue queue = queues().queue()) {
      queue.write(buffer, 0, buffer.host()).close();
      MemorySegment host = buffer.host();
      buffer.close();

      assertThat(host.scope().isAlive()).isFalse();
      assertThat(plugin.left()).as("the memory is there while it is used").hasSizeGreaterThan(4);
      plugin.end(FakePi.COMPLETE);
      plugin.prompt = true;
    }
  }

  @Test
  void anEventIsNotReleasedBeforeItHasEnded() {
    plugin.prompt = false;
    try (Queue queue = queues().queue()) {
      queue.marker().close();
      refuses(ErrorCode.TIMEOUT, () -> queue.finish(Duration.ofMillis(1)));
      assertThat(plugin.calls("eventRelease")).isZero();
      plugin.end(FakePi.COMPLETE);
      queue.marker().close();

      assertThat(plugin.calls("eventRelease")).isEqualTo(2);
    }
  }

  @Test
  void anEventThatTheProgramLetFailSaysSoAndWhatWaitedForItNamesNoOtherResult() {
    plugin.prompt = false;
    try (UserEvent gate = queues().userEvent();
        Queue queue = queues().queue();
        Event waiting = queue.marker(gate)) {
      gate.fail();
      var own = refuses(ErrorCode.KERNEL_FAILED, () -> gate.await(LONG));
      assertThat(own.getMessage()).contains("the program let it fail");
      plugin.end(-1);
      var error = refuses(ErrorCode.KERNEL_FAILED, () -> waiting.await(LONG));
      assertThat(error.getMessage()).contains("status -1").doesNotContain("DEVICE_NOT_FOUND");
      plugin.prompt = true;
    }
  }

  @Test
  void timesThatWereNotTakenNameTheFlag() {
    try (Queue queue = queues().queue();
        Event event = queue.marker()) {
      var error = refuses(ErrorCode.NOT_SUPPORTED, event::times);
      assertThat(error.getMessage()).contains("without the flag PROFILING");
    }
    try (Queue queue = queues().queue(QueueFlag.PROFILING);
        Event event = queue.marker()) {
      var error = refuses(ErrorCode.NOT_SUPPORTED, event::times);
      assertThat(error.getMessage()).doesNotContain("without the flag");
    }
  }

  @Test
  void aBufferLargerThanTheDeviceAllowsNamesTheLimit() {
    assertThat(queues().limits().largestAllocation()).isEqualTo(1 << 18);
    var error = refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory().allocate((1 << 18) + 1, 0));
    assertThat(error.getMessage()).contains("at most 262144 bytes, not 262145");
    memory().allocate(1 << 18, 0).close();
  }

  @Test
  void theLimitsOfTheDeviceAreThoseThatItTells() {
    DeviceLimits limits = queues().limits();
    assertThat(limits.largestGroup()).isEqualTo(256);
    assertThat(limits.largestGroupSizes()).containsExactly(256L, 256L, 64L);
    assertThat(limits.globalMemory()).isEqualTo(1 << 20);
    assertThat(limits.localMemory()).isEqualTo(1024);
    assertThat(limits.images()).isEmpty();
  }

  @Test
  void anEventOutlivesItsQueue() {
    plugin.prompt = false;
    Queue queue = queues().queue();
    try (Event event = queue.marker()) {
      queue.close();
      refuses(ErrorCode.CLOSED, queue::flush);
      refuses(ErrorCode.TIMEOUT, () -> event.await(Duration.ofMillis(1)));
      plugin.end(FakePi.COMPLETE);
      event.await(LONG);

      assertThat(event.status()).isEqualTo(Event.Status.COMPLETE);
    }
  }

  @Test
  void aTransferThatIsRefusedLetsGoOfItsMemory() {
    Buffer buffer = memory().allocate(64, 0);
    try (Queue queue = queues().queue()) {
      plugin.answer("enqueueMemBufferWrite", PiResult.OUT_OF_RESOURCES);
      refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> queue.write(buffer, 0, buffer.host()));
      refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, buffer::sync);
    }
    buffer.close();
  }

  @Test
  void launchesAreRefusedWithTheLimitsOfKernelAndDevice() {
    Launch launch = queues().launch(kernel());
    Buffer buffer = memory().allocate(64, 0);
    launch.set(0, buffer).set(1, 4).global(10).local(3);
    plugin.answer("enqueueKernelLaunch", PiResult.INVALID_WORK_GROUP_SIZE);
    try (Queue queue = queues().queue()) {
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.submit(launch));

      assertThat(error.getMessage()).contains("one", "10", "3", "128", "256 x 256 x 64");
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(129));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> launch.local(1, 1, 65));
    }
    launch.close();
    buffer.close();
  }

  @Test
  void argumentsOfKernelsThatNobodyTellsOfTakeWhatJavaSays() {
    plugin.answer("kernelGetArgInfo", PiResult.KERNEL_ARG_INFO_NOT_AVAILABLE);
    Launch launch = queues().launch(kernel());
    Buffer buffer = memory().allocate(64, 0);
    assertThat(launch.arguments()).extracting("name").containsExactly("arg0", "arg1");

    launch.set(0, buffer).set(0, 1).set(1, 2L).set(1, 3.0f).setLocal(1, 16);
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> launch.set(2, 1));
    launch.close();
    buffer.close();
  }

  @Test
  void aTargetOfAClosedArenaFailsItsEventAlone() {
    plugin.prompt = false;
    Buffer buffer = memory().allocate(64, 0);
    Arena arena = Arena.ofShared();
    try (Queue queue = queues().queue();
        Event event = queue.read(buffer, 0, arena.allocate(64))) {
      arena.close();
      plugin.end(FakePi.COMPLETE);
      refuses(ErrorCode.CLOSED, () -> event.await(LONG));
      plugin.prompt = true;
      queue.finish(LONG);
    }
    buffer.close();
  }

  private Run start() {
    Kernel kernel = kernel();
    Buffer buffer = memory().allocate(64, 0);
    try {
      return kernel.start(buffer, 4);
    } finally {
      buffer.close();
    }
  }

  private Kernel kernel() {
    return images().load(SOURCE).kernel("one");
  }

  private Images images() {
    return device.facet(Images.class).orElseThrow();
  }

  private Memory memory() {
    return device.facet(Memory.class).orElseThrow();
  }

  private Queues queues() {
    return device.facet(Queues.class).orElseThrow();
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }
}
