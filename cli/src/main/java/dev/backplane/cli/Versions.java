package dev.backplane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Says which Backplane this is, on which Java. */
final class Versions {
  private Versions() {}

  /** {@return what people are told} */
  static String line() {
    return "backplane " + backplane() + ", Java " + Runtime.version();
  }

  /** {@return the version that the build was given} */
  static String backplane() {
    try (InputStream stream = Versions.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(stream);
      return properties.getProperty("version", "");
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties of the command line", e);
    }
  }
}
