package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.command.Interruption;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a terminal, which is written down. */
@Timeout(300)
class ShownProgressTest {
  private static final String ERASE = "\r\u001b[K";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void run(boolean rewrites, String... arguments) {
    Console console =
        new Console(
            new PrintWriter(out),
            new PrintWriter(err),
            true,
            rewrites,
            false,
            InputStream.nullInputStream());
    assertThat(Outcome.run(console, new Interruption(), arguments)).as(err.toString()).isZero();
  }

  /** {@return cases of a kernel that is built already} */
  private static String tests(Path folder) throws IOException {
    String text =
        Files.readString(Path.of(Outcome.example("vadd/vadd.test.toml")))
            .replaceAll(
                "(?s)\\[kernel].*?\\n\\n",
                "[kernel]\nimage = '" + Outcome.example("vadd/vadd.xclbin") + "'\n\n");
    Files.copy(Path.of(Outcome.example("vadd/VaddModel.java")), folder.resolve("VaddModel.java"));
    return Files.writeString(folder.resolve("vadd.test.toml"), text).toString();
  }

  @Test
  void progressIsSeenAndGoneAtTheEnd(@TempDir Path folder) throws IOException {
    run(true, "test", tests(folder));
    assertThat(out.toString()).endsWith("9 passed, 0 failed\n").doesNotContain("\u001b", "\r");
    assertThat(err.toString()).contains(ERASE + "vadd.test.toml: 0 of 9 cases").endsWith(ERASE);
  }

  @Test
  void jsonIsOneLineWithoutProgress(@TempDir Path folder) throws IOException {
    run(true, "test", tests(folder), "--json");
    assertThat(out.toString()).startsWith("{").endsWith("}\n").hasLineCount(1);
    assertThat(out.toString()).doesNotContain("\u001b", "\r");
    assertThat(err.toString()).endsWith(ERASE);
  }

  @Test
  void aTerminalThatErasesNothingShowsNoProgress(@TempDir Path folder) throws IOException {
    run(false, "test", tests(folder));
    assertThat(err.toString()).isEmpty();
  }
}
