package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.OpenMode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import dev.backplane.api.binary.Content;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.opae.abi.TokenHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facets of open resources, and what the plugin sees of their being used. */
class FacetsTest {
  @TempDir static Path folder;

  private @Nullable LoadedCard loaded;
  private @Nullable DriverDevice opened;

  private LoadedCard card() {
    return Objects.requireNonNull(loaded);
  }

  private DriverDevice device() {
    return Objects.requireNonNull(opened);
  }

  private <F extends Facet> F open(String json, Class<F> facet) {
    return open(json, OpaeInstanceTest.ACCELERATOR, facet);
  }

  private <F extends Facet> F open(String json, String key, Class<F> facet) {
    loaded = LoadedCard.open(TestPlugin.card(folder, TableLayout.F), json);
    opened = card().instance().open(key, OpenMode.EXCLUSIVE);
    return device().facet(facet).orElseThrow();
  }

  @AfterEach
  void everythingIsGivenBackOnce() {
    if (loaded == null) {
      return;
    }
    device().close();
    try (LoadedCard last = card()) {
      last.instance().close();
      for (String pair :
          List.of(
              "handles_made handles_closed",
              "tokens_made tokens_destroyed",
              "objects_made objects_destroyed",
              "events_made events_destroyed",
              "buffers_made buffers_released",
              "mapped unmapped")) {
        String[] names = pair.split(" ");
        assertThat(last.number("card_" + names[1]))
            .as(pair)
            .isEqualTo(last.number("card_" + names[0]));
      }
    }
  }

  @Test
  void mappedRegistersAreReadWithoutThePlugin() {
    Registers registers = open("{}", Registers.class);
    registers.write64(16, 77);
    assertThat(registers.read64(16)).isEqualTo(77);
    assertThat(registers.map().orElseThrow().get(ValueLayout.JAVA_LONG, 16)).isEqualTo(77);
    assertThat(card().number("card_reads")).isZero();
    RegisterSpace second = registers.space(1);
    second.write64(16, 5);
    assertThat(registers.read64(16)).as("spaces are apart").isEqualTo(77);
    device().close();
    OpaeInstanceTest.refused(ErrorCode.CLOSED, () -> registers.read64(16));
  }

  @Test
  void registersWithoutAnAddressAreReadByThePlugin() {
    Registers registers = open("{\"no_pointers\": true}", Registers.class);
    registers.write64(16, 78);
    registers.write32(24, 4);
    assertThat(registers.read64(16)).isEqualTo(78);
    assertThat(registers.read32(24)).isEqualTo(4);
    assertThat(registers.map()).isEmpty();
    assertThat(card().number("card_reads")).isEqualTo(1);
    OpaeInstanceTest.refused(ErrorCode.OUT_OF_RANGE, () -> registers.read64(4096));
    device().close();
    OpaeInstanceTest.refused(ErrorCode.CLOSED, () -> registers.read64(16));
  }

  @Test
  void aBufferThatIsLeftOpenIsReleasedWithTheDevice() {
    Memory memory = open("{}", Memory.class);
    Buffer left = memory.allocate(100, 0);
    left.write(1, 2, 3);
    assertThat(left.address()).isEqualTo(left.host().address());
    memory.allocate(5000, 0).close();
    OpaeInstanceTest.refused(
        ErrorCode.OUT_OF_HOST_MEMORY, () -> memory.allocate((1L << 30) + 1, 0));
    assertThat(card().number("card_buffers_released")).isEqualTo(1);
  }

  @Test
  void interruptsComeThroughTheDescriptorOfThePlugin() {
    Events events = open("{\"no_pointers\": true}", Events.class);
    Registers registers = device().facet(Registers.class).orElseThrow();
    try (EventStream stream = events.subscribeInterrupt(1)) {
      registers.write64(0x80, 1);
      assertThat(stream.next(Duration.ofSeconds(30))).contains(new DeviceEvent.Interrupt(1, 1));
    }
    assertThat(card().number("card_events_made")).isEqualTo(1);
  }

  /** However they come together: each is counted once. */
  @Test
  void interruptsAreCountedAsThePluginCountsThem() {
    Events events = open("{\"no_pointers\": true}", Events.class);
    Registers registers = device().facet(Registers.class).orElseThrow();
    try (EventStream stream = events.subscribeInterrupt(0)) {
      registers.write64(0x88, 1000);
      for (int i = 0; i < 100; i++) {
        registers.write64(0x80, 0);
      }
      registers.write64(0x88, 1L << 40);
      assertThat(counted(stream, 1100 + (1L << 40))).isEqualTo(1100 + (1L << 40));
    }
  }

  private static long counted(EventStream stream, long expected) {
    long sum = 0;
    while (sum < expected) {
      sum +=
          stream
              .next(Duration.ofSeconds(30))
              .map(DeviceEvent.Interrupt.class::cast)
              .orElseThrow()
              .count();
    }
    return sum;
  }

  @Test
  void errorRegistersMakeADeviceFaultedUntilTheyAreCleared() {
    Management management = open("{\"parity_error\": true}", Management.class);
    assertThat(management.health()).isEqualTo(Management.Health.FAULTED);
    assertThat(management.report()).containsEntry("error.parity", "0x10");
    device().facet(ErrorRegisters.class).orElseThrow().clear(0);
    assertThat(management.health()).isEqualTo(Management.Health.HEALTHY);
    management.reset();
  }

  @Test
  void objectsAreContainersAndAttributesAndOnesLeftOpenAreDestroyed() {
    SystemObjects objects = open("{}", SystemObjects.class);
    SystemObject container = objects.object("errors", Set.of());
    assertThat(container.isContainer()).isTrue();
    try (SystemObject revision = container.objectAt(0)) {
      assertThat(revision.read64()).isEqualTo(7);
      revision.write64(9);
      revision.refresh();
      assertThat(revision.read64()).isEqualTo(9);
    }
    OpaeInstanceTest.refused(
        ErrorCode.NO_SUCH_DEVICE, () -> container.object("../revision", Set.of()));
    assertThat(card().number("card_objects_destroyed")).isEqualTo(1);
  }

  @Test
  void metricsHaveValuesAndThresholds() {
    Metrics metrics = open("{}", Metrics.class);
    assertThat(metrics.number("power_mgmt:consumed")).contains(1L);
    assertThat(metrics.read(List.of(2L))).containsExactly(new Metrics.Value(2, 40, true));
    assertThat(metrics.thresholds().getFirst().upperCritical()).hasValue(95.5);
    assertThat(metrics.thresholds().getFirst().hysteresis()).isEmpty();
  }

  @Test
  void anImageForTheDevicesInterfaceIsLoadedAndAnotherIsNot() {
    Slots slots = open("{}", "0000:3b:00.0-device", Slots.class);
    slots.reconfigure(0, image(slots.interfaceId()), Set.of(Slots.Option.FORCE));
    OpaeInstanceTest.refused(
        ErrorCode.IMAGE_PLATFORM_MISMATCH,
        () -> slots.reconfigure(0, image(new UUID(-1, 0)), Set.of()));
    OpaeInstanceTest.refused(
        ErrorCode.IMAGE_INVALID,
        () -> slots.reconfigure(0, Image.of("test.gbs", new byte[100]), Set.of()));
  }

  private static Image image(UUID interfaceId) {
    return Image.of(
        "test.gbs",
        Gbs.of(UUID.randomUUID(), "test", interfaceId, Optional.empty(), Content.of(new byte[64]))
            .toBytes());
  }

  @Test
  void thePreFiltersOfThePluginAreAskedWithTheWordsOfTheFilter() {
    loaded = LoadedCard.open(TestPlugin.card(folder, TableLayout.C), "{}");
    opened = card().instance().open(OpaeInstanceTest.ACCELERATOR, OpenMode.SHARED);
    assertThat(card().instance().supportsHost("localhost")).isTrue();
    assertThat(card().instance().supportsHost("*")).isTrue();
    assertThat(card().instance().supportsHost("^localhost")).isFalse();
    assertThat(card().instance().supportsDevice(DeviceType.FPGA)).isTrue();
    assertThat(card().instance().supportsDevice(new DeviceType("gpu"))).isFalse();
    assertThat(card().text("card_asked"))
        .isEqualTo(" host=localhost host=* host=^localhost device=fpga device=gpu");
  }

  @Test
  void cProgramsGetTheTableAndTheTokenOfAResource() {
    open("{}", Management.class).reset();
    Opae table = card().instance().functions();
    long token = card().instance().token(OpaeInstanceTest.ACCELERATOR);
    assertThat(TokenHeader.read(token).function()).isEqualTo(1);
    MemorySegment place = Arena.ofAuto().allocate(8, 8);
    assertThat(table.readError(token, 0, place.address())).isZero();
    assertThat(device().extension(Opae.class)).contains(table);
    card().instance().enumerate(List.of());
    assertThat(card().instance().token(OpaeInstanceTest.ACCELERATOR)).isEqualTo(token);
  }

  /** OPAE's headers say MHz, its own plugin answers Hz. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"clock_in_hz\": true}"})
  void theUserClockIsInMegahertzWhateverThePluginTellsItIn(String json) {
    Clocks clocks = open(json, Clocks.class);
    assertThat(clocks.clocks()).extracting(Clock::requested).containsExactly(400, 200);
    clocks.reclock(List.of(300, 150));
    assertThat(clocks.clocks()).extracting(Clock::requested).containsExactly(300, 150);
  }
}
