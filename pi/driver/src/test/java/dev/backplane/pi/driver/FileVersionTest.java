package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.spi.Adapter;
import dev.backplane.driverkit.ConfigurationNode;
import org.junit.jupiter.api.Test;

final class FileVersionTest {
  @Test
  void theNameOfAFileMaySayTheVersionOfTheInterface() {
    assertThat(FileVersion.of("/opt/x/libpi_cuda-15.45.so")).hasToString("Optional[15.45]");
    assertThat(FileVersion.of("libpi_cuda-15.49.so.1.2")).hasToString("Optional[15.49]");
    assertThat(FileVersion.of("libpi_cuda.so.1")).isEmpty();
    assertThat(FileVersion.of("libpi-15.so")).isEmpty();
    assertThat(read("{\"library\": \"libpi_x-15.46.so\"}").version()).hasToString("15.46");
  }

  @Test
  void aVersionThatIsNotKnownIsRefusedBeforeTheFileIsTouched() {
    assertThatThrownBy(() -> read("{\"library\": \"/none/libpi_x-9.11.so\"}"))
        .hasMessageContaining("API_VERSION_MISMATCH")
        .hasMessageContaining("says version 9.11")
        .hasMessageContaining("15.49");
  }

  private static PiConfig read(String json) {
    return PiConfig.read(ConfigurationNode.of(new Adapter.Builder("x"), json));
  }
}
