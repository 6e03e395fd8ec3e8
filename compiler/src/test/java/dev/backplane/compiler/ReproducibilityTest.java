package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same graph gives the same bytes in every process, whatever its locale and time zone. */
class ReproducibilityTest {
  @TempDir Path folder;

  private static final List<List<String>> JVMS =
      List.of(
          List.of("-Duser.language=en", "-Duser.timezone=UTC"),
          List.of(
              "-Duser.language=ar",
              "-Duser.country=EG",
              "-Duser.extensions=u-nu-arab",
              "-Duser.timezone=Asia/Kathmandu",
              "-Dfile.encoding=UTF-16",
              "-XX:hashCode=0"),
          List.of(
              "-Duser.language=tr",
              "-Duser.timezone=America/St_Johns",
              "-Dline.separator=\r\n",
              "-XX:+UnlockExperimentalVMOptions",
              "-XX:hashCode=2",
              "-Xint"));

  @Test
  void everyJvmWritesTheSameBytes() throws Exception {
    List<Map<String, String>> written = new ArrayList<>();
    for (List<String> options : JVMS) {
      Path out = folder.resolve("jvm" + written.size());
      run(options, out);
      written.add(contents(out));
    }

    assertThat(written.getFirst().keySet())
        .contains("kernel/kernel.toml", "skeleton/skeleton.toml", "torch/net.py", "graph.svg")
        .anyMatch(name -> name.endsWith(".vhd"));
    assertThat(written).allSatisfy(each -> assertThat(each).isEqualTo(written.getFirst()));
  }

  private void run(List<String> options, Path out) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.add("-XX:+UnlockExperimentalVMOptions");
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path", ""),
            EverythingWritten.class.getName(),
            out.toString()));
    Path said = folder.resolve("said.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(process.exitValue()).as(() -> read(said)).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> contents.put(folder.relativize(file).toString(), read(file)));
    }
    return contents;
  }
}
