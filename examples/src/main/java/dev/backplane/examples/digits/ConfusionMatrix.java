package dev.backplane.examples.digits;

import java.util.List;

/** Counts how often each digit was predicted as each class. */
final class ConfusionMatrix {
  private final int[][] counts = new int[Digit.CLASSES][Digit.CLASSES];
  private final int total;

  /**
   * Compares what was predicted with what is so.
   *
   * @param digits the digits
   * @param predictions what each was taken for
   */
  ConfusionMatrix(List<Digit> digits, int[] predictions) {
    total = digits.size();
    for (int i = 0; i < total; i++) {
      counts[digits.get(i).label()][predictions[i]]++;
    }
  }

  /** {@return how many digits were taken for what they are} */
  int right() {
    int right = 0;
    for (int digit = 0; digit < Digit.CLASSES; digit++) {
      right += counts[digit][digit];
    }
    return right;
  }

  /** {@return the share of digits that were taken for what they are, 0 to 1} */
  double accuracy() {
    return (double) right() / total;
  }

  /** {@return how often a digit was taken for another} */
  int count(int digit, int predicted) {
    return counts[digit][predicted];
  }

  /** A row for each digit, a column for what it was taken for; a point stands for none. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("digit    taken for\n   ");
    for (int predicted = 0; predicted < Digit.CLASSES; predicted++) {
      text.append("%5d".formatted(predicted));
    }
    for (int digit = 0; digit < Digit.CLASSES; digit++) {
      text.append("\n%3d".formatted(digit));
      for (int count : counts[digit]) {
        text.append("%5s".formatted(count == 0 ? "." : count));
      }
    }
    return text.append('\n').toString();
  }
}
