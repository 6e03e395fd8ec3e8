package dev.backplane.xrt.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.spi.Adapter;
import dev.backplane.driverkit.ConfigurationNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class XrtConfigTest {
  private static XrtConfig read(String json) {
    return XrtConfig.read(
        ConfigurationNode.of(new Adapter.Builder("cards"), json.replace('\'', '"')));
  }

  @Test
  void nothingIsTheRealCardsOfThisMachine() {
    XrtConfig config = read("{}");
    assertThat(config.emulation()).isEmpty();
    assertThat(config.completion()).isEqualTo(XrtConfig.Completion.POLL);
    assertThat(config.deadline()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void everyKeyIsRead() {
    assertThat(
            read(
                "{'emulation': 'noop', 'devices': 2, 'library': '/opt/x', 'environment': {'A':"
                    + " 'b'}, 'ini': {'Runtime.verbosity': '4'}, 'completion': 'callback',"
                    + " 'deadline_seconds': 7}"))
        .isEqualTo(
            new XrtConfig(
                Optional.of(Emulation.NOOP),
                2,
                Optional.of(Path.of("/opt/x")),
                Map.of("A", "b"),
                Map.of("Runtime.verbosity", "4"),
                XrtConfig.Completion.CALLBACK,
                Duration.ofSeconds(7)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'emulation': 'sw_emu'}                           | config.emulation: must be one of",
        "{'emulation': 'none', 'devices': 1}               | config.devices: counts emulated",
        "{'emulation': 'hw_emu', 'completion': 'callback'} | config.completion: callbacks of",
        "{'devices': 17}                                   | config.devices: must be a whole number"
            + " from 1 to 16",
        "{'environment': {'1A': 'b'}}                      | config.environment.\"1A\": is no name"
            + " of the form",
        "{'ini': {'a.b': 'c\\n"
            + "'}}                          | config.ini.\"a.b\": has a control character",
        "{'librari': 'x'}                                  | Did you mean 'library'?",
      })
  void namesThePlaceOfEachMistake(String json, String message) {
    assertThatThrownBy(() -> read(json)).hasMessageContaining(message);
  }
}
