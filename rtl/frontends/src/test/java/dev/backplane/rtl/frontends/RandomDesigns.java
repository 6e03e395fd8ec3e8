package dev.backplane.rtl.frontends;

import java.io.IOException;

/**
 * Goes through random designs until enough of their outputs are compared, and prints how many.
 * {@code -Dbackplane.random.outputs} sets how many are enough.
 */
final class RandomDesigns {
  private static final int ENOUGH = Integer.getInteger("backplane.random.outputs", 2000);

  private RandomDesigns() {}

  /** Compares the design of a seed. */
  interface Comparison {
    /** {@return how many of its outputs were compared; none if the design is refused} */
    int outputs(long seed) throws IOException;
  }

  /**
   * Compares designs.
   *
   * @param what what they are, for the summary
   * @param first the first seed
   */
  static void compare(String what, long first, Comparison comparison) throws IOException {
    int outputs = 0;
    int refused = 0;
    long seed = first;
    // Most designs must say something.
    while (outputs < ENOUGH && seed < first + ENOUGH) {
      int more = comparison.outputs(seed);
      outputs += more;
      refused += more == 0 ? 1 : 0;
      seed++;
    }
    System.out.printf(
        "%s: %d outputs of %d designs compared, %d more refused%n",
        what, outputs, seed - first - refused, refused);
    if (outputs < ENOUGH) {
      throw new AssertionError(what + ": only " + outputs + " outputs of " + ENOUGH);
    }
  }
}
