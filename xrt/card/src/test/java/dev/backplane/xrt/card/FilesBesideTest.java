package dev.backplane.xrt.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a card lie beside the configuration, wherever the program works. */
final class FilesBesideTest {
  @TempDir Path folder;

  private CardConfig read(String config) {
    var origin =
        new ConfigurationOrigin("backplane.json", folder.toString(), "plugins[0].config", 1, 1);
    var adapter = new Adapter.Builder("cards", CallTrace.NONE, Duration.ofSeconds(1), origin);
    return ConfigReader.read(ConfigurationNode.of(adapter, config)).getFirst();
  }

  @Test
  void namesAreRelativeToTheConfiguration() throws IOException {
    Files.createDirectory(folder.resolve("own"));
    CardConfig card =
        read(
            """
            {"class_path": ["own"], "fault_waveform": "fault.vcd",
             "board": {"flash": "{card}.flash"}}
            """);
    assertThat(card.tracing().faultWaveform()).isEqualTo(folder.resolve("fault.vcd"));
    assertThat(card.board().flash()).isEqualTo(folder.resolve("card0.flash"));
    assertThatThrownBy(() -> read("{\"class_path\": [\"none\"]}"))
        .hasMessageContaining("'" + folder.resolve("none") + "' does not exist");
    assertThatThrownBy(() -> read("{\"signature\": {\"trust_store\": \"none.pem\"}}"))
        .hasMessageContaining(folder.resolve("none.pem") + " cannot be read");
  }
}
