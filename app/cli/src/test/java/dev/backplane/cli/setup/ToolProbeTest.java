package dev.backplane.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ToolProbeTest {
  @TempDir Path folder;

  private String version(String script) throws IOException {
    ToolProbe.Answer answer = ask(script, Duration.ofSeconds(30));
    assertThat(answer.works()).isTrue();
    return answer.text();
  }

  private ToolProbe.Answer ask(String script, Duration deadline) throws IOException {
    Path tool = Files.writeString(folder.resolve("tool"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    ToolProbe probe = new ToolProbe("tool", "--version", "nothing", "nobody", deadline);
    return probe.version(probe.find(folder.toString()).orElseThrow());
  }

  @Test
  void theFirstLineWithADigitIsTheVersion() throws IOException {
    assertThat(version("echo A tool; printf '\\033[1mtool 4.2\\033[0m\\n'; echo 5"))
        .isEqualTo("tool 4.2");
  }

  @Test
  void aChildThatKeepsTheOutputOpenIsNotWaitedFor() throws IOException {
    assertThat(version("sleep 20 & echo tool 1")).isEqualTo("tool 1");
  }

  @Test
  void aToolThatDoesNotEndDoesNotWork() throws IOException {
    ToolProbe.Answer answer = ask("exec sleep 60", Duration.ofSeconds(1));
    assertThat(answer.works()).isFalse();
    assertThat(answer.text()).endsWith("/tool --version does not end within 1 s");
  }

  @Test
  void aToolThatDoesNotStartDoesNotWork() throws IOException {
    Path tool = Files.writeString(folder.resolve("tool"), "#!/no/such/interpreter\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    ToolProbe probe =
        new ToolProbe("tool", "--version", "nothing", "nobody", Duration.ofSeconds(30));
    ToolProbe.Answer answer = probe.version(tool);
    assertThat(answer.works()).isFalse();
    assertThat(answer.text()).contains("does not start");
  }

  @Test
  void outputThatIsNoTextHasNoVersion() throws IOException {
    assertThat(version("printf '\\377\\376'")).isEqualTo("does not say its version");
  }
}
