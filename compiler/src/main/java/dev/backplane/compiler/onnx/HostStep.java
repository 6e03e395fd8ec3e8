package dev.backplane.compiler.onnx;

import java.util.Arrays;

/** A final step of a model that the hardware does not compute: the program on the host has to. */
public enum HostStep {
  /** Exponentials, divided by their sum. */
  SOFTMAX("Softmax"),
  /** The logarithm of Softmax. */
  LOG_SOFTMAX("LogSoftmax"),
  /** The position of the largest, of several the first. */
  ARG_MAX("ArgMax");

  private final String operator;

  HostStep(String operator) {
    this.operator = operator;
  }

  /** {@return the name of the operator in ONNX} */
  public String operator() {
    return operator;
  }

  /**
   * Does it.
   *
   * @param outputs all elements of the output before
   * @return the output
   */
  public double[] apply(double... outputs) {
    double largest = Arrays.stream(outputs).max().orElse(0);
    double sum = Arrays.stream(outputs).map(output -> Math.exp(output - largest)).sum();
    return switch (this) {
      case SOFTMAX ->
          Arrays.stream(outputs).map(output -> Math.exp(output - largest) / sum).toArray();
      case LOG_SOFTMAX ->
          Arrays.stream(outputs).map(output -> output - largest - Math.log(sum)).toArray();
      case ARG_MAX -> {
        int first = 0;
        while (outputs[first] != largest) {
          first++;
        }
        yield new double[] {first};
      }
    };
  }
}
