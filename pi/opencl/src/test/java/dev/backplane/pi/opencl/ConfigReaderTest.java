package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.spi.Adapter;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.pi.opencl.icd.IcdSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
  private static final IcdSettings USUAL = IcdSettings.usual();

  private static IcdSettings read(String json) {
    return ConfigReader.read(ConfigurationNode.of(new Adapter.Builder("cl"), json), USUAL);
  }

  @Test
  void nothingSaidIsWhatIsUsual() {
    assertThat(read("{}")).isEqualTo(USUAL);
  }

  @Test
  void everyKeyIsRead() {
    IcdSettings read =
        read(
            """
            {"icd_folder": "/opt/vendors", "libraries": ["libacme.so", "/opt/libother.so"],
             "probe": "always", "probe_seconds": 5}
            """);
    assertThat(read.folder()).contains(Path.of("/opt/vendors"));
    assertThat(read.libraries()).containsExactly("libacme.so", "/opt/libother.so");
    assertThat(read.probe()).isEqualTo(IcdSettings.Probing.ALWAYS);
    assertThat(read.deadline()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.systemFolder()).isEqualTo(USUAL.systemFolder());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      textBlock =
          """
          []                       | config: must be an object
          {"probes": 1}            | config.probes: unknown key; there are icd_folder, libraries, probe, probe_seconds. Did you mean 'probe'? (line 1, column 12)
          {"icd_folder": ""}       | config.icd_folder: must not be blank
          {"libraries": "a.so"}    | config.libraries: must be an array
          {"libraries": ["a", 3]}  | config.libraries[1]: must be a string, not the number 3
          {"probe": "maybe"}       | config.probe: must be one of always, suspicious, never, not the string "maybe"
          {"probe_seconds": 0}     | config.probe_seconds: must be a whole number from 1 to 600, not the number 0
          {"probe_seconds": 1.5}   | config.probe_seconds: must be a whole number
          {"probe_seconds": 1e99}  | config.probe_seconds: must be a whole number
          no JSON                  | not JSON
          """)
  void reportsEachMistakeWithItsPlace(String json, String said) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining(said)
        .hasMessageContaining("cl");
  }
}
