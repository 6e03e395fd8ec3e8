package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.cli.command.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes with every option that does to places of all forms, which stay what they are. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputFormsTest {
  @TempDir private Path folder = Path.of("");

  /** A command, with the word {@code <OUT>} where its result goes. */
  private record Writing(List<String> words) {
    static Writing of(String... words) {
      return new Writing(List.of(words));
    }

    static Writing run(String... more) {
      String image = Outcome.example("vadd/vadd.xclbin");
      String input = Outcome.example("vadd/vadd.test.toml");
      List<String> words =
          new ArrayList<>(
              List.of(
                  more[0],
                  image,
                  "--kernel",
                  "vadd",
                  "--arg",
                  "a=@" + input,
                  "--arg",
                  "b=@" + input,
                  "--arg",
                  "n=16"));
      words.addAll(List.of(more).subList(1, more.length));
      return new Writing(words);
    }

    void to(Path out) {
      Outcome outcome =
          Outcome.of(
              words.stream()
                  .map(word -> word.replace("<OUT>", out.toString()))
                  .toArray(String[]::new));
      assertThat(outcome.err()).as(outcome.toString()).doesNotContain("backplane: ");
      assertThat(outcome.code()).as(outcome.toString()).isZero();
    }
  }

  static Stream<Writing> writings() {
    String image = Outcome.example("vadd/vadd.xclbin");
    String tests = Outcome.example("vadd/vadd.test.toml");
    return Stream.of(
        Writing.run("run", "--arg", "c=<OUT>:64"),
        Writing.run("run", "--arg", "c=:64", "--wave", "<OUT>"),
        Writing.run("run", "--arg", "c=:64", "--trace=2", "--trace-file", "<OUT>"),
        Writing.run("wave", "--arg", "c=:64", "-o", "<OUT>"),
        Writing.of("image", "dump", image, "IP_LAYOUT", "-o", "<OUT>"),
        Writing.of("image", "remove-section", image, "EMBEDDED_METADATA", "-o", "<OUT>"),
        Writing.of("test", "-q", tests, "--filter", "nothing*", "--seed", "0", "--junit", "<OUT>"),
        Writing.of("image", "pack", "<OUT>", "--binary", "target=xclbin,file=" + image));
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aFileBehindALinkKeepsModeAndLink(Writing writing) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x".repeat(1 << 20));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
    writing.to(link);
    assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("file"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(Files.size(file)).isPositive();
    assertNothingElse("file", "link");
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aPipeTakesWhatAFileWouldHave(Writing writing) throws Exception {
    Path pipe = folder.resolve("pipe.fst");
    succeed("mkfifo", pipe.toString());
    CompletableFuture<Long> read =
        CompletableFuture.supplyAsync(
            () -> {
              try (var in = Files.newInputStream(pipe)) {
                return (long) in.readAllBytes().length;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            task -> Thread.ofPlatform().daemon().start(task));
    writing.to(pipe);
    assertThat(read.get()).isPositive();
    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertNothingElse("pipe.fst");
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aDeviceStaysADevice(Writing writing) throws Exception {
    Path device = folder.resolve("null");
    succeed("mknod", device.toString(), "c", "1", "3");
    writing.to(device);
    assertThat(Files.readAttributes(device, "unix:isOther", LinkOption.NOFOLLOW_LINKS))
        .containsEntry("isOther", true);
    assertNothingElse("null");
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aMountedFileIsWrittenInPlace(Writing writing) throws Exception {
    Path below = Files.writeString(folder.resolve("below"), "old");
    Path mounted = Files.writeString(folder.resolve("mounted"), "");
    succeed("mount", "--bind", below.toString(), mounted.toString());
    try {
      writing.to(mounted);
    } finally {
      succeed("umount", mounted.toString());
    }
    assertThat(Files.size(below)).isNotEqualTo(3).isPositive();
    assertNothingElse("below", "mounted");
  }

  @Test
  void aWaveformWhoseTriggerNeverFiresRemovesNoDevice() throws Exception {
    Path device = folder.resolve("null");
    succeed("mknod", device.toString(), "c", "1", "3");
    Writing.run("wave", "--arg", "c=:64", "--trigger", "violation", "-o", "<OUT>").to(device);
    assertThat(device).exists();
  }

  @Test
  void otherNamesOfAFileSeeWhatIsWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "something longer");
    Path other = Files.createLink(folder.resolve("other"), file);
    write(file, "new");
    assertThat(other).hasContent("new");
  }

  @Test
  void aLinkToNothingMakesWhatItNames() throws IOException {
    Files.createDirectory(folder.resolve("sub"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("sub/file"));
    write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("sub/file")).hasContent("new");
  }

  @Test
  void linksInARingAreNoPlace() throws IOException {
    Path one = folder.resolve("one");
    Files.createSymbolicLink(folder.resolve("two"), one);
    Files.createSymbolicLink(one, folder.resolve("two"));
    assertThatThrownBy(() -> OutputFile.at(one)).isInstanceOf(BackplaneException.class);
  }

  @Test
  void appendsToAFileThatAProcessHasOpen() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "before ");
    try (var held = java.nio.channels.FileChannel.open(file)) {
      assertThat(held.isOpen()).isTrue();
      try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
        Path open = descriptors.filter(each -> leadsTo(each, file)).findFirst().orElseThrow();
        write(open, "after");
      }
    }
    assertThat(file).hasContent("before after");
  }

  @Test
  void aFullDeviceSaysSo() {
    assertThatThrownBy(() -> write(Path.of("/dev/full"), "text"))
        .hasMessageContaining("No space left");
  }

  private static boolean leadsTo(Path descriptor, Path file) {
    try {
      return Files.isSameFile(descriptor, file);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  private static void write(Path target, String text) {
    try (OutputFile file = OutputFile.at(target)) {
      file.write(text);
    }
  }

  private void assertNothingElse(String... names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrder(names);
    }
  }

  private static void succeed(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(process.waitFor() == 0, String.join(" ", words) + " is not allowed here");
  }
}
