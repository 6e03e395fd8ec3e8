package dev.backplane.compiler.onnx;

import java.util.List;
import java.util.Locale;

/** Operators that put numbers on a grid. */
final class QuantizerImport {
  private QuantizerImport() {}

  /** Quantises and dequantises at once. */
  static void quant(OnnxNode node, ImportedNodes network) {
    String rounding = node.text("rounding_mode", "ROUND").toUpperCase(Locale.ROOT);
    if (!rounding.equals("ROUND") && !rounding.equals("HALF_EVEN")) {
      throw node.unsupported(
          "rounding_mode is " + rounding + "; ROUND is supported, to nearest and ties to even");
    }
    double bits = network.constant(node, 3).real(0);
    boolean isSigned = node.whole("signed", 1) != 0;
    long narrow = node.whole("narrow", 0) != 0 ? 1 : 0;
    if (bits != Math.rint(bits) || bits < 1 || bits > 31) {
      throw node.unsupported("its numbers have " + bits + " bits; 1 to 31 are supported");
    }
    long half = 1L << ((int) bits - 1);
    long low = isSigned ? narrow - half : 0;
    long high = isSigned ? half - 1 : 2 * half - 1 - narrow;
    OnnxTensor zeros = network.constant(node, 2);
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, var _)) {
      Scales scales = Scales.of(node, tensor, network.constant(node, 1), zeros);
      network.gives(
          node, new Value.Constant(scales.dequantized(scales.codes(tensor, low, high)), true));
      return;
    }
    double zero = only(node, zeros, "zero point");
    if (zero != Math.rint(zero)) {
      throw node.unsupported("its zero point " + zero + " is no whole number");
    }
    Quantizer quantizer =
        Quantizer.of(node, only(node, network.constant(node, 1), "scale"), low, high, (long) zero);
    network.gives(node, GridPlacement.quantize(node, network, network.stream(node, 0), quantizer));
  }

  /** Numbers of one bit: plus and minus the scale. */
  static void bipolar(OnnxNode node, ImportedNodes network) {
    double scale = only(node, network.constant(node, 1), "scale");
    if (!(scale > 0)) {
      throw node.unsupported("its scale " + scale + " is not positive");
    }
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, var _)) {
      double[] signs = tensor.reals();
      for (int i = 0; i < signs.length; i++) {
        signs[i] = signs[i] < 0 ? -scale : scale;
      }
      network.gives(
          node,
          new Value.Constant(
              OnnxTensor.of(tensor.name(), ElementType.DOUBLE, tensor.extents(), signs)
                  .withSteps(scale),
              true));
      return;
    }
    Value.Stream input = network.stream(node, 0);
    Value.Stream signs = input.from(network.add(node, "sign", SignLayer.FORMAT, input.node()));
    network.gives(
        node, scale == 1 ? signs : NormalizationImport.scaled(node, network, signs, scale));
  }

  static void quantize(OnnxNode node, ImportedNodes network) {
    refuseBlocks(node);
    refuseOthers(node, "precision", "it divides as type number ");
    OnnxTensor scale = network.constant(node, 1);
    OnnxTensor zeros = zeros(node, network, outputType(node, network));
    long low = lowest(node, zeros.type());
    long high = highest(zeros.type());
    if (network.input(node, 0) instanceof Value.Constant(OnnxTensor tensor, var _)) {
      network.gives(
          node,
          new Value.Constant(Scales.of(node, tensor, scale, zeros).codes(tensor, low, high), true));
      return;
    }
    long zero = (long) only(node, zeros, "zero point");
    Quantizer quantizer = Quantizer.of(node, only(node, scale, "scale"), low, high, zero);
    Value.Stream stream = network.stream(node, 0);
    // What several read is put on the grid here, so that it is done once.
    boolean isShared = network.isShared(node.outputs().getFirst());
    network.gives(
        node,
        new Value.Codes(
            isShared ? GridPlacement.quantize(node, network, stream, quantizer) : stream,
            quantizer,
            zero,
            isShared));
  }

  static void dequantize(OnnxNode node, ImportedNodes network) {
    refuseBlocks(node);
    refuseOthers(node, "output_dtype", "it gives numbers of type number ");
    OnnxTensor scale = network.constant(node, 1);
    OnnxTensor zeros = zeros(node, network, ElementType.UINT8);
    switch (network.input(node, 0)) {
      case Value.Constant(OnnxTensor tensor, var _) ->
          network.gives(
              node,
              new Value.Constant(Scales.of(node, tensor, scale, zeros).dequantized(tensor), true));
      case Value.Codes codes -> {
        Quantizer quantizer = codes.quantizer();
        if (only(node, scale, "scale") != quantizer.step()
            || only(node, zeros, "zero point") != codes.zero()) {
          throw node.unsupported(
              "its scale and zero point are not those of the QuantizeLinear before it");
        }
        network.gives(
            node,
            codes.isOnGrid()
                ? codes.stream()
                : GridPlacement.quantize(node, network, codes.stream(), quantizer));
      }
      case Value.Stream _, Value.Padded _, Value.OnHost _, Value.Refused _ ->
          throw node.unsupported("its input is not quantised");
    }
  }

  /** A zero point may be missing, and is then 0. */
  private static OnnxTensor zeros(OnnxNode node, ImportedNodes network, ElementType type) {
    return network.hasInput(node, 2)
        ? network.constant(node, 2)
        : OnnxTensor.of("", type, List.of(), 0.0);
  }

  /** The type of the codes: that of the zero point, or an attribute, or unsigned bytes. */
  private static ElementType outputType(OnnxNode node, ImportedNodes network) {
    long code = node.whole("output_dtype", 0);
    ElementType ofZero =
        network.hasInput(node, 2) ? network.constant(node, 2).type() : ElementType.UINT8;
    ElementType type =
        code == 0
            ? ofZero
            : ElementType.of(code)
                .orElseThrow(() -> node.unsupported("it quantises to type number " + code));
    if (network.hasInput(node, 2) && type != ofZero) {
      throw node.unsupported("output_dtype is " + type + ", and its zero point has type " + ofZero);
    }
    return type;
  }

  private static void refuseBlocks(OnnxNode node) {
    if (node.whole("block_size", 0) != 0) {
      throw node.unsupported(
          "block_size is "
              + node.whole("block_size", 0)
              + "; one scale, or one for each place along an axis, is supported");
    }
  }

  /** Floats as they are, and doubles, round nothing that a scale has. */
  private static void refuseOthers(OnnxNode node, String name, String what) {
    long code = node.whole(name, 0);
    if (code != 0 && code != ElementType.FLOAT.code() && code != ElementType.DOUBLE.code()) {
      throw node.unsupported(what + code + "; floats of 32 bits are supported");
    }
  }

  private static long lowest(OnnxNode node, ElementType type) {
    return switch (type) {
      case UINT8, UINT16 -> 0;
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32 -> Integer.MIN_VALUE;
      case FLOAT, BOOL, FLOAT16, DOUBLE, UINT32, INT64, UINT64 ->
          throw node.unsupported("it quantises to " + type);
    };
  }

  private static long highest(ElementType type) {
    return switch (type) {
      case UINT8 -> 0xff;
      case UINT16 -> 0xffff;
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      default -> Integer.MAX_VALUE;
    };
  }

  /** {@return the number of a tensor that has one} */
  static double only(OnnxNode node, OnnxTensor tensor, String what) {
    if (tensor.size() != 1) {
      throw node.unsupported(
          "it has " + tensor.size() + " numbers as " + what + "; one is supported for activations");
    }
    return tensor.real(0);
  }
}
