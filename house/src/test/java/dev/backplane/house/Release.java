package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of the checkout without its tests, and the repository that {@code tools/release} fills
 * from it.
 */
final class Release {
  private final Path repository;

  /**
   * Builds and publishes.
   *
   * @param folder an empty folder
   * @param arguments further arguments of Maven
   */
  Release(Path folder, String... arguments) throws IOException, InterruptedException {
    repository = folder.resolve("repository");
    Path copy = folder.resolve("copy");
    // Tests are not published, and compiling them takes longer than all the rest.
    for (Path file : Checkout.files(name -> !name.contains("/src/test/"))) {
      Path to = copy.resolve(Checkout.name(file));
      Files.createDirectories(to.getParent());
      Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path formatter = Path.of("target/tools/google-java-format.jar");
    if (Files.exists(Checkout.ROOT.resolve(formatter))) {
      Files.createDirectories(copy.resolve(formatter).getParent());
      Files.copy(Checkout.ROOT.resolve(formatter), copy.resolve(formatter));
    }
    List<String> line =
        new ArrayList<>(List.of("bash", "tools/release", repository.toString(), "-q", "-T2"));
    line.addAll(List.of(arguments));
    try {
      run(copy, line.toArray(String[]::new));
    } catch (AssertionError e) {
      boolean offline = String.valueOf(e.getMessage()).contains("Could not transfer artifact");
      assumeTrue(
          !offline || System.getenv("CI") != null,
          "Maven cannot download the plugins that tools/release needs");
      throw e;
    }
  }

  /** {@return the folder that is laid out as a repository} */
  Path repository() {
    return repository;
  }

  /** {@return the output of a program that succeeds} */
  static String run(Path place, String... line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(place.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeIf(name -> name.startsWith("BACKPLANE_"));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  /** {@return the entries of two jars that differ, but for their poms; empty if none does} */
  static String difference(Path one, Path other) throws IOException {
    Map<String, Long> first = entries(one);
    Map<String, Long> second = entries(other);
    return Stream.concat(first.keySet().stream(), second.keySet().stream())
        .distinct()
        .filter(each -> !Objects.equals(first.get(each), second.get(each)))
        .filter(each -> !each.startsWith("META-INF/maven/"))
        .collect(Collectors.joining(", "));
  }

  private static Map<String, Long> entries(Path jar) throws IOException {
    Map<String, Long> entries = new LinkedHashMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry each : file.stream().toList()) {
        entries.put(each.getName(), each.getCrc());
      }
    }
    return entries;
  }
}
