package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Registers;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.opae.abi.TableLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Plugins that do things wrong. */
class HostilePluginTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static Path wrong(String how) {
    return TestPlugin.card(folder, TableLayout.F, "-DWRONG_" + how);
  }

  private static OpaeInstance instance(Path plugin, Optional<TableLayout> layout) {
    return new OpaeInstance(
        new OpaeConfig(plugin.toString(), "{}", layout, List.of(), Optional.empty()),
        CallTrace.NONE,
        LIMIT);
  }

  @ParameterizedTest
  @CsvSource({
    "CONFIGURE, CONFIGURE_FAILED, opae_plugin_configure answers 3",
    "INITIALIZE, INITIALIZE_FAILED, initialize answers 5",
    "POINTER, PLUGIN_FAILED, 'fpgaReset, at offset 40 of its table, points to'",
    "EMPTY, SYMBOL_NOT_FOUND, 'leaves empty what every plugin must have: fpgaEnumerate, fpgaClose'"
  })
  void aPluginThatCannotBeUsedIsRefusedByName(String how, ErrorCode code, String problem) {
    OpaeInstance instance = instance(wrong(how), Optional.of(TableLayout.F));
    assertThatThrownBy(instance::initialize)
        .isInstanceOfSatisfying(BackplaneException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(problem);
    assertThat(instance.close()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "COUNT, it says that it has 5 resources and gave 1 tokens",
    "HEADER, its token does not begin with the header of a token",
    "TOKEN, 'it gave a token at 0x10, where no memory is'"
  })
  void doesNotTrustTheResourcesThatAPluginEnumerates(String how, String problem) {
    OpaeInstance instance = instance(wrong(how), Optional.of(TableLayout.F));
    assertThat(instance.initialize()).isZero();
    assertThatThrownBy(() -> instance.enumerate(List.of()))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENUMERATE_FAILED))
        .hasMessageContaining(problem);
    assertThat(instance.close()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = TableLayout.class,
      names = {"A", "B", "C", "D"})
  void aTokenWithoutAHeaderIsSaidToBeOfAnOldRelease(TableLayout layout) {
    Path plugin = TestPlugin.card(folder, layout, "-DWRONG_HEADER");
    OpaeInstance instance = instance(plugin, Optional.of(layout));
    assertThat(instance.initialize()).isZero();
    assertThatThrownBy(() -> instance.enumerate(List.of()))
        .hasMessageContaining("releases of OPAE before 2.0.8 had none");
    assertThat(instance.close()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"CRASHES, opae_plugin_configure, SIGSEGV", "ENUMERATE, fpgaEnumerate, SIGABRT"})
  void aPluginThatEndsItsProcessIsRefusedAndThisOneGoesOn(String how, String step, String signal) {
    OpaeConfig config =
        new OpaeConfig(
            wrong(how).toString(), "{}", Optional.empty(), List.of(), Optional.of(LIMIT));
    assertThatThrownBy(() -> PluginTrial.check(config, LIMIT))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PLUGIN_FAILED);
              assertThat(e.problem()).contains("ends the process", step, signal);
            });
  }

  @Test
  void aPluginThatHangsIsGivenUp() {
    OpaeConfig config = LoadedCard.config(wrong("HANGS"), "{}");
    Duration deadline = Duration.ofSeconds(3);
    String told = whyRefused(config, deadline);
    // On a loaded machine, a process may take seconds to begin.
    while (!told.contains("hangs at 'fpgaEnumerate") && deadline.toSeconds() < 100) {
      deadline = deadline.multipliedBy(4);
      told = whyRefused(config, deadline);
    }
    assertThat(told).contains("hangs at 'fpgaEnumerate");
  }

  private static String whyRefused(OpaeConfig config, Duration deadline) {
    var refusal = catchThrowable(() -> PluginTrial.check(config, deadline));
    return String.valueOf(refusal.getMessage());
  }

  @Test
  void aPluginThatDoesWellIsTriedOnceForEachConfiguration() {
    Path plugin = TestPlugin.card(folder, TableLayout.F);
    PluginTrial.check(LoadedCard.config(plugin, "{}"), LIMIT);
    PluginTrial.check(LoadedCard.config(plugin, "{}"), Duration.ofNanos(1));
    assertThatThrownBy(
            () ->
                PluginTrial.check(
                    LoadedCard.config(plugin, "{\"another\": 1}"), Duration.ofNanos(1)))
        .isInstanceOf(BackplaneException.class);
  }

  @Test
  void aPluginWithoutNamesNeedsItsLayoutNamed() {
    Path plugin = TestPlugin.card(folder, TableLayout.D, "-DANONYMOUS", "-fvisibility=hidden");
    assertThatThrownBy(() -> instance(plugin, Optional.empty()).initialize())
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.API_VERSION_MISMATCH));
    OpaeInstance named = instance(plugin, TableLayout.of("2.8.0"));
    assertThat(named.initialize()).isZero();
    assertThat(named.enumerate(List.of())).hasSize(3);
    assertThat(named.close()).isZero();
  }

  @Test
  void aLayoutThatIsNamedWronglyIsRefusedWhereNamesContradict() {
    OpaeInstance instance =
        instance(TestPlugin.card(folder, TableLayout.A), Optional.of(TableLayout.F));
    assertThatThrownBy(instance::initialize).hasMessageContaining("where layout F has");
  }

  @Test
  void functionsThatATableLacksAreAbsentOrNotSupportedByName() {
    Path plugin = TestPlugin.card(folder, TableLayout.F, "-DPARTIAL");
    OpaeInstance instance = LoadedCard.instance(plugin, "{}");
    try (DriverDevice device = instance.open(OpaeInstanceTest.ACCELERATOR, OpenMode.EXCLUSIVE)) {
      Registers registers = device.facet(Registers.class).orElseThrow();
      registers.write64(8, 5);
      assertThat(registers.read64(8)).isEqualTo(5);
      assertThat(registers.map()).isEmpty();
      assertThatThrownBy(() -> registers.read32(8))
          .hasMessageContaining("fpgaReadMMIO32")
          .hasMessageContaining("NOT_SUPPORTED");
      assertThat(device.facet(Metrics.class)).isEmpty();
      ErrorRegisters errors = device.facet(ErrorRegisters.class).orElseThrow();
      assertThatThrownBy(() -> errors.clear(0))
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
          .hasMessageContaining("fpgaClearError");
    }
    assertThat(instance.close()).isZero();
  }

  @Test
  void aPluginWhoseDeviceIsOpenStaysLoaded() {
    OpaeInstance instance = LoadedCard.instance(TestPlugin.card(folder, TableLayout.F), "{}");
    DriverDevice device = instance.open(OpaeInstanceTest.ACCELERATOR, OpenMode.SHARED);
    assertThatThrownBy(instance::close)
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.FINALIZE_FAILED));
    device.close();
    OpaeInstanceTest.refused(ErrorCode.CLOSED, () -> instance.enumerate(List.of()));
  }

  @Test
  void reportsAFailedFinalizeAndUnloadsThePlugin() {
    OpaeInstance instance =
        LoadedCard.instance(TestPlugin.card(folder, TableLayout.E), "{\"finalize_fails\": true}");
    assertThatThrownBy(instance::close).hasMessageContaining("finalize answers 9");
    assertThat(instance.close()).isZero();
  }
}
