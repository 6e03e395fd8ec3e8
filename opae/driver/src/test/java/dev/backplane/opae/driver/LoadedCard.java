package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A plugin that is loaded, whose variables a test looks at: it is a copy of the file of its own,
 * and stays loaded until the test has closed this.
 *
 * @param instance the instance
 * @param library the plugin's library
 */
record LoadedCard(OpaeInstance instance, NativeLibrary library) implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long SPACE_BYTES = 4096;

  static LoadedCard open(Path plugin, String json) {
    try {
      Path own = Files.createTempFile(plugin.getParent(), "card", ".so");
      Files.copy(plugin, own, StandardCopyOption.REPLACE_EXISTING);
      OpaeInstance instance = instance(own, json);
      return new LoadedCard(instance, NativeLibrary.open(own.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OpaeInstance instance(Path plugin, String json) {
    OpaeInstance instance = new OpaeInstance(config(plugin, json), CallTrace.NONE, DEADLINE);
    assertThat(instance.initialize()).isZero();
    return instance;
  }

  static OpaeConfig config(Path plugin, String json) {
    return new OpaeConfig(
        plugin.toString(), json, Optional.empty(), List.of(SPACE_BYTES), Optional.empty());
  }

  int number(String variable) {
    return RawMemory.getInt(library.function(variable).address());
  }

  String text(String variable) {
    return CText.read(library.function(variable), 1024);
  }

  @Override
  public void close() {
    assertThat(instance.close()).isZero();
    library.close();
  }
}
