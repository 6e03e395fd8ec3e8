package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.spi.Adapter;
import dev.backplane.driverkit.ConfigurationNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PiConfigTest {
  private static PiConfig read(String json) {
    return PiConfig.read(ConfigurationNode.of(new Adapter.Builder("x"), json.replace('\'', '"')));
  }

  @Test
  void aPluginIsTriedForTenSecondsUnlessTheSiteSaysOtherwise() {
    assertThat(read("{'library': 'libpi_x.so'}"))
        .isEqualTo(
            new PiConfig(
                "libpi_x.so", SlotList.NEWEST, List.of(), Optional.of(Duration.ofSeconds(10))));
    assertThat(read("{'library': 'x', 'targets': ['a', 'b'], 'probe': false}"))
        .isEqualTo(new PiConfig("x", SlotList.NEWEST, List.of("a", "b"), Optional.empty()));
    assertThat(read("{'library': 'x', 'probe_seconds': 600}").probe())
        .contains(Duration.ofMinutes(10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                    | config: the key 'library' is missing",
        "{'library': ''}                       | config.library: must not be blank",
        "{'library': 'x', 'version': '9.1'}    | config.version: must be one of 15.49, 15.48",
        "{'library': 'x', 'targets': 'a'}      | config.targets: must be an array",
        "{'library': 'x', 'targets': ['']}     | config.targets[0]: must not be blank",
        "{'library': 'x', 'probe': 1}          | config.probe: must be true or false",
        "{'library': 'x', 'probe_seconds': 0}  | config.probe_seconds: must be a whole number",
        "{'library': 'x', 'probes': true}      | Did you mean 'probe'?",
      })
  void namesThePlaceOfEachMistake(String json, String message) {
    assertThatThrownBy(() -> read(json)).hasMessageContaining(message);
  }
}
