package dev.backplane.examples.digits;

import java.util.List;

/**
 * Digits to learn from, and others to be asked about.
 *
 * @param training the ones to learn from
 * @param test the others
 */
record DigitSet(List<Digit> training, List<Digit> test) {
  DigitSet {
    training = List.copyOf(training);
    test = List.copyOf(test);
  }
}
