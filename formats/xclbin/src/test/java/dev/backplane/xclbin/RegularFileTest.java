package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegularFileTest {
  @TempDir Path folder;

  @Test
  void aFileIsReadWhole() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
    assertThat(RegularFile.read(file, 3)).containsExactly(1, 2, 3);
    assertThat(RegularFile.read(Files.write(folder.resolve("empty"), new byte[0]), 3)).isEmpty();
  }

  @Test
  void aFileOfTheSystemThatSaysItIsEmptyIsRead() throws IOException {
    assertThat(RegularFile.text(Path.of("/proc/self/status"), 1 << 20)).contains("Pid:");
  }

  @Test
  void aThreadThatIsInterruptedReadsAllTheSame() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
    Thread.currentThread().interrupt();
    byte[] read = RegularFile.read(file, 3);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(read).containsExactly(1, 2, 3);
  }

  @Test
  void devicesAndFoldersAreRefused() {
    refused(Path.of("/dev/zero"), "a device or a pipe");
    refused(folder, "it is a folder");
  }

  @Test
  void aFileThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    Path file = folder.resolve("sparse");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(8L << 30);
    }
    refused(file, "it has 8589934592 bytes");
  }

  @Test
  void aFileThatIsNotThereIsThat() {
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> RegularFile.read(folder.resolve("none"), 1));
  }

  private static void refused(Path file, String words) {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> RegularFile.read(file, 1 << 20))
        .satisfies(e -> assertThat(e.getReason()).contains(words));
  }
}
