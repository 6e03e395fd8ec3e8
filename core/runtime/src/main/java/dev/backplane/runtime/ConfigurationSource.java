package dev.backplane.runtime;

import java.util.List;

/**
 * The place that the configuration came from, and those where it was looked for. Immutable.
 *
 * @param place the place that was used
 * @param searched all places in the order of search, the used one included; those behind it were
 *     not looked at
 */
public record ConfigurationSource(Place place, List<Place> searched) {
  /** The origin of a place where a configuration may be. */
  public enum Kind {
    /** The program or its command line named the file. */
    NAMED("named by the program"),
    /** The program gave the text itself. */
    GIVEN("given by the program"),
    /** The variable {@code BACKPLANE_CONFIG} names the file. */
    ENVIRONMENT("environment variable BACKPLANE_CONFIG"),
    /** The variable {@code SYCL_PI_CONFIG} names a plain list of plugins. */
    PLUGIN_LIST("environment variable SYCL_PI_CONFIG"),
    /** The folder that the program was started in. */
    WORKING_FOLDER("working folder"),
    /** The user's configuration. */
    USER("user"),
    /** The machine's configuration. */
    SYSTEM("system"),
    /** No file: every driver on the class path and module path, with nothing configured. */
    BUILT_IN("built in");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** The result of the search at a place. */
  public enum Outcome {
    /** This is the configuration. */
    USED("used"),
    /** There is no such file, or the variable is not set. */
    ABSENT("not there"),
    /** An earlier place was used. */
    NOT_NEEDED("not needed");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * A place that may have a configuration.
   *
   * @param kind the origin of the place
   * @param location the file, the name of a text that was given, or a dash if no file is meant
   * @param outcome the result of the search there
   */
  public record Place(Kind kind, String location, Outcome outcome) {
    @Override
    public String toString() {
      return kind + ": " + location + " (" + outcome + ")";
    }
  }

  /** Copies the list. */
  public ConfigurationSource {
    searched = List.copyOf(searched);
  }
}
