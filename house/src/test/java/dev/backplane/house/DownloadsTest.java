package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Downloads of {@code tools/dist} run without a Java, a network and the right to write. */
@Timeout(1800)
final class DownloadsTest {
  private static final String DIGEST =
      "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30  by the JDK's"
          + " MessageDigest: the same";

  @TempDir static Path folder;

  /** The zip, unpacked in a place whose name has a space and a letter beyond ASCII. */
  private static Path installed = Path.of("");

  @BeforeAll
  static void makeAndUnpack() throws Exception {
    assumeTrue(
        Files.exists(Checkout.ROOT.resolve("app/dist/target/backplane/stamp")),
        "the command line was not packaged in this build; 'mvn verify' does");
    assumeTrue(isThere("unzip"), "unzip is not installed; on Debian: apt-get install unzip");
    run(
        Checkout.ROOT,
        "env",
        "BACKPLANE_BUILD=never",
        "tools/dist",
        folder.toString(),
        "--descriptors");
    Path place = Files.createDirectories(folder.resolve("a place f\u00fcr it"));
    run(place, "unzip", "-q", zip().toString());
    // What was packed is gone: nothing may remember where it was made.
    try (Stream<Path> made = Files.list(folder)) {
      for (Path each : made.filter(DownloadsTest::isPackage).toList()) {
        Files.move(each, folder.resolve("moved"));
      }
    }
    try (Stream<Path> files = Files.list(place)) {
      installed = files.findFirst().orElseThrow();
    }
    run(folder, "chmod", "-R", "a-w", place.toString());
    run(folder, "chmod", "a+rx", folder.toString());
  }

  @AfterAll
  static void allowTheRemoval() throws Exception {
    if (installed.isAbsolute()) {
      run(folder, "chmod", "-R", "u+w", installed.getParent().toString());
    }
  }

  private static boolean isPackage(Path file) {
    return file.getFileName().toString().startsWith("backplane-") && Files.isDirectory(file);
  }

  private static Path zip() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".zip")).findFirst().orElseThrow();
    }
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static String run(Path place, String... line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(place.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("BACKPLANE_"));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  /** As somebody who owns nothing, where this process may become one; without any variable. */
  private static String command(String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    boolean root = "root".equals(System.getProperty("user.name")) && isThere("setpriv");
    if (root) {
      line.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    line.addAll(List.of("env", "-i", installed.resolve("bin/backplane").toString()));
    line.addAll(List.of(arguments));
    return run(Path.of("/"), line.toArray(String[]::new));
  }

  @Test
  void theDemoRunsFromTheZipWithoutAnyVariableAndWithoutTheRightToWrite() throws Exception {
    assertThat(command("demo")).contains(DIGEST);
  }

  @Test
  void theCommandStartsWithItsCacheOfClassesWhereverItWasUnpacked() throws Exception {
    Path command = installed.resolve("command");
    List<String> line = new ArrayList<>(List.of(installed.resolve("runtime/bin/java").toString()));
    line.addAll(Files.readAllLines(command.resolve("java-options")));
    line.addAll(
        List.of(
            "-XX:AOTMode=on",
            "-XX:AOTCache=" + command.resolve("backplane.aot"),
            "-cp",
            String.join(
                File.pathSeparator,
                Files.readAllLines(command.resolve("class-path")).stream()
                    .map(jar -> command.resolve("lib").resolve(jar).toString())
                    .toList()),
            "dev.backplane.cli.Main",
            "--version"));
    // With this mode a cache that does not fit is an error.
    assertThat(run(folder, line.toArray(String[]::new))).startsWith("backplane ");
  }

  @Test
  void theCommandListsAndTestsAndSaysItsVersion() throws Exception {
    assertThat(command("list")).contains("softcard/card0");
    assertThat(command("--version")).startsWith("backplane ").contains(", in " + installed);
    assertThat(command("test", installed.resolve("examples/vadd/vadd.test.toml").toString()))
        .contains("passed");
  }

  @Test
  void theDescriptorsForPackageManagersNameTheZipAndItsSum() throws Exception {
    String sum =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(zip())));
    String name = zip().getFileName().toString();
    String version = name.replaceFirst("backplane-(.*)-linux-.*", "$1");
    JsonNode request = descriptor("sdkman.json");
    assertThat(request.path("checksums").path("SHA-256").asString()).isEqualTo(sum);
    assertThat(request.path("version").asString()).isEqualTo(version);
    assertThat(request.path("url").asString()).startsWith("https://").endsWith("/" + name);
    assertThat(descriptor("jbang-catalog.json").path("aliases").path("backplane").toString())
        .contains("dev.backplane:backplane-cli:" + version, "\"dev.backplane.cli.Main\"");
    assertThat(folder.resolve("descriptors/backplane.rb"))
        .content()
        .contains("sha256 \"" + sum + "\"", "version \"" + version + "\"", "/" + name + "\"")
        .doesNotContain("@");
    assertThat(folder.resolve("descriptors/notes.md")).content().contains("## " + version);
  }

  @Test
  void theFormulaIsRuby() throws Exception {
    assumeTrue(isThere("ruby"), "ruby is not installed; on Debian: apt-get install ruby");
    assertThat(run(folder, "ruby", "-c", folder.resolve("descriptors/backplane.rb").toString()))
        .contains("Syntax OK");
  }

  private static JsonNode descriptor(String name) throws IOException {
    return new ObjectMapper().readTree(Files.readString(folder.resolve("descriptors/" + name)));
  }

  @Test
  void aProgramInCIsBuiltByPkgConfigAndFindsItsJava() throws Exception {
    assumeTrue(isThere("gcc"), "gcc is not installed; on Debian: apt-get install gcc");
    assumeTrue(isThere("pkg-config"), "pkg-config is not installed");
    assumeTrue(Files.exists(installed.resolve("lib/libopae-c.so.2")), "built without a compiler");
    Path program = folder.resolve("program");
    Files.writeString(
        folder.resolve("program.c"),
        """
        #include <backplane/fpga.h>
        #include <stdio.h>
        int main(void) {
          fpga_token found[4];
          uint32_t count = 0;
          fpga_result result = fpgaEnumerate(NULL, 0, found, 4, &count);
          printf("result %d, found %u\\n", result, count);
          return result;
        }
        """);
    // A place with a space is one that pkg-config and the shell disagree about.
    Path plain = Files.createSymbolicLink(folder.resolve("installed"), installed);
    run(
        folder,
        "bash",
        "-euc",
        "gcc program.c -o program $(PKG_CONFIG_PATH="
            + plain.resolve("lib/pkgconfig")
            + " pkg-config --cflags --libs opae-c)");
    Path cards =
        Files.writeString(
            folder.resolve("cards.json"), "{\"plugins\": [{\"module\": \"opaecard\"}]}");
    assertThat(run(folder, "env", "BACKPLANE_CONFIG=" + cards, program.toString()))
        .containsPattern("result 0, found [1-9]");
  }

  @Test
  @Tag("nightly")
  void thePackagesRunInBareRootsOfDebian() throws Exception {
    String said =
        run(Checkout.ROOT, "bash", "tools/test-downloads", folder.resolve("bare").toString());
    assumeTrue(!said.contains("skipped"), said);
    assertThat(said.split("the same", -1)).hasSizeGreaterThan(5);
  }
}
