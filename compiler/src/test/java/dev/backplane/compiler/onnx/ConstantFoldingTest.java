package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.backplane.compiler.CompilerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators of constants are evaluated as onnxruntime evaluates them. */
class ConstantFoldingTest {
  private static final Map<String, OnnxTensor> CONSTANTS =
      Map.ofEntries(
          reals("a", List.of(2, 3), 1.5, -2.25, 0.75, 4, -0.5, 3),
          reals("b", List.of(3), 2, 0.5, -1.25),
          reals("positive", List.of(2, 2), 0.25, 4, 2.5, 9),
          reals("matrix", List.of(3, 2), 1, -2, 0.5, 3, -1, 0.25),
          reals("cube", List.of(2, 2, 3), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
          reals("two", List.of(), 2.0),
          wholes("i", List.of(2, 3), 7, -7, 3, 12, -5, 1),
          wholes("j", List.of(3), 2, 3, -4),
          wholes("zero", List.of(1), 0),
          wholes("one", List.of(1), 1),
          wholes("minus", List.of(1), -1),
          wholes("starts", List.of(2), 0, -1),
          wholes("ends", List.of(2), 2, -100),
          wholes("axes", List.of(2), 0, 1),
          wholes("steps", List.of(2), 1, -2),
          wholes("shape", List.of(2), 3, 2),
          wholes("larger", List.of(3), 2, 1, 3),
          wholes("times", List.of(2), 2, 3),
          wholes("pads", List.of(4), 1, 0, 0, 2),
          wholes("at", List.of(2, 1), 1, -1),
          wholes("sizes", List.of(2), 1, 2),
          wholes("first", List.of(), 2),
          wholes("limit", List.of(), 11),
          wholes("step", List.of(), 3),
          Map.entry(
              "truth", OnnxTensor.of("truth", ElementType.BOOL, List.of(2, 3), 1, 0, 1, 0, 0, 1)));

  private static Map.Entry<String, OnnxTensor> reals(
      String name, List<Integer> extents, double... numbers) {
    return Map.entry(name, OnnxTensor.of(name, ElementType.FLOAT, extents, numbers));
  }

  private static Map.Entry<String, OnnxTensor> wholes(
      String name, List<Integer> extents, long... numbers) {
    return Map.entry(name, OnnxTensor.of(name, extents, numbers));
  }

  private static OnnxNode node(
      String operator, Map<String, OnnxAttribute> attributes, String... inputs) {
    return OnnxNode.of(operator, List.of(inputs), "result").with(attributes);
  }

  private static OnnxNode node(String operator, String... inputs) {
    return node(operator, Map.of(), inputs);
  }

  private static OnnxAttribute whole(long value) {
    return new OnnxAttribute.Whole(value);
  }

  static Stream<OnnxNode> nodes() {
    List<OnnxNode> nodes = new ArrayList<>();
    for (String operator : List.of("Add", "Sub", "Mul", "Div", "Min", "Max")) {
      nodes.add(node(operator, "a", "b"));
      nodes.add(node(operator, "i", "j"));
    }
    for (String operator : List.of("Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual")) {
      nodes.add(node(operator, "a", "two"));
      nodes.add(node(operator, "i", "j"));
    }
    for (String operator : List.of("And", "Or", "Xor")) {
      nodes.add(node(operator, "truth", "truth"));
    }
    for (String operator :
        List.of(
            "Neg",
            "Abs",
            "Sign",
            "Exp",
            "Sin",
            "Cos",
            "Tanh",
            "Sigmoid",
            "Relu",
            "Floor",
            "Ceil",
            "Round",
            "Reciprocal",
            "Identity")) {
      nodes.add(node(operator, "a"));
    }
    nodes.add(node("Sqrt", "positive"));
    nodes.add(node("Log", "positive"));
    nodes.add(node("Not", "truth"));
    nodes.add(node("Pow", "positive", "two"));
    nodes.add(node("Pow", "positive", "step"));
    nodes.add(node("Mod", "i", "j"));
    nodes.add(node("Mod", Map.of("fmod", whole(1)), "i", "j"));
    nodes.add(node("Mod", Map.of("fmod", whole(1)), "a", "b"));
    nodes.add(node("Sum", "a", "b", "two"));
    nodes.add(node("Clip", "a", "", "two"));
    nodes.add(node("Where", "truth", "a", "b"));
    nodes.add(node("Where", "truth", "i", "j"));
    for (String reduction : List.of("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "SumSquare")) {
      String operator = "Reduce" + reduction;
      nodes.add(node(operator, "cube", "axes"));
      nodes.add(node(operator, Map.of("keepdims", whole(0)), "cube", "minus"));
      nodes.add(node(operator, "cube"));
    }
    for (String operator : List.of("ArgMax", "ArgMin")) {
      nodes.add(node(operator, Map.of("axis", whole(1)), "i"));
      nodes.add(node(operator, Map.of("axis", whole(-1), "keepdims", whole(0)), "cube"));
    }
    nodes.add(node("CumSum", "cube", "one"));
    nodes.add(node("MatMul", "a", "matrix"));
    nodes.add(node("MatMul", "cube", "matrix"));
    nodes.add(node("MatMul", "a", "b"));
    nodes.add(
        node(
            "Gemm",
            Map.of("alpha", new OnnxAttribute.Real(0.5f), "transB", whole(1)),
            "a",
            "a",
            "two"));
    nodes.add(node("Cast", Map.of("to", whole(7)), "a"));
    nodes.add(node("Cast", Map.of("to", whole(9)), "a"));
    nodes.add(node("Cast", Map.of("to", whole(1)), "i"));
    nodes.add(node("Shape", Map.of("start", whole(1)), "cube"));
    nodes.add(node("Size", "cube"));
    nodes.add(node("Reshape", "a", "shape"));
    nodes.add(node("Flatten", Map.of("axis", whole(-1)), "cube"));
    nodes.add(node("Flatten", Map.of("axis", whole(0)), "cube"));
    nodes.add(node("Transpose", "cube"));
    nodes.add(node("Transpose", Map.of("perm", OnnxModels.wholes(1, 2, 0)), "cube"));
    nodes.add(node("Unsqueeze", "a", "axes"));
    nodes.add(node("Squeeze", "one"));
    nodes.add(node("Dropout", "a"));
    nodes.add(node("Gather", Map.of("axis", whole(-1)), "cube", "at"));
    nodes.add(node("GatherElements", Map.of("axis", whole(1)), "i", "at"));
    nodes.add(node("Slice", "cube", "starts", "ends", "axes", "steps"));
    nodes.add(node("Slice", "cube", "zero", "one"));
    nodes.add(node("Split", Map.of("axis", whole(1)), "a", "sizes"));
    nodes.add(node("Concat", Map.of("axis", whole(0)), "a", "a"));
    nodes.add(node("Expand", "b", "larger"));
    nodes.add(node("Tile", "a", "times"));
    nodes.add(node("Pad", "a", "pads", "two"));
    nodes.add(node("ConstantOfShape", "shape"));
    nodes.add(node("Range", "first", "limit", "step"));
    nodes.add(node("NonZero", "truth"));
    return nodes.stream();
  }

  private static OnnxNode named(OnnxNode node) {
    return node.operator().equals("Split")
        ? new OnnxNode("", "Split", "", node.inputs(), List.of("result", "rest"), node.attributes())
        : node;
  }

  private static OnnxTensor folded(OnnxNode node) {
    ImportedNodes network = new ImportedNodes(new BitWidths(8, 8), Map.of(), 18);
    CONSTANTS.forEach((name, tensor) -> network.set(name, new Value.Constant(tensor)));
    assertThat(ConstantFolding.folds(node, network)).as(node.label()).isTrue();
    new ConstantFolding().fold(node, network);
    assertThat(network.nodes()).isEmpty();
    return ((Value.Constant) network.value("result")).tensor();
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void aConstantIsWhatOnnxruntimeMakesOfIt(OnnxNode given) throws Exception {
    OnnxNode node = named(given);
    OnnxTensor folded = folded(node);
    OnnxNode cast = OnnxNode.of("Cast", List.of("result"), "y").with(Map.of("to", whole(1)));
    OnnxModel model =
        new OnnxModel(
            8,
            "",
            Map.of("", 18L),
            new OnnxGraph(
                "",
                List.of(node, cast),
                List.copyOf(CONSTANTS.values()),
                List.of(OnnxValue.of("x", ElementType.FLOAT, 1)),
                List.of(new OnnxValue("y", ElementType.FLOAT, List.of()))));
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      double[] expected = oracle.run(new long[] {1}, 0);
      double[] reals = folded.reals();
      assertThat(reals).hasSameSizeAs(expected);
      for (int i = 0; i < reals.length; i++) {
        assertThat(reals[i]).isCloseTo(expected[i], within(1e-6 * (1 + Math.abs(expected[i]))));
      }
    }
  }

  @Test
  void everyOperatorThatIsEvaluatedIsCompared() {
    Set<String> compared = new TreeSet<>();
    nodes().forEach(node -> compared.add(node.operator()));
    assertThat(compared).isEqualTo(new TreeSet<>(ConstantFolding.all()));
  }

  @Test
  void aSubgraphOfConstantsBecomesWeightsAndNothingElse() {
    OnnxModel model =
        OnnxModels.of(1, 1, 4)
            .normal("v", 1, 3, 4)
            .positive("variance", 3)
            .constant(OnnxTensor.of("epsilon", ElementType.FLOAT, List.of(), 1e-3))
            .constant(OnnxTensor.of("half", ElementType.FLOAT, List.of(), 0.5))
            .constant(OnnxTensor.of("last", List.of(1), 1))
            .aside("sum", "Add", Map.of(), "variance", "epsilon")
            .aside("root", "Pow", Map.of(), "sum", "half")
            .aside("inverse", "Reciprocal", Map.of(), "root")
            .aside("column", "Unsqueeze", Map.of(), "inverse", "last")
            .aside("scaled", "Mul", Map.of(), "v", "column")
            .aside("w", "Transpose", Map.of(), "scaled")
            .then("MatMul", "w")
            .build(14);
    ImportedModel imported = OnnxImport.of(model, new BitWidths(8, 8));

    assertThat(imported.graph().nodes())
        .extracting(node -> node.type())
        .containsExactly("input", "linear", "output");
  }

  @Test
  void constantsThatDoNotFitAreRefusedByName() {
    assertThatThrownBy(() -> folded(node("Add", "a", "matrix")))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("node result (Add)")
        .hasMessageContaining("[[2, 3], [3, 2]]");
    assertThatThrownBy(() -> folded(node("Div", "i", "zero")))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("divide by 0");
    assertThatThrownBy(() -> folded(node("Gather", "a", "limit")))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("element 11 of 2");
    assertThatThrownBy(() -> folded(node("Mod", Map.of("axis", whole(1)), "i", "j")))
        .isInstanceOf(CompilerException.class)
        .hasMessageContaining("attribute axis");
  }
}
