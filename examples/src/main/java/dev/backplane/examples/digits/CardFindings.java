package dev.backplane.examples.digits;

import static dev.backplane.examples.digits.Findings.whole;

import java.util.Locale;

/**
 * The results of a card on the test set.
 *
 * @param digits the number of digits
 * @param confusion the confusion matrix of its predictions
 * @param equal the number of digits for which all ten numbers are those of the interpreter
 * @param cycles clock cycles for all of them
 * @param seconds wall-clock time for all of them
 */
record CardFindings(int digits, ConfusionMatrix confusion, int equal, long cycles, double seconds) {
  /** {@return clock cycles for one digit} */
  long cyclesPerDigit() {
    return Math.round((double) cycles / digits);
  }

  /** {@return whether card and interpreter agree} */
  String equality() {
    return equal == digits
        ? "all "
            + whole(digits)
            + " predictions, and the "
            + whole((long) digits * Digit.CLASSES)
            + " numbers behind them, are the interpreter's"
        : whole(digits - equal) + " of " + whole(digits) + " are NOT what the interpreter gives";
  }

  /** {@return how long it took} */
  String time() {
    return String.format(
        Locale.ROOT,
        "%s cycles a digit; %.2f Mcycles in %.2f s of the card",
        whole(cyclesPerDigit()),
        cycles / 1e6,
        seconds);
  }
}
