package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each area measures, with a load whose figures mean nothing. */
class AreasTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  /** The area of starts builds the whole project in a clone, and so is not among them. */
  static Stream<String> areas() {
    return Bench.AREAS.keySet().stream().filter(area -> !area.equals("startup"));
  }

  /** Areas read files of the project from its top folder, so each has a process there. */
  @ParameterizedTest
  @MethodSource("areas")
  void eachAreaMeasuresWithATinyLoad(String area) throws Exception {
    Path said = folder.resolve("said");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Bench.class.getName(), area, "--tiny"));
    Process process =
        new ProcessBuilder(command)
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    assertThat(ROOT.resolve("target/bench/" + area + ".json")).content().contains("\"what\"");
  }
}
