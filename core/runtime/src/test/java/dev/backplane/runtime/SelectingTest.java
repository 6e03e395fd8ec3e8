package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Selectors and the plugins that they leave out. */
@Timeout(600)
final class SelectingTest {
  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private BackplaneBuilder site(Map<String, String> environment) {
    return new Site(folder, environment)
        .plugins(
            Site.scripted("cards", "{\"keys\": \"a,b\"}"),
            Site.scripted("cpu", "{\"type\": \"cpu\"}"),
            Site.scripted("gpu", "{\"type\": \"gpu\", \"keys\": \"x,y\"}"),
            Site.scripted("far", "{\"type\": \"gpu\", \"host\": \"host1\"}"));
  }

  private static List<String> ids(List<Token> tokens) {
    return tokens.stream().map(Token::id).toList();
  }

  private static Map<String, PluginState> states(Backplane backplane) {
    return backplane.plugins().stream()
        .collect(java.util.stream.Collectors.toMap(PluginReport::instance, PluginReport::state));
  }

  @Test
  void everyDeviceHasATermThatFindsIt() {
    try (Backplane backplane = site(Map.of()).open()) {
      Selection all = backplane.devices();
      assertThat(all.terms().values())
          .containsExactly("cards:0", "cards:1", "cpu:0", "gpu:0", "gpu:1", "far:0");
      all.terms()
          .forEach(
              (id, term) -> assertThat(ids(backplane.select(term).tokens())).containsExactly(id));
    }
  }

  @Test
  void theEnvironmentNarrowsWhatAProgramFinds() {
    Map<String, String> environment = Map.of("ONEAPI_DEVICE_SELECTOR", "cards:1;gpu:*;!*:1");
    try (Backplane backplane = site(environment).open()) {
      assertThat(ids(backplane.enumerate(List.of()))).containsExactly("gpu/x");
      assertThat(ids(backplane.select("*:*").tokens())).containsExactly("gpu/x");
      assertThat(backplane.find(Filter.any()).id()).isEqualTo("gpu/x");
      assertThatThrownBy(() -> backplane.token("gpu/y"))
          .hasMessageContaining(
              "'cards:1;gpu:*;!*:1' (environment variable ONEAPI_DEVICE_SELECTOR)")
          .hasMessageContaining("leaves it out");
      assertThatThrownBy(() -> backplane.find(Filter.deviceType(DeviceType.FPGA)))
          .hasMessageContaining("within the selector 'cards:1;gpu:*;!*:1'");
    }
  }

  @Test
  void devicesThatTheAllowListHidesHaveNoNumber() {
    Map<String, String> environment =
        Map.of("SYCL_DEVICE_ALLOWLIST", "BackendName:gpu,DeviceName:{{fake y}}|DeviceType:cpu");
    try (Backplane backplane = site(environment).open()) {
      assertThat(backplane.devices().terms())
          .containsExactly(Map.entry("cpu/dev0", "cpu:0"), Map.entry("gpu/y", "gpu:0"));
      assertThat(ids(backplane.enumerate(List.of()))).containsExactly("cpu/dev0", "gpu/y");
      assertThatThrownBy(() -> backplane.find(Filter.deviceType(DeviceType.FPGA)))
          .hasMessageContaining("hidden by SYCL_DEVICE_ALLOWLIST=");
      assertThat(backplane.notes()).hasSize(1);
    }
  }

  @Test
  void pluginsThatNoTermCanNameAreNotLoaded() {
    try (Backplane backplane =
        site(Map.of()).selector(DeviceSelector.parse("cards:0;cpu/dev0")).open()) {
      assertThat(states(backplane))
          .containsEntry("cards", PluginState.READY)
          .containsEntry("cpu", PluginState.READY)
          .containsEntry("gpu", PluginState.UNCHOSEN)
          .containsEntry("far", PluginState.UNCHOSEN);
      assertThat(ids(backplane.enumerate(List.of()))).containsExactly("cards/a", "cpu/dev0");
    }
    assertThat(Script.exists("gpu")).isFalse();
  }

  @Test
  void aPluginWithoutTheFamilyThatIsMeantIsUnloadedOnceThatIsKnown() {
    try (Backplane backplane = site(Map.of()).selector(DeviceSelector.parse("*:gpu")).open()) {
      assertThat(states(backplane))
          .containsEntry("cards", PluginState.UNCHOSEN)
          .containsEntry("cpu", PluginState.UNCHOSEN)
          .containsEntry("gpu", PluginState.READY);
      assertThat(Script.events()).contains("cards finalize", "cpu finalize");
      assertThat(ids(backplane.select("*:*").tokens()))
          .containsExactly("gpu/x", "gpu/y", "far/dev0");
    }
    assertThat(Script.of("cards").count("finalize")).isOne();
  }

  @Test
  void discardingOneFamilyLoadsAllOtherPlugins() {
    try (Backplane backplane = site(Map.of()).selector(DeviceSelector.parse("!*:cpu")).open()) {
      assertThat(ids(backplane.select("*:*").tokens()))
          .containsExactly("cards/a", "cards/b", "gpu/x", "gpu/y", "far/dev0");
    }
  }

  @Test
  void ofSeveralTheOneOfTheHighestScoreIsFoundUnlessOrderWasAskedFor() {
    try (Backplane backplane = site(Map.of()).open()) {
      assertThat(backplane.find(DeviceSelector.parse("*:*")).id()).isEqualTo("gpu/x");
      assertThat(backplane.find(DeviceSelector.parse("cards:*;cpu:*")).id()).isEqualTo("cpu/dev0");
      assertThat(backplane.find(DeviceSelector.parse("host=*")).id()).isEqualTo("cards/a");
      assertThat(backplane.find(Filter.any()).id()).isEqualTo("cards/a");
    }
    try (Backplane backplane = site(Map.of()).selector(DeviceSelector.parse("*:*")).open()) {
      assertThat(backplane.find(Filter.any()).id()).isEqualTo("gpu/x");
    }
  }

  @Test
  void aChoiceOfNothingSaysWhy() {
    try (Backplane backplane = site(Map.of()).open()) {
      assertThat(backplane.select("cpu:*;!*:cpu").notes())
          .containsExactly(
              "'cpu:*;!*:cpu' (the selector) chooses no device: 'cpu:*' chooses 1, '!*:cpu'"
                  + " discards 1");
      assertThat(
              refuses(
                  ErrorCode.NO_SUCH_DEVICE, () -> backplane.find(DeviceSelector.parse("cards:7"))))
          .hasMessageContaining("cards has no device 7 (column 7); there are cards:0, cards:1");
    }
  }

  @Test
  void anIdThatIsNotThereIsAnErrorAlsoAsASelector() {
    try (Backplane backplane = site(Map.of()).open()) {
      assertThat(refuses(ErrorCode.NO_SUCH_DEVICE, () -> backplane.select("cpu/none")))
          .hasMessageContaining("cpu has [cpu/dev0]");
    }
  }

  @Test
  void aVariableThatNamesNoPluginIsRefusedBeforeAnythingIsLoaded() {
    BackplaneBuilder builder = site(Map.of("ONEAPI_DEVICE_SELECTOR", "level_zero:gpu"));
    assertThat(refuses(ErrorCode.INVALID_ARGUMENT, builder::open))
        .hasMessageContaining("environment variable ONEAPI_DEVICE_SELECTOR")
        .hasMessageContaining("no backend is called 'level_zero'");
    assertThat(Script.exists("cpu")).isFalse();
  }

  @Test
  void aSelectorOfTheProgramReplacesThatOfTheEnvironment() {
    Map<String, String> environment = Map.of("BACKPLANE_DEVICE_SELECTOR", "gpu:*");
    try (Backplane backplane = site(environment).selector(DeviceSelector.parse("cpu:*")).open()) {
      assertThat(ids(backplane.enumerate(List.of()))).containsExactly("cpu/dev0");
      assertThat(backplane.selector()).map(DeviceSelector::text).contains("cpu:*");
    }
  }

  @Test
  void anInstanceThatServesForAnotherIsLoadedAlthoughItIsLeftOut() {
    BackplaneBuilder builder =
        new Site(folder)
            .plugins(
                Site.scripted(
                    "front", "{}", "\"api_policy\": {\"served_by\": {\"Registers\": \"back\"}}"),
                Site.scripted("back", "{}"));
    try (Backplane backplane = builder.selector(DeviceSelector.parse("front:0")).open()) {
      assertThat(states(backplane)).containsEntry("back", PluginState.UNCHOSEN);
      try (Device device = backplane.find(Filter.any()).open()) {
        assertThat(device.id()).isEqualTo("front/dev0");
        assertThat(states(backplane)).containsEntry("back", PluginState.READY);
      }
    }
    assertThat(Script.of("back").count("finalize")).isOne();
  }

  @Test
  void unloadsAnUnusedPluginAndLoadsItAgainWhenNeeded() {
    try (Backplane backplane = site(Map.of()).open()) {
      Token kept = backplane.token("cpu/dev0");
      Token other = backplane.token("gpu/x");
      try (Device device = kept.open()) {
        assertThat(backplane.unloadUnused()).containsExactly("far", "gpu", "cards");
        assertThat(states(backplane))
            .containsEntry("cpu", PluginState.READY)
            .containsEntry("gpu", PluginState.LAZY);
        assertThat(device.id()).isEqualTo("cpu/dev0");
        assertThat(Script.of("gpu").count("finalize")).isOne();
        try (Device again = other.open()) {
          assertThat(again.id()).isEqualTo("gpu/x");
          assertThat(Script.of("gpu").count("initialize")).isEqualTo(2);
        }
      }
      assertThat(backplane.unloadUnused()).containsExactly("gpu", "cpu");
      assertThat(backplane.unloadUnused()).isEmpty();
      assertThat(ids(backplane.select("*:*").tokens())).hasSize(6);
    }
  }
}
