package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of others that depend on what {@code tools/release} publishes. They are built as {@code
 * docs/add-to-a-project.md} says, with its very files.
 */
@Timeout(1800)
final class PublishedArtifactsTest {
  private static final Path PAGE = Checkout.ROOT.resolve("docs/add-to-a-project.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final String PLACE = "/opt/backplane-repository";
  private static final Path PROGRAM =
      Checkout.ROOT.resolve("examples/src/main/java/dev/backplane/examples/HashFile.java");
  private static final String DIGEST =
      "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30";

  @TempDir static Path folder;

  private static Path repository = Path.of("");

  /** Maven's downloads of everything but our artifacts. */
  private static Path cache = Path.of("no cache yet");

  @BeforeAll
  static void publish() throws Exception {
    Release release =
        new Release(
            folder.resolve("release"),
            "-pl",
            "app/backplane,app/bom",
            "-am",
            "-Dmaven.javadoc.skip=true",
            "-Dmaven.source.skip=true",
            "-Dcyclonedx.skip=true");
    repository = release.repository();
    cache = Files.createDirectories(folder.resolve("cache"));
    Path downloads = home().resolve(".m2/repository");
    if (!Files.isDirectory(downloads)) {
      return; // Each project downloads anew.
    }
    try (Stream<Path> groups = Files.list(downloads)) {
      for (Path group : groups.filter(Files::isDirectory).toList()) {
        if (!group.endsWith("dev")) {
          Files.createSymbolicLink(cache.resolve(group.getFileName()), group);
        }
      }
    }
  }

  @AfterAll
  static void keepTheDownloads() throws IOException {
    if (Files.isDirectory(cache)) {
      try (Stream<Path> groups = Files.list(cache)) {
        for (Path link : groups.filter(Files::isSymbolicLink).toList()) {
          Files.delete(link);
        }
      }
    }
  }

  /** The home folder that Maven keeps its downloads below. */
  private static Path home() throws IOException, InterruptedException {
    return Path.of(
        Release.run(folder, "bash", "-c", "getent passwd \"$(id -u)\" | cut -d: -f6").strip());
  }

  /** The block of a language on the page that has some words in it. */
  private static String block(String language, String words) {
    Matcher blocks = BLOCK.matcher(Checkout.read(PAGE));
    while (blocks.find()) {
      if (blocks.group(1).equals(language) && blocks.group(2).contains(words)) {
        return blocks.group(2).replace(PLACE, repository.toString());
      }
    }
    throw new AssertionError(PAGE + " has no block of " + language + " with " + words);
  }

  private static Path project(String name) throws IOException {
    Path project = Files.createDirectories(folder.resolve(name));
    Path sources = Files.createDirectories(project.resolve("src/main/java/dev/backplane/examples"));
    Files.copy(PROGRAM, sources.resolve(PROGRAM.getFileName()));
    return project;
  }

  private static Path java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool);
  }

  private static String maven(Path project, String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add("bash");
    line.add(Checkout.ROOT.resolve("tools/maven").toString());
    line.addAll(List.of("-q", "-B", "-Dmaven.repo.local=" + cache));
    line.addAll(List.of(arguments));
    return Release.run(project, line.toArray(String[]::new));
  }

  /** The jars that a project of Maven runs with. */
  private static String classPath(Path project) throws Exception {
    Path file = project.resolve("class-path");
    maven(
        project,
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
        "-DincludeScope=runtime",
        "-Dmdep.outputFile=" + file);
    return Files.readString(file);
  }

  private static String hash(String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(java("java").toString());
    line.addAll(List.of(arguments));
    line.add("LICENSE");
    return Release.run(Checkout.ROOT, line.toArray(String[]::new));
  }

  @Test
  void aProjectOfMavenRunsTheProgramWithOneArtifact() throws Exception {
    Path project = project("maven");
    Files.writeString(project.resolve("pom.xml"), block("xml", "backplane-bom"));
    maven(project, "compile");
    String jars = classPath(project);
    assertThat(jars).doesNotContain("bouncycastle", "junit-jupiter", "backplane-cli");
    assertThat(
            hash(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                project.resolve("target/classes") + File.pathSeparator + jars,
                "dev.backplane.examples.HashFile"))
        .contains(DIGEST);
  }

  @Test
  void aCardThatRequiresSignaturesSaysWhichArtifactIsMissing() throws Exception {
    Path project = project("unsigned");
    Files.writeString(project.resolve("pom.xml"), block("xml", "backplane-bom"));
    Path configuration =
        Files.writeString(
            project.resolve("card.json"),
            """
            {"plugins": [{"module": "softcard",
              "config": {"signature": {"policy": "require", "trust_store": "/dev/null"}}}]}
            """);
    Path program =
        Files.writeString(
            project.resolve("Open.java"),
            """
            void main(String[] arguments) {
              try (var backplane = dev.backplane.runtime.Backplane.builder()
                  .configuration(java.nio.file.Path.of(arguments[0])).open()) {
                backplane.plugins().forEach(IO::println);
              }
            }
            """);
    assertThat(
            Release.run(
                project,
                java("java").toString(),
                "-cp",
                classPath(project),
                program.toString(),
                configuration.toString()))
        .contains(
            "dev.backplane:backplane-xclbin-signature is missing", "add it to the class path");
  }

  @Test
  void aProjectOnTheModulePathRunsTheProgram() throws Exception {
    Path project = project("modules");
    Files.writeString(project.resolve("pom.xml"), block("xml", "backplane-bom"));
    Files.writeString(
        project.resolve("src/main/java/module-info.java"),
        block("java", "requires dev.backplane;"));
    maven(project, "compile");
    assertThat(
            hash(
                "--module-path",
                project.resolve("target/classes") + File.pathSeparator + classPath(project),
                "--enable-native-access=dev.backplane.ffi",
                "--module",
                "org.example.hash/dev.backplane.examples.HashFile"))
        .contains(DIGEST);
  }

  @Test
  void aProgramInOneFileNamesWhatItNeedsInItsFirstLines() throws Exception {
    String program = block("java", "//DEPS");
    Path project = Files.createDirectories(folder.resolve("one"));
    Path file = Files.writeString(project.resolve("Devices.java"), program);
    List<String> needed =
        program
            .lines()
            .filter(each -> each.startsWith("//DEPS "))
            .map(each -> each.substring(7).strip())
            .toList();
    assertThat(needed).containsExactly("dev.backplane:backplane:0.1.0");
    // What jbang makes of the lines.
    Files.writeString(
        project.resolve("pom.xml"),
        block("xml", "backplane-bom")
            .replaceAll("(?s)<dependencyManagement>.*</dependencyManagement>", "")
            .replace(
                "<artifactId>backplane</artifactId>",
                "<artifactId>backplane</artifactId><version>0.1.0</version>"));
    assertThat(
            Release.run(
                project,
                java("java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(project),
                file.toString()))
        .contains("null/null0", "softcard/card0");
  }

  @Test
  void aProjectOfGradleRunsTheProgram() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "gradle"))),
        "gradle is not installed; on Debian: apt-get install gradle");
    Path project = project("gradle");
    Files.writeString(
        project.resolve("build.gradle"),
        block("groovy", "apply plugin")
            // Debian's Gradle is older than this JDK, so it starts its compiler as a program.
            + """

            compileJava.options.fork = true
            compileJava.options.forkOptions.executable = '%s'
            compileJava.options.compilerArgs += ['--release', '25']
            task jars { doLast { println 'JARS ' + sourceSets.main.runtimeClasspath.asPath } }
            """
                .formatted(java("javac")));
    String said =
        Release.run(
            project,
            "gradle",
            "--no-daemon",
            "-q",
            "-g",
            folder.resolve("gradle-home").toString(),
            "compileJava",
            "jars");
    String jars = said.lines().filter(each -> each.startsWith("JARS ")).findFirst().orElse(said);
    assertThat(
            hash(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars.substring(5),
                "dev.backplane.examples.HashFile"))
        .contains(DIGEST);
  }

  @Test
  void publishedJarsAreThoseOfTheBuildWithAPomOfTheirOwn() throws IOException {
    Map<String, String> differences = new LinkedHashMap<>();
    int compared = 0;
    try (Stream<Path> artifacts = Files.list(repository.resolve("dev/backplane"))) {
      for (Path artifact : artifacts.sorted().toList()) {
        String name = artifact.getFileName() + "-0.1.0.jar";
        Path published = artifact.resolve("0.1.0").resolve(name);
        List<Path> built = Checkout.built(name);
        if (Files.exists(published) && !built.isEmpty()) {
          compared++;
          String difference = Release.difference(published, built.getFirst());
          if (!difference.isEmpty()) {
            differences.put(name, difference);
          }
        }
      }
    }
    assertThat(differences).isEmpty();
    assumeTrue(compared > 0, "the jars of this checkout are not built");
  }
}
