package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of errors has every code, with the sentence and the numbers that the code gives it. */
class ErrorsPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (BP\\d.*) \\|$");

  /** A comment and the constant behind it. */
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+([A-Z_]+)\\(\\d{4},", Pattern.DOTALL);

  private static final int CELLS_OF_A_REMEDY = 4;
  private static final int CELLS_OF_NUMBERS = 5;

  @Test
  void everyCodeIsThereWithItsNumberInItsOrderAndNoOther() {
    assertThat(rows(CELLS_OF_A_REMEDY))
        .extracting(List::getFirst)
        .containsExactlyElementsOf(Stream.of(ErrorCode.values()).map(this::name).toList());
  }

  @Test
  void theMeaningOfACodeIsTheSentenceOfItsComment() {
    Map<String, String> sentences =
        CONSTANT
            .matcher(
                Checkout.read(
                    Checkout.ROOT.resolve(
                        "core/api/src/main/java/dev/backplane/api/ErrorCode.java")))
            .results()
            .collect(
                Collectors.toMap(
                    constant -> constant.group(2),
                    constant -> constant.group(1).replaceAll("\\s+(\\* )?", " ").strip()));
    assertThat(rows(CELLS_OF_A_REMEDY).stream().map(row -> row.get(1)))
        .containsExactlyElementsOf(
            Stream.of(ErrorCode.values()).map(code -> sentences.get(code.name())).toList());
  }

  @Test
  void everyCodeHasACauseAndARemedyOfItsOwn() {
    assertThat(rows(CELLS_OF_A_REMEDY))
        .allSatisfy(row -> assertThat(row).allSatisfy(cell -> assertThat(cell).isNotBlank()));
    assertThat(rows(CELLS_OF_A_REMEDY).stream().map(row -> row.get(2))).doesNotHaveDuplicates();
    assertThat(rows(CELLS_OF_A_REMEDY).stream().map(row -> row.get(3))).doesNotHaveDuplicates();
  }

  @Test
  void theNumbersOfOtherInterfacesAreThoseOfTheCode() {
    assertThat(rows(CELLS_OF_NUMBERS))
        .containsExactlyElementsOf(
            Stream.of(ErrorCode.values())
                .map(
                    code ->
                        List.of(
                            name(code),
                            String.valueOf(code.fpgaResult()),
                            String.valueOf(code.piResult()),
                            String.valueOf(code.errno()),
                            code.retryable() ? "yes" : "no"))
                .toList());
  }

  private String name(ErrorCode code) {
    return code.id() + " " + code;
  }

  /** The rows of the tables whose rows have so many cells. */
  private static List<List<String>> rows(int cells) {
    return ROW.matcher(Checkout.read(Checkout.ROOT.resolve("docs/errors.md")))
        .results()
        .map(row -> List.of(row.group(1).split(" \\| ", -1)))
        .filter(row -> row.size() == cells)
        .toList();
  }
}
