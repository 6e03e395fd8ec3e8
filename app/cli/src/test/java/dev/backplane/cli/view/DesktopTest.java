package dev.backplane.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what is said where a page cannot be opened, and that it is no failure. */
class DesktopTest {
  @TempDir private Path folder;

  @Test
  void withoutADesktopASentenceSaysSo() {
    assertThat(new Desktop(Map.of("PATH", "/usr/bin")).open("http://localhost/"))
        .contains("no desktop", "open the address yourself");
  }

  @Test
  void withoutAnOpenerASentenceSaysSo() {
    assertThat(
            new Desktop(Map.of("DISPLAY", ":0", "PATH", folder.toString()))
                .open("http://localhost/"))
        .contains("no xdg-open", "xdg-utils");
  }

  @Test
  void theOpenerGetsTheAddress() throws IOException {
    Path opener = folder.resolve("xdg-open");
    Files.writeString(opener, "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
    assertThat(
            new Desktop(Map.of("WAYLAND_DISPLAY", "w", "PATH", folder.toString()))
                .open("http://localhost/"))
        .isEqualTo("xdg-open was asked to open the page");
  }
}
