package dev.backplane.cli.opae;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands below {@code opae} that look, clear and set, on software cards. */
class OpaeCommandsTest {
  private static final String LOOPBACK = "d8424dc4-a4a3-c413-f89e-433683f9040b";
  private static final String INTERFACE = "9e2f4a86-3d17-5c0b-8a64-0b5e7c91d2f3";

  @TempDir Path folder;
  private Path config = Path.of("");

  @BeforeEach
  void cardsAreConfigured() throws IOException {
    config = folder.resolve("cards.json");
    Files.writeString(
        config,
        """
        {"plugins": [
          {"module": "null"},
          {"module": "opaecard", "name": "cards", "config": {"cards": [
            {"errors": {"device": {"fme_errors": "0x20", "pcie0_errors": 1}}},
            {"name": "guest", "virtual_function": true, "address": "0001:3b:1f.0"}]}}
        ]}
        """);
  }

  private Outcome run(String... arguments) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 3);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[0] = "opae";
    all[arguments.length + 1] = "--config";
    all[arguments.length + 2] = config.toString();
    return Outcome.of(all);
  }

  private Outcome line(String arguments) {
    return run(arguments.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "info", "errors", "metrics", "clock", "reconfigure"})
  void everyCommandHasAHelpText(String command) {
    Outcome outcome = Outcome.of("opae", command, "--help");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains("Usage: backplane opae " + command)
        .contains("--config=FILE")
        .contains("--json");
  }

  @Test
  void aCommandBelowHasToBeNamed() {
    Outcome outcome = Outcome.of("opae");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("list, info, errors, metrics, clock, reconfigure");
  }

  @Test
  void resourcesOfOpaeAreListedAndNoOthers() {
    Outcome outcome = line("list");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .hasLineCount(4)
        .containsPattern(
            "cards/card0.fme +device +%s +0000:b0:00.0 +8086:0a5e +- +- +cards"
                .formatted(INTERFACE))
        .containsPattern(
            "cards/card0.port +accelerator +%s +0000:b0:00.0 +8086:0a5e +unassigned"
                    .formatted(LOOPBACK)
                + " +cards/card0.fme +cards")
        .containsPattern("cards/guest.port +accelerator +\\S+ +0001:3b:1f.1 .* - +cards")
        .doesNotContain("null0");
  }

  @ParameterizedTest
  @CsvSource({
    "--type device, card0.fme",
    "--type accelerator -B 0xb0, card0.port",
    "--bus 59, guest.port",
    "-S 1 -D 0x1f -F 1, guest.port",
    "--guid 9E2F4A86-3d17-5c0b-8a64-0b5e7c91d2f3, card0.fme",
    "cards/guest.port, guest.port",
    "--host localhost --segment 1, guest.port"
  })
  void allThatAFilterSaysMustHold(String filter, String key) {
    Outcome outcome = line("list " + filter);
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).hasLineCount(2).contains("cards/" + key);
  }

  @Test
  void aFilterThatNothingFitsSaysSo() {
    Outcome outcome = line("list --host ^localhost");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("fits the options").contains("3 are listed");
    assertThat(line("list --bus 1 --json").out()).isEqualToIgnoringNewLines("{\"resources\":[]}");
  }

  @Test
  void aSiteWithoutResourcesOfOpaeIsToldWhichDriversHaveSome() throws IOException {
    Files.writeString(config, "{\"plugins\": [{\"module\": \"null\"}]}");
    Outcome outcome = line("list");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).contains("'opaecard'").contains("docs/opae.md");
    assertThat(line("info card0.fme").err()).contains("BP1004").contains("there is none");
  }

  @Test
  void programsGetAListAsJson() {
    assertThat(line("list --type accelerator --json").out())
        .hasLineCount(1)
        .startsWith("{\"resources\":[{\"id\":\"cards/card0.port\",\"object\":\"accelerator\",")
        .contains("\"subsystem\":\"8086:0a5e\"")
        .contains("\"state\":\"unassigned\",\"parent\":\"cards/card0.fme\"")
        .contains("\"parent\":null");
  }

  @Test
  void aDeviceTellsItsSlotsAndObjects() {
    Outcome outcome = line("info card0.fme");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith("cards/card0.fme")
        .containsPattern("shell version +1.0.0")
        .containsPattern("served by +simulated DFL")
        .containsPattern("facets +.*Slots")
        .containsPattern("0 +%s +physical function".formatted(INTERFACE))
        .containsPattern("errors/fme_errors +0x20")
        .doesNotContain("user clock");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cards/card0.port", "card0.port", "guid=" + LOOPBACK + ",bus=0000:b0:00.0"})
  void anAcceleratorTellsItsFeaturesAndClock(String key) {
    Outcome outcome = run("info", key);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("0x00000 +accelerator +0x000 +0.0 +0 +" + LOOPBACK)
        .containsPattern("high mhz +312")
        .containsPattern("health +healthy")
        .containsPattern("shared virtual addressing +no")
        .contains("userclk/high");
  }

  @Test
  void anAddressNamesAResource() {
    assertThat(line("info 0001:3b:1f.1 --json").out())
        .startsWith("{\"id\":\"cards/guest.port\"")
        .contains("\"features\":[{\"offset\":\"0x00000\"");
  }

  @Test
  void anObjectIsShown() {
    assertThat(line("info card0.fme --object pr/interface_id").out())
        .containsPattern("kind +attribute")
        .containsPattern("value +" + INTERFACE.replace("-", ""));
    assertThat(line("info card0.fme --object errors").out())
        .containsPattern("kind +container")
        .containsPattern("size +8")
        .containsPattern("errors/pcie0_errors +0x1");
    assertThat(line("info card0.fme --object errors/f*_errors --json").out())
        .contains("\"kind\":\"attribute\",\"bytes\":5,\"value\":\"0x20\"");
    Outcome missing = line("info card0.fme --object errors/none");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("BP1004").contains("errors/none").hasLineCount(1);
  }

  @Test
  void errorsAreShownWithWhatCanBeCleared() {
    Outcome outcome = line("errors card0.fme");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("0 +fme_errors +0x20 +yes")
        .containsPattern("5 +first_error +0x0 +no")
        .doesNotContain("BEFORE");
    assertThat(line("errors card0.fme --json").out())
        .contains(
            "{\"number\":0,\"name\":\"fme_errors\",\"value\":\"0x20\",\"can_be_cleared\":true}");
  }

  @Test
  void errorsAreClearedByNameOrAll() {
    assertThat(line("errors card0.fme --clear pcie0_errors").out())
        .containsPattern("fme_errors +- +0x20")
        .containsPattern("pcie0_errors +0x1 +0x0");
    Outcome both = line("errors --all --clear all --json");
    assertThat(both.code()).isZero();
    assertThat(both.out())
        .startsWith("{\"resources\":[{\"device\":\"cards/card0.fme\",\"cleared\":[\"fme_errors\"")
        .contains("\"before\":\"0x20\",\"value\":\"0x0\"")
        .contains("cards/guest.port");
  }

  @Test
  void errorsThatCannotBeClearedAreRefused() {
    Outcome fixed = line("errors card0.fme --clear first_error");
    assertThat(fixed.code()).isEqualTo(2);
    assertThat(fixed.err()).contains("BP1005").contains("'first_error', cannot be cleared");
    Outcome unknown = line("errors card0.fme --clear nonsense");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("cards/card0.fme").contains("fme_errors, pcie0_errors");
    Outcome nowhere = line("errors --all --clear nonsense");
    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err()).contains("no resource shown has an error register 'nonsense'");
    assertThat(line("errors").err()).contains("--all");
    assertThat(line("errors card0.fme --all").code()).isEqualTo(2);
  }

  @Test
  void metricsAreShownWithUnitsAndLimits() {
    Outcome outcome = line("metrics card0.fme");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .containsPattern("power_mgmt +modelled_power +12.000 +Watts +power")
        .containsPattern("device +reconfigurations +0 +- +performance counter")
        .contains("UPPER WARNING")
        .doesNotContain("LOWER");
    assertThat(line("metrics card0.port --interval 1ms --count 3 --json").out())
        .hasLineCount(3)
        .contains("{\"number\":3,\"group\":\"accelerator\",\"name\":\"resets\",\"value\":0,");
  }

  @Test
  void theUserClockIsSetWithOneFrequencyOrBoth() {
    assertThat(line("clock card0.port").out())
        .containsPattern("high mhz +312")
        .doesNotContain("before");
    assertThat(line("clock card0.port --high 200 --json").out())
        .contains("\"before\":{\"high_mhz\":312,\"low_mhz\":156},\"high_mhz\":200,\"low_mhz\":100");
    assertThat(line("clock card0.port -L 50").out()).containsPattern("high mhz +100");
    Outcome tooFast = line("clock card0.port --low 1000");
    assertThat(tooFast.code()).isEqualTo(2);
    assertThat(tooFast.err()).contains("2000 and 1000 MHz").contains("10 to 600 MHz");
  }

  @ParameterizedTest
  @CsvSource({
    "info nix, 'nix'",
    "info cards/nix, cards/card0.fme",
    "info 0000:b0:00.0, card0.port (accelerator at 0000:b0:00.0)",
    "info " + LOOPBACK + ", several resources",
    "info type=fpga, several resources",
    "metrics null/null0, the device has no Metrics",
    "errors null/null0, the device has no ErrorRegisters",
    "clock card0.fme, the device has no Clocks",
    "list -B b0, write it as 0x3b",
    "list -B 0x12345, write it as 0x3b",
    "list --guid 1-2-3-4-5, is no id",
    "list --type fme, ACCELERATOR",
    "metrics card0.fme --interval 0s, is not a duration"
  })
  void refusesImpossibleRequestsAndNamesTheResourcesThatExist(String arguments, String words) {
    Outcome outcome = line(arguments);
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("backplane: ").contains(words);
  }
}
