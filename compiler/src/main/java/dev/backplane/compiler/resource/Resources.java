package dev.backplane.compiler.resource;

/**
 * An amount of hardware, in what every technology has. Logic that only selects and compares is not
 * in it. Immutable.
 *
 * @param multipliers how many multipliers, of any width
 * @param adders how many adders, subtractors and counters, of any width
 * @param registerBits how many bits registers have
 * @param memoryBits how many bits memories have, read-only ones too
 */
public record Resources(long multipliers, long adders, long registerBits, long memoryBits) {
  /** No hardware but wires and selection. */
  public static final Resources NONE = new Resources(0, 0, 0, 0);

  /**
   * Adds amounts.
   *
   * @param other another amount
   * @return both together
   */
  public Resources plus(Resources other) {
    return new Resources(
        multipliers + other.multipliers,
        adders + other.adders,
        registerBits + other.registerBits,
        memoryBits + other.memoryBits);
  }
}
