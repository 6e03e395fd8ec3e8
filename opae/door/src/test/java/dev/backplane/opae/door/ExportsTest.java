package dev.backplane.opae.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Programs and plugins are linked by names. */
class ExportsTest {
  /** What is in this library and in no other of OPAE. */
  private static final List<String> ADDITIONS =
      List.of(
          "fpgaGetLastErrorMessage",
          "fpgaPropertiesGetDeviceType",
          "fpgaPropertiesGetDeviceTypeName",
          "fpgaPropertiesGetHost",
          "fpgaPropertiesSetDeviceType",
          "fpgaPropertiesSetDeviceTypeName",
          "fpgaPropertiesSetHost");

  @BeforeAll
  static void needsALibrary() {
    assumeTrue(OpaeCLibrary.file().isPresent(), "the build had no C compiler: tools/setup");
  }

  private static List<String> linesOf(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  @Test
  void theLibraryExportsTheNamesOfOpaesAndItsOwnAdditions() throws Exception {
    List<String> opae = Files.readAllLines(Path.of("src/test/resources/exports.txt"));
    assertThat(opae).hasSize(170);
    List<String> exported =
        linesOf("nm", "-D", "--defined-only", library()).stream()
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .toList();
    assertThat(exported).containsAll(opae).containsAll(ADDITIONS);
    assertThat(exported).hasSize(opae.size() + ADDITIONS.size());
  }

  @Test
  void itsNameIsThatOfOpaes() throws Exception {
    assertThat(linesOf("readelf", "-d", library()))
        .anyMatch(line -> line.contains("SONAME") && line.contains("[libopae-c.so.2]"));
  }

  /** A program that only has properties made starts no thread and loads no JVM. */
  @Test
  void itNeedsNothingButTheCLibrary() throws Exception {
    assertThat(linesOf("readelf", "-d", library()))
        .filteredOn(line -> line.contains("NEEDED"))
        .allMatch(line -> line.matches(".*\\[lib(c|dl|pthread)\\.so\\.\\d+]"));
  }

  private static String library() {
    return OpaeCLibrary.file().orElseThrow().toString();
  }
}
