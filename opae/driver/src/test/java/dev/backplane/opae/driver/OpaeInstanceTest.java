package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.opae.abi.TableLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpaeInstanceTest {
  static final String ACCELERATOR = "0000:3b:00.1-accelerator";

  @TempDir static Path folder;

  @ParameterizedTest
  @EnumSource(TableLayout.class)
  void aPluginOfEachLayoutIsDetectedAndItsRegistersAreRead(TableLayout layout) {
    try (LoadedCard card = LoadedCard.open(TestPlugin.card(folder, layout), "{}")) {
      assertThat(card.instance().speaks()).contains("layout " + layout);
      assertThat(card.instance().enumerate(List.of()))
          .extracting(Resource::key)
          .containsExactly("0000:3b:00.0-device", ACCELERATOR, "0000:3b:00.2-accelerator");
      try (DriverDevice device = card.instance().open(ACCELERATOR, OpenMode.EXCLUSIVE)) {
        Registers registers = device.facet(Registers.class).orElseThrow();
        registers.write64(0x40, 0x0123_4567_89ab_cdefL);
        assertThat(registers.read64(0x40)).isEqualTo(0x0123_4567_89ab_cdefL);
        assertThat(registers.read32(0x44)).isEqualTo(0x0123_4567);
      }
    }
  }

  @Test
  void thePluginFindsItselfThroughTheTableAndReadsItsConfigurationAsItIsWritten() {
    try (LoadedCard card =
        LoadedCard.open(
            TestPlugin.card(folder, TableLayout.F), "{ \"hosts\": [\"host1\",\n \"host2\"] }")) {
      assertThat(card.number("card_had_handle")).isEqualTo(1);
      assertThat(card.number("card_had_path")).isEqualTo(1);
      assertThat(card.text("card_configuration"))
          .isEqualTo("{ \"hosts\": [\"host1\",\n \"host2\"] }");
      assertThat(card.number("card_initialized")).isEqualTo(1);
    }
  }

  @Test
  void resourcesAreDescribedByTheirPropertiesAndTheDeviceIsTheParent() {
    try (LoadedCard card = LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{}")) {
      List<Resource> found = card.instance().enumerate(List.of());
      DeviceProperties accelerator = found.get(1).properties();
      assertThat(accelerator.objectType()).isEqualTo(ObjectType.ACCELERATOR);
      assertThat(accelerator.parent()).contains("0000:3b:00.0-device");
      assertThat(accelerator.vendorId()).hasValue(0x8086);
      assertThat(accelerator.guid()).hasToString("Optional[10111213-1415-1617-1819-1a1b1c1d1e1f]");
      assertThat(accelerator.details())
          .containsEntry("opae.layout", "F")
          .containsEntry("opae.register_spaces", "2")
          .containsEntry("opae.interrupts", "2");
      assertThat(found.getFirst().properties().details()).containsEntry("opae.slots", "2");
    }
  }

  @Test
  void passesFiltersToThePluginAndKeepsParents() {
    try (LoadedCard card = LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{}")) {
      List<Resource> found =
          card.instance().enumerate(List.of(Filter.any().withObjectType(ObjectType.ACCELERATOR)));
      assertThat(found).extracting(Resource::key).hasSize(2).contains(ACCELERATOR);
      assertThat(found)
          .allMatch(each -> each.properties().parent().equals(Optional.of("0000:3b:00.0-device")));
    }
  }

  @Test
  void everythingThatThePluginGaveIsGivenBackOnce() {
    LoadedCard card = LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{}");
    for (int i = 0; i < 5; i++) {
      card.instance().enumerate(List.of());
      card.instance().open(ACCELERATOR, OpenMode.SHARED).close();
    }
    assertThat(card.number("card_tokens_made")).isEqualTo(15);
    assertThat(card.number("card_tokens_destroyed")).as("3 are held").isEqualTo(12);
    assertThat(card.number("card_handles_made")).isEqualTo(5);
    assertThat(card.number("card_handles_closed")).isEqualTo(5);
    try (card) {
      card.instance().close();
      assertThat(card.number("card_tokens_destroyed")).isEqualTo(15);
      assertThat(card.number("card_finalized")).isEqualTo(1);
    }
  }

  @Test
  void moreResourcesThanThereIsRoomForAreAllFound() {
    try (LoadedCard card =
        LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{\"many\": true}")) {
      assertThat(card.instance().enumerate(List.of())).hasSize(100);
    }
  }

  /** At first it is asked once more, to know its tokens. */
  @Test
  void searchesReportTheCurrentAnswersOfThePlugin() {
    try (LoadedCard card =
        LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{\"changes\": true}")) {
      assertThat(errors(card)).containsExactly("4", "5", "6");
      assertThat(errors(card)).containsExactly("7", "8", "9");
    }
  }

  private static List<String> errors(LoadedCard card) {
    return card.instance().enumerate(List.of()).stream()
        .map(found -> found.properties().details().get("opae.errors"))
        .toList();
  }

  @Test
  void resourcesOfWhichThePluginSaysTheSameAreNotDescribedAnew() {
    try (LoadedCard card = LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{}")) {
      DeviceProperties before = card.instance().enumerate(List.of()).get(2).properties();
      List<Resource> found =
          card.instance().enumerate(List.of(Filter.any().withObjectType(ObjectType.ACCELERATOR)));
      assertThat(found.get(1).properties()).isSameAs(before);
    }
  }

  @Test
  void twoInstancesOfOnePluginHaveVariablesOfTheirOwn() {
    Path plugin = TestPlugin.card(folder, TableLayout.F);
    OpaeInstance one = LoadedCard.instance(plugin, "{\"transport\": \"tcp\"}");
    OpaeInstance other = LoadedCard.instance(plugin, "{\"accelerators_only\": true}");
    assertThat(one.enumerate(List.of())).hasSize(3);
    assertThat(other.enumerate(List.of())).hasSize(2);
    assertThat(one.close()).isZero();
    assertThat(other.enumerate(List.of())).hasSize(2);
    assertThat(other.close()).isZero();
  }

  @Test
  void aPluginWithoutADriverForItsDevicesHasNone() {
    try (LoadedCard card =
        LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{\"no_driver\": true}")) {
      assertThat(card.instance().enumerate(List.of())).isEmpty();
      assertThat(card.instance().whyNothing()).contains("has no resources");
      refused(ErrorCode.NO_SUCH_DEVICE, () -> card.instance().open("x", OpenMode.SHARED));
    }
  }

  /** As OPAE's own plugin, where the kernel's driver is not loaded. */
  @Test
  void aPluginWhoseDriverIsNotInstalledIsLoadedAndNotAsked() {
    Path plugin = TestPlugin.card(folder, TableLayout.F);
    PluginTrial.check(
        LoadedCard.config(plugin, "{\"not_installed\": true}"), Duration.ofSeconds(60));
    try (LoadedCard card = LoadedCard.open(plugin, "{\"not_installed\": true}")) {
      assertThat(card.instance().enumerate(List.of())).isEmpty();
      assertThat(card.instance().whyNothing()).contains("finds no driver of its devices");
      refused(ErrorCode.NO_SUCH_DEVICE, () -> card.instance().open("x", OpenMode.SHARED));
    }
  }

  @Test
  void aResultOfThePluginIsAnErrorOfItsName() {
    try (LoadedCard card =
        LoadedCard.open(TestPlugin.card(folder, TableLayout.F), "{\"busy\": true}")) {
      assertThatThrownBy(() -> card.instance().open(ACCELERATOR, OpenMode.EXCLUSIVE))
          .hasMessageContaining("fpgaOpen")
          .hasMessageContaining("FPGA_BUSY");
    }
  }

  static void refused(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
