package dev.backplane.rtl.engines.jvm;

/**
 * The policy by which an engine skips chunks whose inputs have not changed.
 *
 * @param minOperations the number of operations below which a design is never gated
 * @param unobservedOperations operations that are executed before the design is observed for the
 *     first time
 * @param maxActivity the largest share of evaluated chunks at which gates are kept
 * @param limits the code size limits of the gated classes
 */
record GatingPolicy(
    int minOperations, long unobservedOperations, double maxActivity, CodeSizeLimits limits) {
  /**
   * Chosen by measurement, see docs/rationale/netlist-and-engines.md. By then the run is a long
   * one: the gated classes take as long to generate as the others.
   */
  static final GatingPolicy DEFAULT =
      new GatingPolicy(1_000, 100_000_000, 0.3, CodeSizeLimits.of(600, 50_000));

  static final GatingPolicy NEVER =
      new GatingPolicy(Integer.MAX_VALUE, 0, 0, CodeSizeLimits.DEFAULT);

  /** Gates from the first edge on, whatever the activity. */
  static GatingPolicy always(CodeSizeLimits limits) {
    return new GatingPolicy(0, 0, 1, limits);
  }

  /** Cycles before the first observation of a design. */
  long unobservedCycles(int operations) {
    return operations < minOperations
        ? Long.MAX_VALUE
        : 1 + unobservedOperations / Math.max(1, operations);
  }
}
