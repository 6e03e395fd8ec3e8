package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ToolProbeTest {
  @TempDir Path folder;

  private String version(String script) throws IOException {
    Path tool = Files.writeString(folder.resolve("tool"), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    ToolProbe probe = new ToolProbe("tool", "--version", "nothing");
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
  void whatIsNotTextHasNoVersion() throws IOException {
    assertThat(version("printf '\\377\\376'")).isEqualTo("does not say its version");
  }
}
