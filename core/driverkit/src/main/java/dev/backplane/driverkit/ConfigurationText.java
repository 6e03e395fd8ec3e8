package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.json.Place;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that is read, with the handling of errors in it: collected for a file, thrown for
 * an instance.
 */
sealed interface ConfigurationText {
  /** The place in its file where the text begins. */
  Place begin();

  /** The path of the whole text. */
  String path();

  /** The folder that names of files are relative to; null for the working folder. */
  @Nullable Path folder();

  /** Tells a problem. Returns if problems are gathered. */
  void problem(String path, Place place, String problem);

  /** Makes the error for a problem; it is thrown at once, or where problems are gathered. */
  BackplaneException error(ErrorCode code, String problem, @Nullable Throwable cause);

  /** The path of a member of an object; a key that is no word is in quotes. */
  static String step(String path, String key) {
    String step = isWord(key) ? key : "\"" + key + "\"";
    return path.isEmpty() ? step : path + "." + step;
  }

  private static boolean isWord(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean begins = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
      if (!begins && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
        return false;
      }
    }
    return !key.isEmpty();
  }

  /** The file of a site. */
  record OfFile(ConfigurationProblems problems) implements ConfigurationText {
    @Override
    public @Nullable Path folder() {
      return problems.file().isEmpty() ? null : Path.of(problems.file()).getParent();
    }

    @Override
    public Place begin() {
      return Place.BEGIN;
    }

    @Override
    public String path() {
      return "";
    }

    @Override
    public void problem(String path, Place place, String problem) {
      problems.add(path.isEmpty() ? "the configuration" : path, place, problem);
    }

    @Override
    public BackplaneException error(ErrorCode code, String problem, @Nullable Throwable cause) {
      return BackplaneException.because(code, problem)
          .during("read configuration")
          .on(problems.file())
          .remedy("Correct the file there; comments and trailing commas are not JSON")
          .causedBy(cause)
          .build();
    }
  }

  /** The part of a site's configuration that an instance is given. */
  record OfInstance(String instance, ConfigurationOrigin origin) implements ConfigurationText {
    @Override
    public @Nullable Path folder() {
      return origin.folder().isEmpty() ? null : Path.of(origin.folder());
    }

    @Override
    public Place begin() {
      return new Place(origin.line(), origin.column());
    }

    @Override
    public String path() {
      return origin.path();
    }

    @Override
    public void problem(String path, Place place, String problem) {
      throw error(
          ErrorCode.CONFIGURATION_INVALID, ConfigurationProblems.text(path, place, problem), null);
    }

    @Override
    public BackplaneException error(ErrorCode code, String problem, @Nullable Throwable cause) {
      BackplaneException.Builder error =
          BackplaneException.because(code, problem)
              .during("configure")
              .by(instance)
              .remedy("Correct the instance's 'config'")
              .causedBy(cause);
      return origin.file().isEmpty() ? error.build() : error.on(origin.file()).build();
    }
  }
}
