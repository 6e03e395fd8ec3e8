package dev.backplane.cli.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Manual pages of all commands, read by the programs that show and check such pages. */
@Timeout(300)
class ManPageTest {
  /** A program that reads a page and complains of what is wrong with it. */
  enum Reader {
    GROFF("groff -man -ww -Tutf8 -z"),
    MAN("man --warnings -l"),
    MANDOC("mandoc -man -T lint -W warning");

    private final String command;

    Reader(String command) {
      this.command = command;
    }

    private List<String> words() {
      return List.of(command.split(" ", -1));
    }
  }

  @TempDir static Path folder;

  @BeforeAll
  static void write() {
    Outcome outcome = Outcome.of("man", folder.resolve("new/man1").toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).matches("\\d+ pages in .*new/man1\n");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("new/man1"))) {
      return files.sorted().toList();
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(folder.resolve("new/man1").resolve(name));
  }

  @Test
  void everyCommandHasAPage() throws IOException {
    assertThat(pages())
        .extracting(page -> String.valueOf(page.getFileName()))
        .contains("backplane.1", "backplane-list.1", "backplane-image.1", "backplane-image-sign.1")
        .doesNotHaveDuplicates();
  }

  @Test
  void everyPageHasTheSectionsOfACommand() throws IOException {
    for (Path page : pages()) {
      assertThat(page)
          .content()
          .startsWith(".TH \"BACKPLANE")
          .contains(
              ".SH \"NAME\"",
              ".SH \"SYNOPSIS\"",
              ".SH \"DESCRIPTION\"",
              ".SH \"OPTIONS\"",
              ".SH \"EXIT STATUS\"",
              ".SH \"SEE ALSO\"")
          .doesNotContain("${");
    }
  }

  @Test
  void aPageSaysWhatTheHelpTextSays() throws IOException {
    assertThat(page("backplane-image-sign.1"))
        .contains("backplane\\-image\\-sign \\- ")
        .contains("\\fB\\-\\-pkcs12\\fR=\\fIFILE\\fR\n")
        .contains("\\fB2\\fR\nThe command line or the configuration is wrong")
        .contains("backplane\\-image(1)");
    assertThat(page("backplane-run.1"))
        .contains(".SH \"EXAMPLES\"\n.PP\n.RS 4\n.nf\nbackplane run ")
        .contains("a=@in.bin");
    assertThat(page("backplane-image.1"))
        .contains(".SH \"COMMANDS\"", "\\fBbackplane\\-image\\-verify\\fR(1)");
  }

  @Test
  void textIsNoRequest() {
    assertThat(new Roff("x", "1", "x").paragraph(".so 'it' is \\ -1").toString())
        .endsWith(".PP\n\\&.so \\(aqit\\(aq is \\e \\-1\n");
  }

  @Test
  void aFolderThatCannotBeMadeIsAMistakeOfTheCaller() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Outcome outcome = Outcome.of("man", file.resolve("man1").toString());
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("backplane: ").hasLineCount(1);
  }

  @ParameterizedTest
  @EnumSource
  void readersHaveNothingToComplainOf(Reader reader) throws IOException, InterruptedException {
    String program = reader.words().getFirst();
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(each -> Files.isExecutable(Path.of(each, program))),
        program + " is not installed");
    for (Path page : pages()) {
      List<String> command = new ArrayList<>(reader.words());
      command.add(page.toString());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.environment().put("MANPAGER", "cat");
      Path errors = folder.resolve("errors");
      Process process = builder.redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      try (InputStream output = process.getInputStream()) {
        String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors) + text).isZero();
        assertThat(errors).as(page.toString()).isEmptyFile();
        if (reader == Reader.MANDOC) {
          assertThat(text).isEmpty();
        }
      }
    }
  }
}
