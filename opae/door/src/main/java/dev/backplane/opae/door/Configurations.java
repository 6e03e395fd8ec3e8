package dev.backplane.opae.door;

import dev.backplane.runtime.Backplane;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Finds the configuration of a program's plugins. It may have OPAE's form or Backplane's. */
final class Configurations {
  private static final String VARIABLE = "LIBOPAE_CFGFILE";

  private Configurations() {}

  /** Opens what {@value #VARIABLE} names, if it is there, and otherwise what every program uses. */
  static Backplane find() {
    String named = System.getenv(VARIABLE);
    return named == null || !isFile(named) ? Backplane.open() : read(Path.of(named));
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
