package dev.backplane.compiler.calibration;

/**
 * A count of the numbers of a tensor that its format cuts to an end of its range.
 *
 * @param tensor whose numbers they are, as messages name it
 * @param numbers how many numbers other than 0 there were in all samples
 * @param beyond how many of them are beyond the format
 */
public record Saturation(String tensor, long numbers, long beyond) {
  /** {@return which share of the numbers is beyond the format} */
  public double share() {
    return numbers == 0 ? 0 : (double) beyond / numbers;
  }
}
