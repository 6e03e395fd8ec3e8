package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
    run(copy, line.toArray(String[]::new));
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
}
