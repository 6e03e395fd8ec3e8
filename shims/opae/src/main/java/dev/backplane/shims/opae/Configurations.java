package dev.backplane.shims.opae;

import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Which configuration a program's plugins are of. A file of OPAE's own form names plugins in C by
 * the ids of cards, for which a configuration of Backplane has the driver of such plugins; one that
 * a program or its environment names is passed over.
 */
final class Configurations {
  private static final String VARIABLE = "LIBOPAE_CFGFILE";
  private static final Pattern OF_OPAE = Pattern.compile("\"configurations\"\\s*:");

  private Configurations() {}

  /**
   * Opens what {@value #VARIABLE} names, if that will do, and otherwise what every program uses.
   */
  static Backplane find() {
    String named = System.getenv(VARIABLE);
    return named == null || !isFile(named) ? Backplane.open() : read(Path.of(named));
  }

  static Backplane read(Path file) {
    return isOfOpae(file) ? Backplane.open() : Backplane.open(file);
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** What cannot be read is refused with a reason where it is opened. */
  private static boolean isOfOpae(Path file) {
    try {
      return OF_OPAE
          .matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
          .find();
    } catch (IOException e) {
      return false;
    }
  }
}
