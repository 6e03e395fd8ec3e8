package dev.backplane.compiler.hdl;

/**
 * The elements that a unit takes and gives in a clock. A beat of a stream has one element or
 * several side by side, the first one in the lowest bits; where the beats of neighbours differ, the
 * pass puts adapters between. Immutable.
 *
 * @param input how many elements a beat has that comes in
 * @param output how many elements a beat has that goes out
 * @param isPerElement whether the unit computes each element for itself and in the same clocks: it
 *     has ports for one element, and stands once for each element of the beat that comes
 */
public record Beats(int input, int output, boolean isPerElement) {
  /** One element at a time. */
  public static final Beats SINGLE = new Beats(1, 1, false);

  /** As many elements as come, each in a unit of its own. */
  public static final Beats PER_ELEMENT = new Beats(1, 1, true);
}
