package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpellingTest {
  private static final List<String> KNOWN = List.of("engine", "banks", "bank_size", "x");

  @Test
  void oneOrTwoLettersMayBeWrong() {
    assertThat(Spelling.nearest("Engin", KNOWN)).contains("engine");
    assertThat(Spelling.nearest("enigne", KNOWN)).contains("engine");
    assertThat(Spelling.nearest("bankz", KNOWN)).contains("banks");
  }

  @Test
  void neighboursThatChangedPlacesAreOneMistake() {
    assertThat(Spelling.nearest("tets", List.of("text", "test"))).contains("test");
    assertThat(Spelling.nearest("banks_iez", List.of("bank_size"))).contains("bank_size");
  }

  @Test
  void ofWordsThatAreAsNearAllAreFound() {
    assertThat(Spelling.allNearest("rest", List.of("test", "list", "reset")))
        .containsExactly("test", "reset");
    assertThat(Spelling.allNearest("voltage", KNOWN)).isEmpty();
  }

  @Test
  void theBeginningOfAWordIsLikeIt() {
    assertThat(Spelling.nearest("bank_", KNOWN)).contains("banks");
    assertThat(Spelling.nearest("bank_siz", KNOWN)).contains("bank_size");
  }

  @Test
  void wordsWithoutACommonLetterAreNotAlike() {
    assertThat(Spelling.nearest("y", KNOWN)).isEmpty();
    assertThat(Spelling.nearest("", KNOWN)).isEmpty();
    assertThat(Spelling.nearest("voltage", KNOWN)).isEmpty();
  }
}
