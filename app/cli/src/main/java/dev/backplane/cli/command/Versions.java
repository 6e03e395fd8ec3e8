package dev.backplane.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Says which Backplane this is, on which Java. Scripts ask often, so the answer needs no other
 * class, no lambda and no string with {@code +}, which would take longer than the rest.
 */
public final class Versions {
  private Versions() {}

  /** {@return whether the version alone is asked for} */
  public static boolean asked(String... arguments) {
    return arguments.length == 1 && (arguments[0].equals("--version") || arguments[0].equals("-V"));
  }

  /** {@return what people are told} */
  public static String line() {
    return String.join(
        "", "backplane ", backplane(), ", Java ", System.getProperty("java.runtime.version", ""));
  }

  /** {@return the version that the build was given} */
  public static String backplane() {
    try (InputStream stream = Versions.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(stream);
      return properties.getProperty("version", "");
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties of the command line", e);
    }
  }
}
