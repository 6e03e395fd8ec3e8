package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import java.util.Arrays;

/** Functions of single elements. */
final class ActivationImport {
  /** As many bits as the input of a table can have. */
  private static final int TABLE_BITS = 12;

  private static final double SELU_ALPHA = 1.6732632f;
  private static final double SELU_GAMMA = 1.050701f;

  private ActivationImport() {}

  static void relu(OnnxNode node, ImportedNodes network) {
    function(node, network, "relu", Attributes.NONE);
  }

  static void leakyRelu(OnnxNode node, ImportedNodes network) {
    Attribute alpha = new Attribute.Real(node.real("alpha", 0.01f));
    function(node, network, "leaky_relu", network.openFormat().with("alpha", alpha));
  }

  /** A slope that was learnt; one for all channels, or one for each. */
  static void parametricRelu(OnnxNode node, ImportedNodes network) {
    double[] slopes = network.constant(node, 1).reals();
    if (slopes.length == 0 || Arrays.stream(slopes).anyMatch(slope -> slope != slopes[0])) {
      SlopeImport.ofChannels(node, network);
      return;
    }
    Attribute alpha = new Attribute.Real(slopes[0]);
    function(node, network, "leaky_relu", network.openFormat().with("alpha", alpha));
  }

  static void elu(OnnxNode node, ImportedNodes network) {
    if (node.real("alpha", 1) != 1) {
      throw node.unsupported("alpha is " + node.real("alpha", 1) + "; 1 is supported");
    }
    table(node, network, "elu");
  }

  /** The function with its usual constants. */
  static void selu(OnnxNode node, ImportedNodes network) {
    double alpha = node.real("alpha", SELU_ALPHA);
    double gamma = node.real("gamma", SELU_GAMMA);
    if (alpha != SELU_ALPHA || gamma != SELU_GAMMA) {
      throw node.unsupported(
          "alpha is "
              + alpha
              + " and gamma "
              + gamma
              + "; the usual ones are supported, which are"
              + " the default");
    }
    table(node, network, "selu");
  }

  static void hardSigmoid(OnnxNode node, ImportedNodes network) {
    Attributes attributes =
        network
            .openFormat()
            .with("alpha", new Attribute.Real(node.real("alpha", 0.2f)))
            .with("beta", new Attribute.Real(node.real("beta", 0.5)));
    network.bounded(function(node, network, "hard_sigmoid", attributes));
  }

  /** A function whose results lie between -1 and 1. */
  static OperatorImport bounded(String type) {
    return (node, network) -> {
      network.bounded(table(node, network, type));
    };
  }

  /** A function whose results are as large as its arguments are. */
  static OperatorImport unbounded(String type) {
    return (node, network) -> {
      table(node, network, type);
    };
  }

  /** A power with a constant exponent. */
  static void power(OnnxNode node, ImportedNodes network) {
    OnnxTensor exponent = network.constant(node, 1);
    if (exponent.size() != 1) {
      throw node.unsupported(
          "its exponents have extents " + exponent.extents() + "; one number is supported");
    }
    power(node, network, exponent.real(0));
  }

  /** A power with an exponent that the operator says. */
  static OperatorImport power(double exponent) {
    return (node, network) -> power(node, network, exponent);
  }

  private static void power(OnnxNode node, ImportedNodes network, double exponent) {
    if (exponent == 0) {
      throw node.unsupported("its exponent is 0, so that it gives 1 whatever the input is");
    }
    if (exponent == 1) {
      network.gives(node, network.anyStream(node, 0));
      return;
    }
    Attributes parameter = Attributes.NONE.with("exponent", new Attribute.Real(exponent));
    table(node, network, "power", parameter);
  }

  /** A function that becomes a table, whose input has not more bits than a table takes. */
  private static String table(OnnxNode node, ImportedNodes network, String type) {
    return table(node, network, type, Attributes.NONE);
  }

  private static String table(
      OnnxNode node, ImportedNodes network, String type, Attributes parameters) {
    Value.Stream input = network.anyStream(node, 0);
    String before = input.node();
    if (network.widths().activations() > TABLE_BITS) {
      Attributes narrow = Attributes.NONE.with("width", TABLE_BITS);
      before = network.add(node, "requantize", narrow, before);
      network
          .warnings()
          .add(
              node.label()
                  + ": it is a table, and its input is rounded to "
                  + TABLE_BITS
                  + " bits");
    }
    String name = network.add(node, type, network.openFormat().merge(parameters), before);
    network.gives(node, input.from(name));
    return name;
  }

  private static String function(
      OnnxNode node, ImportedNodes network, String type, Attributes attributes) {
    Value.Stream input = network.anyStream(node, 0);
    String name = network.add(node, type, attributes, input.node());
    network.gives(node, input.from(name));
    return name;
  }

  /** Ends of a range, which older models have as attributes. */
  static void clip(OnnxNode node, ImportedNodes network) {
    double low = end(node, network, 1, "min", Double.NEGATIVE_INFINITY);
    double high = end(node, network, 2, "max", Double.POSITIVE_INFINITY);
    switch (network.input(node, 0)) {
      case Value.Codes codes ->
          network.gives(
              node,
              codes.within(
                  (long) Math.max(low, Integer.MIN_VALUE),
                  (long) Math.min(high, Integer.MAX_VALUE)));
      case Value.Stream _, Value.Padded _, Value.OnHost _, Value.Constant _, Value.Refused _ ->
          clip(node, network, network.anyStream(node, 0), low, high);
    }
  }

  /** The larger of an element and a constant. */
  static void max(OnnxNode node, ImportedNodes network) {
    clip(node, network, stream(node, network), bound(node, network), Double.POSITIVE_INFINITY);
  }

  /** The smaller of an element and a constant. */
  static void min(OnnxNode node, ImportedNodes network) {
    clip(node, network, stream(node, network), Double.NEGATIVE_INFINITY, bound(node, network));
  }

  private static int constantInput(OnnxNode node, ImportedNodes network) {
    if (node.inputs().size() != 2) {
      throw node.unsupported("it has " + node.inputs().size() + " inputs; two are supported");
    }
    return network.input(node, 0) instanceof Value.Constant ? 0 : 1;
  }

  private static Value.Stream stream(OnnxNode node, ImportedNodes network) {
    return network.anyStream(node, 1 - constantInput(node, network));
  }

  private static double bound(OnnxNode node, ImportedNodes network) {
    OnnxTensor bound = network.constant(node, constantInput(node, network));
    if (bound.size() != 1) {
      throw node.unsupported("it compares with " + bound.extents() + " numbers, not with one");
    }
    return bound.real(0);
  }

  private static void clip(
      OnnxNode node, ImportedNodes network, Value.Stream input, double low, double high) {
    if (!(low < high)) {
      throw node.unsupported("its range from " + low + " to " + high + " is empty");
    }
    Attributes attributes = Attributes.NONE;
    if (Double.isFinite(low)) {
      attributes = attributes.with("low", new Attribute.Real(low));
    }
    if (Double.isFinite(high)) {
      attributes = attributes.with("high", new Attribute.Real(high));
    }
    String name =
        low == 0 && high == Double.POSITIVE_INFINITY
            ? network.add(node, "relu", Attributes.NONE, input.node())
            : network.add(node, "clip", attributes, input.node());
    network.gives(node, input.from(name));
  }

  private static double end(
      OnnxNode node, ImportedNodes network, int index, String attribute, double absent) {
    if (!network.hasInput(node, index)) {
      // The ends of the type's range, which older models write, are none.
      double end = node.real(attribute, absent);
      return Math.abs(end) >= Float.MAX_VALUE ? absent : end;
    }
    OnnxTensor end = network.constant(node, index);
    if (end.size() != 1) {
      throw node.unsupported("its " + attribute + " has " + end.size() + " elements, not one");
    }
    return Math.abs(end.real(0)) >= Float.MAX_VALUE ? absent : end.real(0);
  }
}
