package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.json.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers all that is wrong with a file, so that one run shows it all. Not safe for use by several
 * threads.
 */
public final class ConfigurationProblems {
  private final String file;
  private final List<String> found = new ArrayList<>();

  /**
   * None yet.
   *
   * @param file what to call the file in messages
   */
  public ConfigurationProblems(String file) {
    this.file = file;
  }

  /**
   * Notes a problem.
   *
   * @param path the path of the value, or what else it is about
   * @param place where it is
   * @param problem what is wrong
   */
  public void add(String path, Place place, String problem) {
    found.add(text(path, place, problem));
  }

  static String text(String path, Place place, String problem) {
    return path + ": " + problem + " (" + place + ")";
  }

  String file() {
    return file;
  }

  /**
   * Fails if there are any.
   *
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID} with all of them
   */
  public void throwIfAny() {
    if (found.isEmpty()) {
      return;
    }
    String text =
        found.size() == 1
            ? found.getFirst()
            : found.size() + " problems:\n  " + String.join("\n  ", found);
    throw BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, text)
        .during("read configuration")
        .on(file)
        .remedy("docs/configuration.md describes every key")
        .build();
  }
}
