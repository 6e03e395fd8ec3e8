package dev.backplane.rtl.base.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolAnswersTest {
  @TempDir Path folder;
  private Path asked;

  @BeforeEach
  void aTool() throws IOException {
    asked = folder.resolve("asked");
    Files.createDirectory(folder.resolve("bin"));
    tool("echo tool 1");
  }

  /** A script that notes each of its runs. */
  private void tool(String line) throws IOException {
    Path script = folder.resolve("bin/tool");
    Files.writeString(script, "#!/bin/sh\necho x >>'" + asked + "'\n" + line + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private long runs() throws IOException {
    return Files.exists(asked) ? Files.readAllLines(asked).size() : 0;
  }

  private ToolRun ask(Optional<Path> cache, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PATH", folder.resolve("bin").toString());
    return new ToolAnswers(cache, environment)
        .answer(
            List.of(folder.resolve("bin/tool").toString(), "--version"),
            folder,
            Duration.ofMinutes(1));
  }

  private ToolRun ask() {
    return ask(Optional.of(folder.resolve("cache")), Map.of());
  }

  @Test
  void anAnswerIsRemembered() throws IOException {
    assertThat(ask().output()).isEqualTo("tool 1\n");
    assertThat(ask().output()).isEqualTo("tool 1\n");
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void aToolThatChangedIsAskedAgain() throws IOException {
    ask();
    tool("echo tool 22");
    assertThat(ask().output()).isEqualTo("tool 22\n");
    Files.setLastModifiedTime(folder.resolve("bin/tool"), FileTime.fromMillis(5000));
    ask();
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void aToolIsAskedAgainIfTheProgramBesideItOrAVariableOfItChanged() throws IOException {
    ask();
    Files.writeString(folder.resolve("bin/tool_bin"), "the program itself");
    ask();
    assertThat(runs()).isEqualTo(2);
    ask(Optional.of(folder.resolve("cache")), Map.of("VERILATOR_ROOT", "/elsewhere"));
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void aFailureIsNotRemembered() throws IOException {
    tool("exit 3");
    assertThat(ask().exitCode()).isEqualTo(3);
    assertThat(ask().exitCode()).isEqualTo(3);
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void withoutACacheTheToolIsAskedEachTime() throws IOException {
    ask(Optional.empty(), Map.of());
    assertThat(ask(Optional.empty(), Map.of()).output()).isEqualTo("tool 1\n");
    assertThat(runs()).isEqualTo(2);
  }
}
