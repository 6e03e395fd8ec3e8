package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {
  @Test
  void cancelsRegisteredWorkAndNotWorkThatEnded() {
    Interruption interruption = new Interruption();
    List<String> cancelled = new ArrayList<>();
    interruption.cancelling(() -> cancelled.add("ended"), () -> "");
    interruption.cancelling(
        () -> cancelled.add("running"),
        () -> {
          interruption.interrupt();
          return "";
        });
    assertThat(cancelled).containsExactly("running");
    interruption.cancelling(() -> cancelled.add("late"), () -> "");
    assertThat(cancelled).containsExactly("running", "late");
  }

  @Test
  @Timeout(600)
  void ctrlCDuringARunEndsTheProcessWith130AndLeavesNoFiles(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path results = Files.createDirectory(folder.resolve("results"));
    Process process =
        new ProcessBuilder(
                List.of(
                    // Whoever started the tests may have it ignored, and a JVM then ignores it too.
                    "env",
                    "--default-signal=INT",
                    Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + temporary,
                    "-cp",
                    System.getProperty("backplane.test.classpath", ""),
                    "dev.backplane.cli.Main",
                    "run",
                    Outcome.example("sha256/sha256.xclbin"),
                    "--kernel",
                    "sha256",
                    "--arg",
                    "data=:64M",
                    "--arg",
                    "length=0x4000000",
                    "--arg",
                    "digest=" + results.resolve("digest.bin") + ":32",
                    "--timeout",
                    "10m",
                    "--trace"))
            .redirectErrorStream(true)
            .start();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      boolean sent = false;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (!sent && line.contains("start(")) {
          sent = true;
          assertThat(files(results)).hasSize(1);
          assertThat(new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor())
              .isZero();
        }
      }
    }
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output.toString()).isEqualTo(130);
    assertThat(output).contains("backplane: interrupted");
    assertThat(files(results)).isEmpty();
    assertThat(files(temporary)).isEmpty();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
