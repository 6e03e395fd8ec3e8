package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Elements of tensors come from regular files in the folder of the model, and from nowhere else.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExternalFilesTest {
  @TempDir Path room;
  private Path folder = Path.of("");

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(room.resolve("model"));
    Files.write(room.resolve("secret"), new byte[64]);
  }

  private int read(String location, long size) {
    return new ExternalFiles(Optional.of(folder))
        .read("w", Map.of("location", location), size)
        .remaining();
  }

  private void refused(String location, long size, String words) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> read(location, size))
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.MODEL_DAMAGED));
  }

  @Test
  void aLinkWithinTheFolderIsFollowed() throws IOException {
    Files.write(folder.resolve("data"), new byte[16]);
    Files.createSymbolicLink(folder.resolve("link"), Path.of("data"));
    assertThat(read("link", 16)).isEqualTo(16);
  }

  @Test
  void theFolderItselfMayBeALink() throws IOException {
    Files.write(folder.resolve("data"), new byte[16]);
    folder = Files.createSymbolicLink(room.resolve("other"), folder);
    assertThat(read("data", 16)).isEqualTo(16);
  }

  @Test
  void aLinkOutOfTheFolderIsRefused() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("../secret"));
    Files.createSymbolicLink(folder.resolve("sub"), room);
    Files.createSymbolicLink(folder.resolve("again"), Path.of("link"));
    refused("link", 16, "not in the folder of the model");
    refused("again", 16, "not in the folder of the model");
    refused("sub/secret", 16, "not in the folder of the model");
    refused("../secret", 16, "not in the folder of the model");
    refused(room.resolve("secret").toString(), 16, "not in the folder of the model");
  }

  @Test
  void aPipeIsNotWaitedFor() throws Exception {
    Process made = new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start();
    assumeTrue(made.waitFor() == 0, "pipes can be made");
    refused("pipe", 16, "a device or a pipe");
  }

  @Test
  void aFolderIsNoFile() throws IOException {
    Files.createDirectory(folder.resolve("sub"));
    refused("sub", 16, "it is a folder");
  }

  @Test
  void aTensorThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("large").toFile(), "rw")) {
      file.setLength(8L << 30);
    }
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> read("large", 8L << 30))
        .withMessageContaining("TOO_LARGE")
        .withMessageContaining("models have up to");
    assertThat(read("large", 16)).isEqualTo(16);
  }
}
