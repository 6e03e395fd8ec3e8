package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Files beside the tests. */
public final class TestResources {
  private TestResources() {}

  public static Path copy(String name, Path folder) throws IOException {
    try (InputStream in = TestResources.class.getResourceAsStream(name)) {
      Path copy = folder.resolve(Path.of(name).getFileName());
      Files.copy(Objects.requireNonNull(in, name), copy);
      return copy;
    }
  }
}
