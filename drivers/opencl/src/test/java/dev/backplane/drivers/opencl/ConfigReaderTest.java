package dev.backplane.drivers.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.drivers.opencl.icd.IcdSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
  private static final IcdSettings USUAL = IcdSettings.usual();

  @Test
  void nothingSaidIsWhatIsUsual() {
    assertThat(ConfigReader.read("cl", "{}", USUAL)).isEqualTo(USUAL);
  }

  @Test
  void everyKeyIsRead() {
    IcdSettings read =
        ConfigReader.read(
            "cl",
            """
            {"icd_folder": "/opt/vendors", "libraries": ["libacme.so", "/opt/libother.so"],
             "probe": "always", "probe_seconds": 5}
            """,
            USUAL);
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
          []                       | $: must be an object
          {"anything": 1}          | $.anything: is no known key; there are [icd_folder, libraries, probe, probe_seconds]
          {"icd_folder": ""}       | $.icd_folder: must be a name or path
          {"libraries": "a.so"}    | $.libraries: must be a list
          {"libraries": ["a", 3]}  | $.libraries[1]: must be a name or path, not 3
          {"probe": "maybe"}       | $.probe: must be one of [always, suspicious, never], not "maybe"
          {"probe_seconds": 0}     | $.probe_seconds: must be a whole number from 1 to 600, not 0
          {"probe_seconds": 1.5}   | $.probe_seconds: must be a whole number
          {"probe_seconds": 1e99}  | $.probe_seconds: must be a whole number
          no JSON                  | not JSON
          """)
  void whatIsWrongIsToldWithItsPlace(String json, String said) {
    assertThatThrownBy(() -> ConfigReader.read("cl", json, USUAL))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining(said)
        .hasMessageContaining("cl");
  }
}
