package dev.backplane.cli.network;

import dev.backplane.compiler.hdl.Design;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A design in a temporary folder, which close removes. */
final class DesignFolder implements AutoCloseable {
  private final Path root;
  private final List<Path> files;

  private DesignFolder(Path root, List<Path> files) {
    this.root = root;
    this.files = files;
  }

  /** {@return a folder with the files of a design} */
  static DesignFolder of(Design design) {
    try {
      Path root = Files.createTempDirectory("backplane-design-");
      return new DesignFolder(root, design.write(root.resolve("design")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the folder of the files} */
  Path path() {
    return root.resolve("design");
  }

  /** {@return the sources} */
  List<Path> files() {
    return files;
  }

  @Override
  public void close() {
    try (Stream<Path> content = Files.walk(root)) {
      for (Path path : content.toList().reversed()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
