package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
  @Test
  void everyCodeHasItsOwnNumber() {
    Set<Integer> numbers = new HashSet<>();
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(numbers.add(code.number())).as(code.name()).isTrue();
    }
  }

  @Test
  void theNumbersOfACategoryHaveOneRange() {
    for (ErrorCode code : ErrorCode.values()) {
      int range =
          switch (code.category()) {
            case USAGE -> 1;
            case CONFIGURATION -> 2;
            case PLUGIN -> 3;
            case RESOURCE -> 4;
            case DEVICE -> 5;
            case LINK -> 6;
            case INTERNAL -> 9;
          };
      assertThat(code.number() / 1000).as(code.name()).isEqualTo(range);
    }
  }

  @Test
  void foreignNumbersAreOnesThoseWorldsHave() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.fpgaResult()).as(code.name()).isBetween(1, 10);
      assertThat(code.piResult()).as(code.name()).matches(n -> n == -999 || (n >= -68 && n <= -1));
      assertThat(code.errno()).as(code.name()).isBetween(1, 133);
    }
  }
}
