package dev.backplane.examples.digits;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The results of a journey.
 *
 * @param realAccuracy the share of the test set that the model classifies correctly in real numbers
 * @param accuracies the same in integers, by their bits
 * @param bits the bits of the numbers of the network on the card
 * @param card the results of the card on the test set
 * @param runs cycles on the card by how many sums the hidden layer makes at a time
 * @param hardware the hardware that the network needs
 */
record Findings(
    double realAccuracy,
    SequencedMap<Integer, Double> accuracies,
    int bits,
    CardFindings card,
    List<LaneRun> runs,
    Hardware hardware) {

  Findings {
    runs = List.copyOf(runs);
    accuracies = Collections.unmodifiableSequencedMap(new TreeMap<>(accuracies));
  }

  /** {@return a number with its thousands apart} */
  static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }

  /** {@return a share in percent} */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
