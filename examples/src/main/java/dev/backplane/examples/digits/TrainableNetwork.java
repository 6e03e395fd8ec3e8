package dev.backplane.examples.digits;

import dev.backplane.compiler.onnx.OnnxModel;

/** A network in real numbers that learns. For use by one thread. */
interface TrainableNetwork {
  /** {@return its layers, as a person writes them} */
  String layers();

  /**
   * Changes the weights so that a digit is read a little better.
   *
   * @param digit the digit
   * @param rate how far along the gradient
   */
  void learn(Digit digit, double rate);

  /** {@return how much it takes an image for each digit} */
  double[] scores(Digit digit);

  /** {@return the network in the ONNX format, weights in single precision} */
  OnnxModel toOnnx();
}
