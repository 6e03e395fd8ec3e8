package dev.backplane.compiler.library;

/** Computes a layer as its hardware does. Immutable. */
public final class LinearSums {
  private final LinearLayer layer;
  private final long[] weights;
  private final long[] biases;

  /**
   * Makes a layer ready.
   *
   * @param layer the layer
   */
  public LinearSums(LinearLayer layer) {
    this.layer = layer;
    this.weights = layer.weights().toArray();
    this.biases = layer.biases().toArray();
  }

  /**
   * Computes a block.
   *
   * @param block which one
   * @param inputs all its inputs
   * @param results where its outputs are written
   * @param position where they begin
   */
  public void compute(int block, long[] inputs, long[] results, int position) {
    int outputs = layer.outputs();
    for (int o = 0; o < outputs; o++) {
      int output = block * outputs + o;
      long sum = biases[output];
      for (int i = 0, w = output * inputs.length; i < inputs.length; i++, w++) {
        sum += inputs[i] * weights[w];
      }
      results[position + o] = layer.result(sum, output);
    }
  }
}
