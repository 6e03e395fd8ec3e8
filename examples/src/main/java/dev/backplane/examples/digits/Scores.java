package dev.backplane.examples.digits;

import java.util.Arrays;

/**
 * The outputs of a network for a list of digits: ten numbers for each, of which the largest wins.
 */
final class Scores {
  private final long[][] ofDigits;

  /** Takes over ten numbers for each digit. */
  Scores(long[][] ofDigits) {
    this.ofDigits = ofDigits;
  }

  /** {@return the class with the largest number, for each digit; the first of equal ones} */
  int[] predictions() {
    return Arrays.stream(ofDigits).mapToInt(Scores::largest).toArray();
  }

  private static int largest(long[] scores) {
    int best = 0;
    for (int each = 1; each < scores.length; each++) {
      if (scores[each] > scores[best]) {
        best = each;
      }
    }
    return best;
  }

  /** {@return for how many digits another gives the same ten numbers} */
  int equal(Scores other) {
    int equal = 0;
    for (int i = 0; i < ofDigits.length; i++) {
      equal += Arrays.equals(ofDigits[i], other.ofDigits[i]) ? 1 : 0;
    }
    return equal;
  }
}
