package dev.backplane.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aFinishedOutputAppearsAsAWhole() throws IOException {
    Path target = folder.resolve("out.bin");
    Files.writeString(target, "something older and longer");
    try (OutputFile file = OutputFile.at(target)) {
      assertThat(target).hasContent("something older and longer");
      file.write(MemorySegment.ofArray(new byte[] {1, 2, 3}));
    }
    assertThat(target).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(names()).containsExactly("out.bin");
  }

  @Test
  void anUnfinishedOutputLeavesNothingBehind() throws IOException {
    try (OutputFile file = OutputFile.at(folder.resolve("out.bin"))) {
      assertThat(file.target()).doesNotExist();
      assertThat(names()).hasSize(1);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereIsFoundOutBeforeAnythingRuns() {
    assertUnwritable(folder.resolve("missing").resolve("out.bin"));
  }

  @Test
  void aFolderIsNoFile() {
    assertUnwritable(folder);
  }

  private static void assertUnwritable(Path target) {
    assertThatThrownBy(() -> OutputFile.at(target).close())
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.FILE_UNREADABLE);
              assertThat(e).hasMessageContaining(target.toString());
            });
  }

  private java.util.List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
