package dev.backplane.runtime.configuration;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.RegularFile;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.ConfigurationSource.Kind;
import dev.backplane.runtime.ConfigurationSource.Outcome;
import dev.backplane.runtime.ConfigurationSource.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the configuration: a named file, {@code BACKPLANE_CONFIG}, {@code SYCL_PI_CONFIG}, the
 * working folder, the user's, the machine's. The first that is there is used, and used alone:
 * nothing is merged.
 */
public final class ConfigurationSearch {
  /** The variable that names a file. */
  public static final String VARIABLE = "BACKPLANE_CONFIG";

  /** The variable that names a {@link PluginList}. */
  public static final String LIST_VARIABLE = "SYCL_PI_CONFIG";

  private static final String FILE = "backplane.json";
  private static final int LARGEST = 4 << 20;

  /**
   * The result of a search.
   *
   * @param source the place that was used, and those that were searched
   * @param file the file, or null for the built-in configuration and for one that was given
   */
  public record Found(ConfigurationSource source, @Nullable Path file) {}

  private record Candidate(Kind kind, @Nullable Path file, boolean named) {}

  private ConfigurationSearch() {}

  /**
   * Searches.
   *
   * @param named the file that the program names, or null if it names none
   * @param environment where to look
   * @return what was found
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_NOT_FOUND} if a file that the program
   *     or the variable names is not there
   */
  public static Found search(@Nullable Path named, Environment environment) {
    List<Place> searched = new ArrayList<>();
    Place used = null;
    Path file = null;
    for (Candidate candidate : candidates(named, environment)) {
      Place place;
      if (used != null) {
        place = place(candidate, Outcome.NOT_NEEDED);
      } else if (candidate.kind() == Kind.BUILT_IN || isFile(candidate.file())) {
        place = place(candidate, Outcome.USED);
        used = place;
        file = candidate.file();
      } else {
        place = place(candidate, Outcome.ABSENT);
        if (candidate.named() && candidate.file() != null) {
          throw missing(candidate, candidate.file());
        }
      }
      searched.add(place);
    }
    if (used == null) {
      throw new IllegalStateException("the built-in configuration is always there");
    }
    return new Found(new ConfigurationSource(used, searched), file);
  }

  /** {@return the built-in configuration, without a look at any other place} */
  public static Found builtIn() {
    Place used = place(new Candidate(Kind.BUILT_IN, null, false), Outcome.USED);
    return new Found(new ConfigurationSource(used, List.of(used)), null);
  }

  /** {@return a configuration that the program gave, without a look at any place} */
  public static Found given(String name) {
    Place used = new Place(Kind.GIVEN, name, Outcome.USED);
    return new Found(new ConfigurationSource(used, List.of(used)), null);
  }

  /**
   * Reads the text of a configuration file.
   *
   * @param file the file
   * @return its text
   * @throws BackplaneException {@link ErrorCode#FILE_UNREADABLE} if it cannot be read, {@link
   *     ErrorCode#CONFIGURATION_SYNTAX} if it is not UTF-8 text or absurdly large
   */
  public static String read(Path file) {
    byte[] bytes;
    try {
      // A pipe that nobody writes to would be waited for.
      RegularFile.check(file);
      try (InputStream stream = Files.newInputStream(file)) {
        bytes = stream.readNBytes(LARGEST + 1);
      }
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.FILE_UNREADABLE, String.valueOf(e.getMessage()))
          .during("read configuration")
          .on(file.toString())
          .remedy("Check the file's permissions")
          .causedBy(e)
          .build();
    }
    if (bytes.length > LARGEST) {
      throw notText(file, "larger than " + LARGEST + " bytes", null);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw notText(file, "not UTF-8 text", e);
    }
  }

  private static List<Candidate> candidates(@Nullable Path named, Environment environment) {
    String userFolder = environment.variables().getOrDefault("XDG_CONFIG_HOME", "");
    // Relative paths are invalid there, says the base directory specification.
    Path user =
        userFolder.startsWith("/") ? Path.of(userFolder) : environment.home().resolve(".config");
    return List.of(
        new Candidate(Kind.NAMED, named, true),
        new Candidate(Kind.ENVIRONMENT, variable(VARIABLE, environment), true),
        new Candidate(Kind.PLUGIN_LIST, variable(LIST_VARIABLE, environment), true),
        new Candidate(Kind.WORKING_FOLDER, environment.workingFolder().resolve(FILE), false),
        new Candidate(Kind.USER, user.resolve("backplane").resolve(FILE), false),
        new Candidate(Kind.SYSTEM, environment.system().resolve("backplane").resolve(FILE), false),
        new Candidate(Kind.BUILT_IN, null, false));
  }

  private static @Nullable Path variable(String name, Environment environment) {
    String file = environment.variables().getOrDefault(name, "");
    return file.isEmpty() ? null : environment.workingFolder().resolve(file);
  }

  private static boolean isFile(@Nullable Path file) {
    return file != null && Files.exists(file) && !Files.isDirectory(file);
  }

  private static Place place(Candidate candidate, Outcome outcome) {
    return new Place(
        candidate.kind(), candidate.file() == null ? "-" : candidate.file().toString(), outcome);
  }

  private static BackplaneException missing(Candidate candidate, Path file) {
    return BackplaneException.because(
            ErrorCode.CONFIGURATION_NOT_FOUND,
            (Files.isDirectory(file) ? "is a folder" : "no such file") + ", " + candidate.kind())
        .during("read configuration")
        .on(file.toString())
        .remedy("Correct the path, or leave it out to use the configuration that is found")
        .build();
  }

  private static BackplaneException notText(Path file, String problem, @Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_SYNTAX, "not JSON: " + problem)
        .during("read configuration")
        .on(file.toString())
        .remedy("Write the configuration as JSON in UTF-8")
        .causedBy(cause)
        .build();
  }
}
