package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that appear whole or not at all. */
class OutputFolderTest {
  @TempDir Path folder;

  private static SequencedMap<String, byte[]> files(String... names) {
    SequencedMap<String, byte[]> files = new TreeMap<>();
    for (String name : names) {
      files.put(name, name.getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  private void refused(Path target, SequencedMap<String, byte[]> files) {
    assertThatExceptionOfType(CompilerException.class)
        .isThrownBy(() -> OutputFolder.write(target, files))
        .satisfies(e -> assertThat(e.error()).isEqualTo(CompilerError.OUTPUT));
  }

  @Test
  void filesMayBeInFolders() throws IOException {
    OutputFolder.write(folder.resolve("out"), files("a", "b/c/d"));

    assertThat(folder.resolve("out/b/c/d")).hasContent("b/c/d");
    assertThat(entries()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/tmp/x", "", ".", "b/.."})
  void aNameThatLeadsOutsideIsRefusedAndNothingIsWritten(String name) throws IOException {
    refused(folder.resolve("out"), files("a", name));
    assertThat(entries()).isEmpty();
  }

  @Test
  void aFailedWriteLeavesNothing() throws IOException {
    // A file of that name is in the way of a folder, as a full disk would be.
    refused(folder.resolve("out"), files("a", "a/b"));
    refused(folder.resolve("out"), files("x".repeat(300)));
    assertThat(entries()).isEmpty();

    Files.writeString(folder.resolve("file"), "x");
    refused(folder.resolve("file"), files("a"));
    refused(folder.resolve("file/out"), files("a"));
    assertThat(folder.resolve("file")).hasContent("x");
  }

  /** Writes a folder with many files, again and again. */
  static final class Writer {
    private Writer() {}

    public static void main(String... folder) {
      SequencedMap<String, byte[]> files = new TreeMap<>();
      for (int i = 0; i < 1000; i++) {
        files.put("file" + i, new byte[10_000]);
      }
      for (int i = 0; ; i++) {
        OutputFolder.write(Path.of(folder[0], "out" + i), files);
      }
    }
  }

  @Test
  void aProcessThatIsKilledLeavesWholeFolders() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path", ""),
                Writer.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!Files.exists(folder.resolve("out1")) && System.nanoTime() < end) {
      assertThat(writer.isAlive()).isTrue();
      Thread.sleep(5);
    }
    writer.destroyForcibly();
    assertThat(writer.waitFor(5, TimeUnit.MINUTES)).isTrue();

    for (Path entry : entries()) {
      if (!entry.getFileName().toString().startsWith(".")) {
        try (Stream<Path> files = Files.list(entry)) {
          assertThat(files).hasSize(1000);
        }
      }
    }
    assertThat(folder.resolve("out0")).isDirectory();
  }

  @Test
  void anEmptyFolderStaysWhatItIs() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));
    Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwx------"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("there"));

    OutputFolder.write(link, files("a", "b/c"));

    assertThat(link).isSymbolicLink();
    assertThat(there.resolve("b/c")).hasContent("b/c");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there)))
        .isEqualTo("rwx------");
    try (Stream<Path> names = Files.list(there)) {
      assertThat(names).hasSize(2);
    }
  }

  @Test
  void replacesNothingThatIsNoFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "kept");
    refused(file, files("a"));
    assertThat(file).hasContent("kept");
    Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("none"));
    refused(nowhere, files("a"));
    assertThat(nowhere).isSymbolicLink();
  }
}
