package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.StallGenerator;

/**
 * Rare behaviour of a PSL at its pins that hardware is allowed to show: an accelerator has to work
 * all the same. The same seed gives the same behaviour. Each value is a probability in percent, in
 * each cycle or for each transfer; 0 is never.
 *
 * @param seed the seed that decides when
 * @param delayedResponses holds back a response for a cycle, 0 to 90
 * @param reordered takes another command than the oldest, 0 to 100
 * @param delayedBuffers holds back a buffer write or read for a cycle, 0 to 90
 * @param repeatedBuffers repeats a buffer write or read, 0 to 90; the last one counts, and those
 *     before it bring wrong data
 * @param withheldCredits gives the credit of a response with a later one, 0 to 100
 */
public record PslFaults(
    long seed,
    int delayedResponses,
    int reordered,
    int delayedBuffers,
    int repeatedBuffers,
    int withheldCredits) {
  /** Nothing unusual. */
  public static final PslFaults NONE = new PslFaults(1, 0, 0, 0, 0, 0);

  /** The highest chance of what would otherwise never end. */
  public static final int MOST_DELAY = 90;

  /** The highest chance of what ends all the same. */
  public static final int ALWAYS = 100;

  /** Checks the ranges. */
  public PslFaults {
    check("delayedResponses", delayedResponses, MOST_DELAY);
    check("reordered", reordered, ALWAYS);
    check("delayedBuffers", delayedBuffers, MOST_DELAY);
    check("repeatedBuffers", repeatedBuffers, MOST_DELAY);
    check("withheldCredits", withheldCredits, ALWAYS);
  }

  private static void check(String name, int percent, int most) {
    if (percent < 0 || percent > most) {
      throw new IllegalArgumentException(
          "%s is %d, must be 0 to %d percent".formatted(name, percent, most));
    }
  }

  /** The random stalls of a harness, as a PSL shows them. */
  static PslFaults of(HarnessOptions options) {
    int percent = options.stallPercent();
    return new PslFaults(
        options.seed(), percent, options.shuffle() ? ALWAYS : 0, percent, 0, percent);
  }

  StallGenerator chance(int percent, String of) {
    return new StallGenerator(seed, percent, of);
  }
}
