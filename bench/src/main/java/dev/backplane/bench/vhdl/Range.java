package dev.backplane.bench.vhdl;

/**
 * A range of numbers or positions.
 *
 * @param left its left bound
 * @param descending its direction
 * @param right its right bound
 */
record Range(long left, boolean descending, long right) {
  static Range downto(long left, long right) {
    return new Range(left, true, right);
  }

  static Range to(long left, long right) {
    return new Range(left, false, right);
  }

  long low() {
    return descending ? right : left;
  }

  long high() {
    return descending ? left : right;
  }

  int length() {
    return (int) Math.max(0, high() - low() + 1);
  }

  /** {@return the element that comes this many after the left one} */
  long at(int offset) {
    return descending ? left - offset : left + offset;
  }

  /** {@return how many elements come before this one} */
  int offset(long index) {
    return (int) (descending ? left - index : index - left);
  }

  boolean contains(long index) {
    return low() <= index && index <= high();
  }

  Range reversed() {
    return new Range(right, !descending, left);
  }
}
