package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Extent;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.Program;
import dev.backplane.api.Property;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.pi.Interop;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
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
      Image.source("one.cl", "kernel void one(global int *data, int n) {}");

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
        new PiDevice.Choice("fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));
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
  void reportsThePluginsOwnErrorMessage() {
    plugin.answer("memBufferCreate", PiResult.PLUGIN_SPECIFIC_ERROR);
    plugin.message = "the coffee is cold";
    plugin.lastError = PiResult.OUT_OF_RESOURCES;
    var error = refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory().allocate(16, 0));

    assertThat(error.getMessage()).contains("the coffee is cold");
  }

  @Test
  void aWarningOfAPluginIsASuccess() {
    Call call = kernel().call();
    plugin.answer("kernelSetArg", PiResult.PLUGIN_SPECIFIC_ERROR);
    plugin.message = "getting warm";
    call.set(1, 5).close();

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
  void aDeviceWithoutSharedMemoryOffersNone() {
    assertThat(device.facet(Memory.class).orElseThrow().placements())
        .noneMatch(Placement.Kind::isShared);
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
  void aProgramIsLoadedBesideOneWithARunInFlight() {
    plugin.prompt = false;
    Run run = start();
    Program first = images().loaded().orElseThrow();
    Program second = images().load(Image.source("other.cl", "kernel void two() {}"));

    assertThat(images().loaded()).contains(second);
    second.close();
    assertThat(images().loaded()).contains(first);
    plugin.end(FakePi.COMPLETE);
    run.await(LONG);
  }

  @Test
  void programsThatNobodyClosedAreFreedWithTheDevice() {
    Program first = images().load(SOURCE);
    images().load(SOURCE).close();
    long before = plugin.calls("programRelease");
    device.close();

    assertThat(plugin.calls("programRelease")).isEqualTo(before + 1);
    refuses(ErrorCode.CLOSED, () -> first.kernel("one"));
  }

  @Test
  void aBufferLargerThanTheDeviceAllowsNamesTheLimit() {
    assertThat(told().get(Property.LARGEST_ALLOCATION)).contains(1L << 18);
    var error = refuses(ErrorCode.OUT_OF_DEVICE_MEMORY, () -> memory().allocate((1 << 18) + 1, 0));
    assertThat(error.getMessage()).contains("at most 262144 bytes, not 262145");
    memory().allocate(1 << 18, 0).close();
  }

  @Test
  void theLimitsOfTheDeviceAreThoseThatItTells() {
    DeviceProperties told = told();
    assertThat(told.get(Property.LARGEST_GROUP)).contains(256L);
    assertThat(told.get(Property.LARGEST_GROUP_SIZES)).contains(new Extent(256, 256, 64));
    assertThat(told.get(Property.MEMORY_BYTES)).contains(1L << 20);
    assertThat(told.get(Property.LOCAL_BYTES)).contains(1024L);
    assertThat(told.get(Property.LARGEST_IMAGE_2D)).isEmpty();
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
  void callsAreRefusedWithTheLimitsOfKernelAndDevice() {
    Call call = kernel().call();
    Buffer buffer = memory().allocate(64, 0);
    call.set(0, buffer).set(1, 4).range(10).group(3);
    plugin.answer("enqueueKernelLaunch", PiResult.INVALID_WORK_GROUP_SIZE);
    try (Queue queue = queues().queue()) {
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.enqueue(call));

      assertThat(error.getMessage()).contains("one", "10", "3", "128", "256 x 256 x 64");
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(129));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(1, 1, 65));
    }
    call.close();
    buffer.close();
  }

  @Test
  void argumentsThatAProgramWasBuiltWithoutAreRefusedWithTheOptionThatKeepsThem() {
    plugin.answer("kernelGetArgInfo", PiResult.KERNEL_ARG_INFO_NOT_AVAILABLE);
    try (Call call = kernel().call();
        Buffer buffer = memory().allocate(64, 0)) {
      for (Object value : List.of(buffer, 1, 2L, 2.5f, 2.5, (short) 3, true, new float[] {1})) {
        Argument unknown = call.arguments().get(1);
        var error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> unknown.check(value));
        assertThat(error.getMessage()).contains("-cl-kernel-arg-info");
      }
      call.setBytes(1, MemorySegment.ofArray(new int[] {1}));
    }
  }

  @Test
  void argumentsOfAnInterfaceThatNeverTellsOfThemTakeWhatJavaSays() {
    plugin.answer("kernelGetArgInfo", PiResult.UNSUPPORTED_FEATURE);
    Call call = kernel().call();
    Buffer buffer = memory().allocate(64, 0);
    assertThat(call.arguments()).extracting("name").containsExactly("arg0", "arg1");

    call.set(0, buffer).set(0, 1).set(1, 2L).set(1, 3.0f).setLocal(1, 16);
    call.close();
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

  private DeviceProperties told() {
    PiDevices.Platform platform = new PiDevices.Platform(FakePi.PLATFORM, "Fake", "Tests", "1");
    return PiDevices.describe(plugin.table(), platform, FakePi.DEVICE, 0).properties().build();
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

  @Test
  void theHandleOfAnImageIsNoBuffer() {
    Interop interop = device.facet(Interop.class).orElseThrow();
    try (Buffer buffer = interop.buffer(0x77, Interop.Ownership.TAKEN)) {
      assertThat(buffer.size()).isEqualTo(64);
    }
    plugin.memoryType = 0x10F1;
    var error =
        catchThrowableOfType(
            BackplaneException.class, () -> interop.buffer(0x77, Interop.Ownership.KEPT));
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(error.getMessage()).contains("0x77 is an image");
  }
}
