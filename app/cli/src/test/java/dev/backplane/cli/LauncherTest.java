package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The script {@code backplane}, with a JVM that only says what it was started with. */
class LauncherTest {
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  /** Those that simulate. Whoever adds a command decides here, and in the script, what it is. */
  private static final List<String> LISTING = List.of("list", "plugins");

  private static final Set<String> LONG =
      Set.of(
          "build",
          "compile",
          "demo",
          "exec",
          "run",
          "serve",
          "simulate",
          "test",
          "validate",
          "wave");

  private static final Instant BUILT = Instant.parse("2100-01-01T00:00:00Z");

  @TempDir private Path root = Path.of("");

  @BeforeEach
  void install() throws IOException {
    Files.copy(Outcome.home().resolve("backplane"), root.resolve("backplane"));
    program("jdk/bin/java", "printf '%s\\n' \"$@\"");
    file("jdk/release", "");
    file("app/dist/target/backplane/java", root.resolve("jdk/bin/java").toString());
    file("app/dist/target/backplane/java-options", "-Xone\n-Xtwo\n");
    file("app/dist/target/backplane/class-path", "a.jar\nb.jar\n");
    file("app/dist/target/backplane/backplane.aot", "");
    file("app/dist/target/backplane/listing.aot", "");
    Path stamp = file("app/dist/target/backplane/stamp", "");
    Files.setLastModifiedTime(stamp, FileTime.from(BUILT));
  }

  private Path file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private void program(String name, String content) throws IOException {
    Files.setPosixFilePermissions(
        file(name, "#!/usr/bin/env bash\n" + content + "\n"),
        PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> start(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", root.resolve("backplane").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("BACKPLANE_"));
    return output(builder, 0);
  }

  @Test
  void aJavaProgramGetsTheJarsAndMayCallNativeCode() throws IOException, InterruptedException {
    for (String tool : List.of("java", "jdk25")) {
      Files.createDirectories(root.resolve("tools"));
      Files.copy(Outcome.home().resolve("tools/" + tool), root.resolve("tools/" + tool));
    }
    file("jdk/release", "JAVA_VERSION=\"25.0.3\"\n");
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash", root.resolve("tools/java").toString(), "Program.java", "two words")
            .redirectErrorStream(true);
    builder.environment().put("BACKPLANE_JAVA_HOME", root.resolve("jdk").toString());
    Path lib = root.resolve("app/dist/target/backplane/lib");
    assertThat(output(builder, 1)).singleElement().asString().contains("./backplane --version");
    Files.createDirectories(lib);
    assertThat(output(builder, 0))
        .containsExactly(
            "--enable-native-access=ALL-UNNAMED", "-cp", lib + "/*", "Program.java", "two words");
  }

  private static List<String> output(ProcessBuilder builder, int code)
      throws IOException, InterruptedException {
    Process process = builder.start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isEqualTo(code);
      return text.lines().toList();
    }
  }

  /** Commands that only list have a cache of their own. */
  private String cache(String command) {
    String name = LISTING.contains(command) ? "listing.aot" : "backplane.aot";
    return "-XX:AOTCache=" + root.resolve("app/dist/target/backplane/" + name);
  }

  private static boolean isCache(String word) {
    return word.startsWith("-XX:AOTCache");
  }

  private static Collection<String> commands() {
    return CommandTree.names();
  }

  @Test
  void theJvmGetsTheOptionsOfTheBuildTheClassPathAndTheArguments()
      throws IOException, InterruptedException {
    Path lib = root.resolve("app/dist/target/backplane/lib");
    assertThat(start("list", "two words", ""))
        .startsWith("-Xone", "-Xtwo")
        .contains(cache("list"), "-Dbackplane.home=" + root)
        .endsWith(
            "-cp",
            lib.resolve("a.jar") + ":" + lib.resolve("b.jar"),
            "dev.backplane.cli.Main",
            "list",
            "two words",
            "");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void onlyCommandsThatSimulateGetTheSecondCompiler(String command)
      throws IOException, InterruptedException {
    assertThat(start(command).contains(QUICK)).isEqualTo(!LONG.contains(command));
    assertThat(start(command, "--help")).contains(cache(command));
  }

  @Test
  void anEmptyEnvironmentHasAPathForWhatIsStarted() throws IOException, InterruptedException {
    program("jdk/bin/java", "/usr/bin/env");
    Process process =
        new ProcessBuilder(
                "/usr/bin/env", "-i", "/bin/bash", root.resolve("backplane").toString(), "list")
            .redirectErrorStream(true)
            .start();
    try (InputStream output = process.getInputStream()) {
      assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8).lines())
          .anyMatch(line -> line.startsWith("PATH=/"));
    }
  }

  @Test
  void theVersionAloneNeedsNoCache() throws IOException, InterruptedException {
    assertThat(start("--version")).contains(QUICK).noneMatch(LauncherTest::isCache);
    assertThat(start("-V")).contains(QUICK).noneMatch(LauncherTest::isCache);
    assertThat(start("-V", "list")).contains(cache("-V"));
    assertThat(start("list", "-V")).contains(cache("list"));
    assertThat(start()).contains(QUICK, cache(""));
  }

  @Test
  void aCacheThatCouldNotBeMadeIsNotNamed() throws IOException, InterruptedException {
    Files.delete(root.resolve("app/dist/target/backplane/backplane.aot"));
    assertThat(start("info")).contains(QUICK).noneMatch(LauncherTest::isCache);
    Files.delete(root.resolve("app/dist/target/backplane/listing.aot"));
    assertThat(start("list")).contains(QUICK).noneMatch(LauncherTest::isCache);
  }

  @Test
  void aCacheIsMadeWhenACommandFirstWantsIt() throws IOException, InterruptedException {
    Path made = root.resolve("app/dist/target/backplane");
    // It waits for a word, so that a command that waited for it would never end.
    run("mkfifo", root.resolve("go").toString());
    program(
        "app/dist/train",
        "read -r _ <'%s'; mv '%s'/$1.untrained '%2$s'/$1.aot; echo >'%s'"
            .formatted(root.resolve("go"), made, root.resolve("done")));
    run("mkfifo", root.resolve("done").toString());
    assertThat(start("list")).noneMatch(LauncherTest::isTraining);

    Files.delete(made.resolve("backplane.aot"));
    assertThat(start("--version")).noneMatch(LauncherTest::isTraining);
    assertThat(start("run")).anyMatch(LauncherTest::isTraining).noneMatch(LauncherTest::isCache);
    assertThat(start("run"))
        .as("it goes on, or was cut")
        .noneMatch(LauncherTest::isTraining)
        .noneMatch(LauncherTest::isCache);
    Files.writeString(root.resolve("go"), "\n", StandardOpenOption.WRITE);
    assertThat(Files.readString(root.resolve("done"))).isNotEmpty();
    assertThat(start("run")).noneMatch(LauncherTest::isTraining).contains(cache("run"));
  }

  private static boolean isTraining(String line) {
    return line.startsWith("backplane: preparing");
  }

  private static void run(String... words) throws IOException, InterruptedException {
    assertThat(output(new ProcessBuilder(words), 0)).isEmpty();
  }

  @Test
  void onlyACheckoutIsBuiltAndOnlyIfSomethingChanged() throws IOException, InterruptedException {
    program("tools/build", "echo built");
    Path release = root.resolve("jdk/release");
    Path source = file("app/cli/src/main/java/A.java", "");
    FileTime later = FileTime.from(BUILT.plusSeconds(1));
    Files.setLastModifiedTime(source, later);
    assertThat(start("list")).doesNotContain("built");
    file("pom.xml", "");
    assertThat(start("list")).contains("built");
    Files.setLastModifiedTime(source, FileTime.from(BUILT));
    assertThat(start("list")).doesNotContain("built");
    Files.setLastModifiedTime(release, later);
    assertThat(start("list")).as("another JDK, which the cache does not fit").contains("built");
  }
}
