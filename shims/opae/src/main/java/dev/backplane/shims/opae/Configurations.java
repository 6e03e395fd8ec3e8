package dev.backplane.shims.opae;

import dev.backplane.runtime.Backplane;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Which configuration a program's plugins are of. */
final class Configurations {
  private static final String VARIABLE = "LIBOPAE_CFGFILE";

  private Configurations() {}

  /** Opens what {@value #VARIABLE} names, if that is there, and otherwise what every program uses. */
  static Backplane find() {
    String named = System.getenv(VARIABLE);
    if (named != null && isFile(named)) {
      return Backplane.open(Path.of(named));
    }
    return Backplane.open();
  }

  static Backplane read(Path file) {
    return Backplane.open(file);
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
