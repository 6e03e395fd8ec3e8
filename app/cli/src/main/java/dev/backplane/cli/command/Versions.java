package dev.backplane.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** {@return what people are told: version, Java, commit of a download, and where it is} */
  public static String line() {
    String java = System.getProperty("java.runtime.version", "");
    String commit = commit(System.getProperty("backplane.distribution", ""));
    String home = System.getProperty("backplane.home", "");
    return String.join(
        "",
        "backplane ",
        backplane(),
        ", Java ",
        java,
        commit.isEmpty() ? "" : ", commit ",
        commit,
        home.isEmpty() ? "" : ", in ",
        home);
  }

  /** A build of a checkout has none: its files may have changed since. */
  private static String commit(String distribution) {
    Path file = Path.of(distribution, "commit");
    if (distribution.isEmpty() || !Files.exists(file)) {
      return "";
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
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
