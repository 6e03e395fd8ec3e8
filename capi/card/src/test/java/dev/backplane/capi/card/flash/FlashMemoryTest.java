package dev.backplane.capi.card.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a flash stays the file that a person named. */
class FlashMemoryTest {
  @TempDir Path folder;

  @Test
  void aLinkAndAModeAreKept() throws IOException {
    Path file = folder.resolve("flash");
    new FlashMemory(file).write(FlashContent.NEW);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("flash"));

    new FlashMemory(link).write(FlashContent.NEW);

    assertThat(link).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void replacesNothingThatIsNoRegularFile() {
    assertThatIOException()
        .isThrownBy(() -> new FlashMemory(folder).write(FlashContent.NEW))
        .withMessageContaining("no regular file");
    assertThatIOException().isThrownBy(() -> new FlashMemory(Path.of("/dev/zero")).read());
    assertThat(folder).isDirectory();
  }
}
