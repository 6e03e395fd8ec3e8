package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes operators on quantised numbers as the same operators on real numbers between
 * DequantizeLinear and QuantizeLinear, which mean the same and are what the import knows.
 */
final class IntegerOperators {
  /** The domain of the operators that onnxruntime has beside ONNX's own. */
  static final String MICROSOFT = "com.microsoft";

  private static final Set<String> OF_ONE =
      Set.of(
          "QLinearSigmoid", "QLinearLeakyRelu", "QLinearGlobalAveragePool", "QLinearAveragePool");
  private static final Set<String> OF_TWO = Set.of("QLinearAdd", "QLinearMul");

  private final List<OnnxNode> nodes = new ArrayList<>();

  private IntegerOperators() {}

  /** {@return a model without such operators} */
  static OnnxModel expanded(OnnxModel model) {
    OnnxGraph graph = model.graph();
    if (graph.nodes().stream().noneMatch(IntegerOperators::isKnown)) {
      return model;
    }
    IntegerOperators operators = new IntegerOperators();
    graph.nodes().forEach(operators::add);
    return new OnnxModel(
        model.irVersion(),
        model.producer(),
        model.opsets(),
        new OnnxGraph(
            graph.name(), operators.nodes, graph.constants(), graph.inputs(), graph.outputs()));
  }

  private static boolean isKnown(OnnxNode node) {
    return switch (node.operator()) {
      case "QLinearConv", "QLinearMatMul" -> node.domain().isEmpty();
      case "QGemm" -> node.domain().equals(MICROSOFT);
      default ->
          node.domain().equals(MICROSOFT)
              && (OF_ONE.contains(node.operator()) || OF_TWO.contains(node.operator()));
    };
  }

  private void add(OnnxNode node) {
    if (!isKnown(node)) {
      nodes.add(node);
      return;
    }
    String operator = node.operator();
    if (operator.equals("QGemm")) {
      gemm(node);
    } else if (OF_ONE.contains(operator)) {
      String input = real(node, "first", 0, 1, 2, Map.of());
      result(node, operator.substring("QLinear".length()), List.of(input), 3);
    } else {
      String first = real(node, "first", 0, 1, 2, Map.of());
      boolean isMatrix = operator.equals("QLinearMatMul");
      boolean isConvolution = operator.equals("QLinearConv");
      Map<String, OnnxAttribute> axis =
          isConvolution || isMatrix
              ? Map.of("axis", new OnnxAttribute.Whole(isMatrix ? 1 : 0))
              : Map.of();
      List<String> inputs = new ArrayList<>(List.of(first, real(node, "second", 3, 4, 5, axis)));
      if (isConvolution && has(node, 8)) {
        inputs.add(bias(node, 8, 1, 4));
      }
      result(node, operator.substring("QLinear".length()), inputs, 6);
    }
  }

  private void gemm(OnnxNode node) {
    long columns = node.whole("transB", 0) == 0 ? 1 : 0;
    List<String> inputs =
        new ArrayList<>(
            List.of(
                real(node, "first", 0, 1, 2, Map.of()),
                real(node, "second", 3, 4, 5, Map.of("axis", new OnnxAttribute.Whole(columns)))));
    if (has(node, 6)) {
      inputs.add(bias(node, 6, 1, 4));
    }
    result(node, "Gemm", inputs, 7);
  }

  private static boolean has(OnnxNode node, int index) {
    return index < node.inputs().size() && !node.inputs().get(index).isEmpty();
  }

  private static String input(OnnxNode node, int index) {
    return has(node, index) ? node.inputs().get(index) : "";
  }

  private static String internal(OnnxNode node, String what) {
    return node.outputs().getFirst() + "/" + what;
  }

  /** The real numbers of an input. */
  private String real(
      OnnxNode node, String what, int at, int scale, int zero, Map<String, OnnxAttribute> axis) {
    String name = internal(node, what);
    nodes.add(
        OnnxNode.of(
                "DequantizeLinear",
                List.of(input(node, at), input(node, scale), input(node, zero)),
                name)
            .with(axis));
    return name;
  }

  /** A bias has the steps of the products. */
  private String bias(OnnxNode node, int at, int first, int second) {
    String scale = internal(node, "bias_scale");
    nodes.add(OnnxNode.of("Mul", List.of(input(node, first), input(node, second)), scale));
    String name = internal(node, "bias");
    nodes.add(
        OnnxNode.of("DequantizeLinear", List.of(input(node, at), scale), name)
            .with(Map.of("axis", new OnnxAttribute.Whole(0))));
    return name;
  }

  /** The operator on real numbers, and the quantiser of its result, if it has one. */
  private void result(OnnxNode node, String operator, List<String> inputs, int scale) {
    boolean isQuantized = has(node, scale);
    String real = isQuantized ? internal(node, "real") : node.outputs().getFirst();
    Map<String, OnnxAttribute> attributes = new HashMap<>(node.attributes());
    if (node.whole("channels_last", 0) == 0) {
      attributes.remove("channels_last");
    }
    nodes.add(new OnnxNode(node.title(), operator, "", inputs, List.of(real), attributes));
    if (isQuantized) {
      nodes.add(
          OnnxNode.of(
              "QuantizeLinear",
              List.of(real, input(node, scale), input(node, scale + 1)),
              node.outputs().getFirst()));
    }
  }
}
