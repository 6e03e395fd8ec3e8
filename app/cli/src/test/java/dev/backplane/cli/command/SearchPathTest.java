package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the search for programs. */
class SearchPathTest {
  @TempDir private Path folder;

  @Test
  void theFirstExecutableFileOfTheNameIsFound() throws IOException {
    Files.createDirectories(folder.resolve("a/tool"));
    Files.createDirectory(folder.resolve("b"));
    Files.writeString(folder.resolve("b/tool"), "no program");
    Files.createDirectory(folder.resolve("c"));
    Path program = Files.writeString(folder.resolve("c/tool"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    String path =
        String.join(
            File.pathSeparator,
            "",
            folder.resolve("missing").toString(),
            folder.resolve("a").toString(),
            folder.resolve("b").toString(),
            folder.resolve("c").toString());
    assertThat(SearchPath.find("tool", path)).contains(program);
    assertThat(SearchPath.find("other", path)).isEmpty();
    assertThat(SearchPath.find("tool", "")).isEmpty();
  }
}
