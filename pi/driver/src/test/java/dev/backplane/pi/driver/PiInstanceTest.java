package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.ffi.ForeignThread;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.SignalHandlers;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCallbacks;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PluginSpecific;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiInstanceTest {
  @TempDir static Path folder;

  private static Path newest;
  private static Path older;

  @BeforeAll
  static void compile() {
    newest = TestPlugin.host(folder, "15.49");
    older = TestPlugin.host(folder, "15.45");
  }

  @Test
  void devicesAreDescribedByWhatThePluginTells() {
    PiInstance instance = initialized(older, List.of());
    List<Resource> found = instance.enumerate(List.of());
    assertThat(found).hasSize(1);
    DeviceProperties properties = found.getFirst().properties();
    assertThat(found.getFirst().key()).isEqualTo("0");
    assertThat(properties.name()).isEqualTo("Host processor");
    assertThat(properties.deviceType()).isEqualTo(DeviceType.CPU);
    assertThat(properties.vendor()).contains("Backplane tests");
    assertThat(properties.details())
        .containsEntry("platform", "Host platform")
        .containsEntry("pi.plugin_version", "15.45.7")
        .containsEntry("pi.library", older.toString());
    assertThat(instance.close()).isZero();
  }

  @Test
  void aDeviceThatIsNotThereIsNamedWithThoseThatAre() {
    PiInstance instance = initialized(newest, List.of());
    assertThatThrownBy(() -> instance.open("7", OpenMode.SHARED))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_DEVICE))
        .hasMessageContaining("there are [0]");
    instance.close();
  }

  @Test
  void thePluginItselfSelectsABinaryUnlessATargetOfTheConfigurationIsThere() {
    List<DeviceBinary> binaries =
        List.of(binary("spir64"), binary("other"), binary("host"), binary("spir64"));
    assertThat(selected(List.of(), binaries)).isEqualTo(2);
    assertThat(selected(List.of("other"), binaries)).isEqualTo(1);
    assertThat(selected(List.of(), List.of(binary("spir64"), binary("x"), binary("spir64"))))
        .as("the plugin takes none of them")
        .isEqualTo(2);
  }

  private static int selected(List<String> targets, List<DeviceBinary> binaries) {
    PiInstance instance = initialized(newest, targets);
    int index;
    try (DriverDevice device = instance.open("0", OpenMode.SHARED)) {
      index = device.facet(Images.class).orElseThrow().select(binaries);
    }
    instance.close();
    return index;
  }

  private static DeviceBinary binary(String target) {
    return DeviceBinary.of(target, Content.of(target));
  }

  @Test
  void aPluginWhoseDeviceIsOpenStaysLoaded() {
    PiInstance instance = initialized(newest, List.of());
    DriverDevice device = instance.open("0", OpenMode.SHARED);
    assertThatThrownBy(instance::close)
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.FINALIZE_FAILED))
        .hasMessageContaining("1 devices or calls in it have not ended");
    device.close();
    assertThatThrownBy(() -> instance.enumerate(List.of()))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }

  @Test
  void openingAndClosingLeavesNothingInThePlugin() {
    try (NativeLibrary same = NativeLibrary.open(newest.toString())) {
      PiInstance instance = initialized(newest, List.of());
      int before = live(same);
      for (int i = 0; i < 20; i++) {
        instance.open("0", OpenMode.SHARED).close();
      }
      assertThat(live(same)).isEqualTo(before);
      instance.close();
    }
  }

  @Test
  void handlersOfFaultsThatAPluginReplacesArePutBack() {
    SignalHandlers before = SignalHandlers.save();
    PiInstance instance =
        initialized(
            TestPlugin.compile(folder, "host.c", "15.49", "-pthread", "-DREPLACES_HANDLERS"),
            List.of());
    assertThat(before.restore()).isFalse();
    assertThat(replaced(instance)).isEqualTo(2);
    assertThat(instance.enumerate(List.of())).hasSize(1);
    assertThat(before.restore()).isFalse();
    int looked = replaced(instance);
    assertThat(looked).isGreaterThan(2);
    try (DriverDevice device = instance.open("0", OpenMode.SHARED)) {
      assertThat(before.restore()).isFalse();
      int opened = replaced(instance);
      device.facet(Images.class).orElseThrow().load(HostImage.of("vadd")).kernel("vadd");
      assertThat(replaced(instance)).isGreaterThan(opened);
      assertThat(before.restore()).isFalse();
    }
    instance.close();
  }

  private static int replaced(PiInstance instance) {
    return PiCalls.call(
        MemorySegment.ofAddress(instance.function("host_replaced").orElseThrow()), 0L);
  }

  private static int live(NativeLibrary plugin) {
    return PiCalls.call(plugin.find("host_live").orElseThrow(), 0L);
  }

  @Test
  void thePluginsOwnMessageIsAWarningOrAnError() {
    PiInstance instance = initialized(newest, List.of());
    try (DriverDevice device = instance.open("0", OpenMode.SHARED)) {
      Pi pi = device.extension(Pi.class).orElseThrow();
      assertThat(PluginSpecific.resolve(pi, pi.programSetSpecializationConstant(0, 1, 0, 0)))
          .isEqualTo(new PluginSpecific.Answer(-44, ""));
      long program =
          device
              .facet(Interop.class)
              .orElseThrow()
              .handle(device.facet(Images.class).orElseThrow().load(HostImage.of("vadd")));
      assertThat(PluginSpecific.resolve(pi, pi.programSetSpecializationConstant(program, 1, 0, 0)))
          .isEqualTo(new PluginSpecific.Answer(0, "constant 1 is of no use here"));
      assertThat(PluginSpecific.resolve(pi, pi.programSetSpecializationConstant(program, 2, 0, 0)))
          .isEqualTo(new PluginSpecific.Answer(-30, "constant 2 is of no use here"));
    }
    instance.close();
  }

  @Test
  void callbacksFromThreadsOfThePluginMayThrowAndAreWaitedForWhenItIsTornDown() {
    PiInstance instance = initialized(newest, List.of());
    AtomicInteger called = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    try (DriverDevice device = instance.open("0", OpenMode.SHARED);
        Queue queue = device.facet(Queues.class).orElseThrow().queue()) {
      Pi pi = device.extension(Pi.class).orElseThrow();
      Interop interop = device.facet(Interop.class).orElseThrow();
      for (int i = 0; i < 50; i++) {
        boolean fails = i % 2 == 0;
        Run run = queue.marker();
        long listener =
            PiCallbacks.onEvent(
                (_, _) -> {
                  called.incrementAndGet();
                  if (fails) {
                    throw new IllegalStateException("thrown by a callback");
                  }
                },
                _ -> failed.incrementAndGet());
        assertThat(
                pi.eventSetCallback(interop.handle(run), 0, PiCallbacks.eventFunction(), listener))
            .isZero();
      }
    }
    assertThat(instance.close()).isZero();
    assertThat(called).hasValue(50);
    assertThat(failed).hasValue(25);
  }

  @Test
  void codeThatAThreadOfThePluginIsStillInIsNotUnloaded(@TempDir Path own) {
    // Not the plugin of the other tests, one of which keeps it loaded.
    PiInstance instance = initialized(TestPlugin.host(own, "15.49"), List.of());
    Set<ForeignThread> others = PiCallbacks.callers();
    assertThat(
            PiCalls.call(
                MemorySegment.ofAddress(instance.function("host_lingers").orElseThrow()), 0L))
        .isZero();
    try (DriverDevice device = instance.open("0", OpenMode.SHARED);
        Queue queue = device.facet(Queues.class).orElseThrow().queue()) {
      Pi pi = device.extension(Pi.class).orElseThrow();
      Interop interop = device.facet(Interop.class).orElseThrow();
      long listener = PiCallbacks.onEvent((_, _) -> {}, _ -> {});
      assertThat(
              pi.eventSetCallback(
                  interop.handle(queue.marker()), 0, PiCallbacks.eventFunction(), listener))
          .isZero();
    }
    assertThat(instance.close()).isZero();
    Set<ForeignThread> callers = new HashSet<>(PiCallbacks.callers());
    callers.removeAll(others);
    assertThat(callers).isNotEmpty();
    // To return into code that is gone would end this process.
    while (!callers.stream().allMatch(ForeignThread::awaitEnd)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aPluginIsAskedForItsVersionAndForFunctionsBeyondTheTable() {
    PiInstance instance = initialized(older, List.of());
    assertThat(instance.version()).isEqualTo("15.45.7");
    assertThat(instance.library()).isEqualTo(older.toString());
    assertThat(instance.function("host_live")).isPresent();
    assertThat(instance.function("no_such_function")).isEmpty();
    instance.close();
    assertThatThrownBy(instance::version)
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }

  private static PiInstance initialized(Path plugin, List<String> targets) {
    PiInstance instance =
        new PiInstance(
            new PiConfig(plugin.toString(), SlotList.NEWEST, targets, Optional.empty()),
            CallTrace.NONE);
    assertThat(instance.initialize()).isZero();
    return instance;
  }
}
