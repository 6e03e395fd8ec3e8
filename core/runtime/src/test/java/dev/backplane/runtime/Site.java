package dev.backplane.runtime;

import dev.backplane.runtime.configuration.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A machine with nothing on it but what a test puts there. */
public final class Site {
  private final Path folder;
  private final Map<String, String> variables;

  /** The pauses between tries; none of them takes any time. */
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();

  public Site(Path folder) {
    this(folder, Map.of());
  }

  public Site(Path folder, Map<String, String> variables) {
    this.folder = folder;
    this.variables = variables;
  }

  public Environment environment() {
    return new Environment(
        variables,
        folder.resolve("work"),
        folder.resolve("home"),
        folder.resolve("etc"),
        folder.resolve("pci"));
  }

  public Path write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A builder for a configuration with these entries under {@code plugins}. */
  public BackplaneBuilder plugins(String... entries) {
    write("work/backplane.json", "{\"plugins\": [" + String.join(",\n", entries) + "]}");
    return builder();
  }

  public BackplaneBuilder builder() {
    return Backplane.builder().environment(environment()).pause(pauses::add);
  }

  public List<Duration> pauses() {
    return List.copyOf(pauses);
  }

  /** An entry for an instance of the scripted driver. */
  public static String scripted(String name, String config, String... more) {
    return "{\"module\": \"scripted\", \"name\": \"%s\", \"config\": %s%s}"
        .formatted(name, config, more.length == 0 ? "" : ", " + String.join(", ", more));
  }
}
