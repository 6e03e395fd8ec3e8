package dev.backplane.cli.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real shells read the scripts, and are asked what they would offer. */
@Timeout(300)
class CompletionTest {
  /** Programs of shells, where {@code $SCRIPT} is the script and {@code $1} the line. */
  enum Shell {
    BASH(
        """
        source "$SCRIPT"
        compopt() { :; } # It is refused where nobody presses a key.
        read -ra COMP_WORDS <<<"$1"
        if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
        words=$(complete -p backplane) words=${words#*-F }
        "${words%% *}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """),
    ZSH(
        """
        autoload -U +X compinit && compinit -u -D
        source "$SCRIPT"
        setopt ksharrays shwordsplit
        COMP_WORDS=($1)
        if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        _complete_backplane
        # The shell itself leaves out what does not begin like the last word.
        for word in "${COMPREPLY[@]}"; do
          if [[ $word == "${COMP_WORDS[COMP_CWORD]}"* ]]; then printf '%s\\n' "$word"; fi
        done
        """),
    FISH(
        """
        source $SCRIPT
        complete -C $argv[1] | string split -f 1 \\t
        true # A word without an explanation is not split.
        """);

    private final String program;

    Shell(String program) {
      this.program = program;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private List<String> command(String line) {
      return switch (this) {
        case BASH -> List.of("bash", "--norc", "-c", program, "bash", line);
        case ZSH -> List.of("zsh", "-f", "-c", program, "zsh", line);
        case FISH -> List.of("fish", "--no-config", "-c", program, line);
      };
    }
  }

  @TempDir private Path folder = Path.of("");

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** {@return what a shell offers for a line that ends where the cursor is} */
  private List<String> offers(Shell shell, String line) throws IOException, InterruptedException {
    assumeTrue(isInstalled(shell.word()), shell.word() + " is not installed");
    Path script = folder.resolve("script");
    if (!Files.exists(script)) {
      Outcome made = Outcome.of("completion", shell.word());
      assertThat(made.code()).isZero();
      assertThat(made.err()).isEmpty();
      Files.writeString(script, made.out());
    }
    ProcessBuilder builder = new ProcessBuilder(shell.command(line)).directory(folder.toFile());
    builder.environment().put("SCRIPT", script.toString());
    builder.environment().put("HOME", folder.toString());
    Path errors = folder.resolve("errors");
    Process process = builder.redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    try (InputStream output = process.getInputStream()) {
      List<String> words =
          new String(output.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(String::strip)
              .toList();
      assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
      assertThat(errors).isEmptyFile();
      return words;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aShellCompletesCommands(Shell shell) throws IOException, InterruptedException {
    assertThat(offers(shell, "backplane com"))
        .containsExactlyInAnyOrder("compile", "components", "completion");
    assertThat(offers(shell, "backplane image ver")).containsExactly("verify");
    assertThat(offers(shell, "backplane image ")).contains("sign", "pack").doesNotContain("list");
  }

  @ParameterizedTest
  @EnumSource
  void aShellCompletesOptions(Shell shell) throws IOException, InterruptedException {
    assertThat(offers(shell, "backplane list --js")).containsExactly("--json");
    assertThat(offers(shell, "backplane image sign --p")).contains("--pkcs12");
    assertThat(offers(shell, "backplane serve --"))
        .contains("--capi")
        .doesNotContain("--launched", "--bits");
  }

  @ParameterizedTest
  @EnumSource
  void aShellCompletesValues(Shell shell) throws IOException, InterruptedException {
    assertThat(offers(shell, "backplane compile --target v"))
        .containsExactlyInAnyOrder("verilog", "vhdl");
    assertThat(offers(shell, "backplane reset --type so")).containsExactly("soft-kernel");
    assertThat(offers(shell, "backplane examine -r cmc")).containsExactly("cmc-status");
    assertThat(offers(shell, "backplane completion z")).containsExactly("zsh");
  }

  @ParameterizedTest
  @EnumSource
  void aShellCompletesFilesWhereAFileIsNamed(Shell shell) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("samples.npy"), "");
    assertThat(offers(shell, "backplane simulate --inputs sam")).containsExactly("samples.npy");
  }

  @Test
  void aShellThatIsNotKnownIsAMistake() {
    Outcome outcome = Outcome.of("completion", "tcsh");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("tcsh", "fish");
  }
}
