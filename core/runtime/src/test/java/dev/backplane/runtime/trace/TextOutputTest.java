package dev.backplane.runtime.trace;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TextOutputTest {
  private static final int THREADS = 8;
  private static final int RECORDS = 500;

  @TempDir Path folder;

  @Test
  void recordsOfManyThreadsStayWhole() throws IOException, InterruptedException {
    Path file = folder.resolve("trace.txt");
    List<Thread> threads = new ArrayList<>();
    try (TextOutput one = TextOutput.at("trace.txt", folder, "test");
        TextOutput two = TextOutput.at(file.toString(), folder, "test")) {
      for (int t = 0; t < THREADS; t++) {
        // Two outputs for one file are what two processes have.
        TextOutput output = t % 2 == 0 ? one : two;
        String record =
            ("begin" + t + "\n" + "x".repeat(50 * t) + "\n").repeat(1) + "end" + t + "\n";
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < RECORDS; i++) {
                        output.accept(record);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(3 * THREADS * RECORDS);
    for (int i = 0; i < lines.size(); i += 3) {
      String number = lines.get(i).substring("begin".length());
      assertThat(lines.get(i)).startsWith("begin");
      assertThat(lines.get(i + 2)).isEqualTo("end" + number);
      assertThat(lines.get(i + 1)).hasSize(50 * Integer.parseInt(number));
    }
  }

  @Test
  void aFileThatIsThereIsAppendedTo() throws IOException {
    Path file = Files.writeString(folder.resolve("old.txt"), "before\n");
    try (TextOutput output = TextOutput.at("old.txt", folder, "test")) {
      output.accept("after\n");
    }
    assertThat(file).hasContent("before\nafter\n");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefusedWithWhoNamedIt() {
    assertThat(
            refuses(
                ErrorCode.FILE_UNREADABLE,
                () -> TextOutput.at("none/trace.txt", folder, "BACKPLANE_TRACE_TO")))
        .hasMessageContaining("BACKPLANE_TRACE_TO")
        .hasMessageContaining("none/trace.txt");
    refuses(ErrorCode.FILE_UNREADABLE, () -> TextOutput.at(".", folder, "test"));
  }

  @Test
  void aFullDiskIsSaidOnceAndHurtsNoCall() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    List<String> said = new ArrayList<>();
    OutputStream full = Files.newOutputStream(Path.of("/dev/full"));
    try (TextOutput output = new TextOutput("/dev/full", full, () -> new Listening(said))) {
      output.accept("one\n");
      output.accept("two\n");
    }
    assertThat(said).hasSize(1);
    assertThat(said.getFirst()).contains("/dev/full", "No space left", "goes on without");
  }

  /** A log that is kept. */
  private record Listening(List<String> said) implements System.Logger {
    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      said.add(message);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object @Nullable ... values) {
      said.add(format);
    }
  }
}
