package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.Set;

/**
 * A layer whose inputs and weights are signs, times one number: it needs no multiplier.
 *
 * @param weights the weights, plus and minus the number
 */
record SignLayer(RealTensor weights) {
  /** The format of signs. */
  static final Attributes FORMAT = Attributes.NONE.with("width", 2).with("fraction", 0);

  /** Nodes that give signs of signs. */
  private static final Set<String> KEEP_SIGNS =
      Set.of("flatten", "reshape", "permute", "max_pool1d", "max_pool2d");

  /** {@return whether a layer of the model is one of signs} */
  boolean fits(OnnxNode node, ImportedNodes network, Value.Stream input) {
    String source = input.node();
    while (KEEP_SIGNS.contains(network.node(source).type())) {
      source = network.before(source);
    }
    double factor = factor();
    return network.node(source).type().equals("sign")
        && network.isQuantized(node, 1)
        && factor > 0
        && Arrays.stream(weights.toArray()).allMatch(weight -> Math.abs(weight) == factor);
  }

  private double factor() {
    return Math.abs(weights.get(0));
  }

  /**
   * Adds the layer, and behind it what makes its whole numbers those of the model.
   *
   * @param node what it is in the model
   * @param network where it is added
   * @param type its type
   * @param others further attributes
   * @param before the node before
   * @param bias one for each output, or none
   * @return the name of the node that gives the result
   */
  String add(
      OnnxNode node,
      ImportedNodes network,
      String type,
      Attributes others,
      String before,
      double... bias) {
    network.takeWeights(weights.size());
    int outputs = weights.shape().extents().getFirst();
    int inputs = weights.size() / outputs;
    long[] signs =
        Arrays.stream(weights.toArray()).mapToLong(weight -> weight < 0 ? -1 : 1).toArray();
    Attributes attributes =
        others
            .with("weights", IntegerTensor.of(weights.shape(), signs))
            .with("width", Integer.SIZE - Integer.numberOfLeadingZeros(inputs) + 1)
            .with("fraction", 0);
    String name = network.add(node, type, attributes, before);
    if (factor() == 1 && Arrays.stream(bias).allMatch(each -> each == 0)) {
      return name;
    }
    double[] factors = new double[outputs];
    Arrays.fill(factors, factor());
    Shape shape = Shape.of(outputs);
    Attributes scaled = LayerWeights.attributes(node, network, RealTensor.of(shape, factors), true);
    if (bias.length > 0) {
      scaled = scaled.with("bias", RealTensor.of(shape, bias));
    }
    return network.add(node, "batch_normalization", scaled, name);
  }
}
