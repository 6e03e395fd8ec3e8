package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.Compiler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A quantiser stays where the model has it. Every pair of operators that some pass fuses, folds or
 * reorders has quantisers before and behind it, with one between the two and without, and gives
 * what the arithmetic of ONNX gives.
 */
class QuantizerPlacesTest {
  private static final int SAMPLES = 10;
  private static final int CHAINS = 30;
  private static final Map<String, UnaryOperator<OnnxModels>> OPERATORS = operators();

  private static final List<String> BETWEEN = List.of("", "fine", "coarse");
  private static final double STEP = 0.0625;

  private final Compiler compiler = Compiler.load();

  private static Map<String, UnaryOperator<OnnxModels>> operators() {
    Map<String, UnaryOperator<OnnxModels>> all = new LinkedHashMap<>();
    all.put("Conv", model -> model.then("Conv", "wf"));
    all.put("Conv with bias", model -> model.then("Conv", "wf", "bf"));
    all.put("Conv with another bias", model -> model.then("Conv", "wf", "float"));
    all.put("Conv of weights that nobody quantises", model -> model.then("Conv", "plain"));
    all.put("Add", model -> model.then("Add", "addend"));
    all.put("Add a number", model -> model.then("Add", "tenth"));
    all.put(
        "Sub from",
        model ->
            model.node(OnnxNode.of("Sub", List.of("minuend", model.last()), "s" + model.last())));
    all.put("Mul", model -> model.then("Mul", "factor"));
    all.put("Div", model -> model.then("Div", "divisor"));
    all.put("Neg", model -> model.then("Neg"));
    all.put(
        "BatchNormalization",
        model -> model.then("BatchNormalization", "scale", "float", "mean", "variance"));
    all.put("Relu", model -> model.then("Relu"));
    all.put("Clip", model -> model.then("Clip", "third", "six"));
    all.put("Max", model -> model.then("Max", "third"));
    all.put(
        "LeakyRelu",
        model -> model.then("LeakyRelu", Map.of("alpha", new OnnxAttribute.Real(0.1f))));
    all.put("PRelu", model -> model.then("PRelu", "tenth"));
    all.put("HardSigmoid", model -> model.then("HardSigmoid"));
    all.put("Sigmoid", model -> model.then("Sigmoid"));
    all.put("Tanh", model -> model.then("Tanh"));
    all.put(
        "MaxPool",
        model ->
            model.then(
                "MaxPool",
                Map.of(
                    "kernel_shape",
                    OnnxModels.wholes(2, 2),
                    "pads",
                    OnnxModels.wholes(1, 0, 0, 1))));
    all.put(
        "AveragePool",
        model -> model.then("AveragePool", Map.of("kernel_shape", OnnxModels.wholes(2, 2))));
    all.put(
        "AveragePool of three",
        model ->
            model.then(
                "AveragePool",
                Map.of(
                    "kernel_shape",
                    OnnxModels.wholes(3, 1),
                    "pads",
                    OnnxModels.wholes(1, 0, 1, 0),
                    "count_include_pad",
                    new OnnxAttribute.Whole(1))));
    all.put(
        "Transpose",
        model ->
            model
                .then("Transpose", Map.of("perm", OnnxModels.wholes(0, 2, 3, 1)))
                .then("Transpose", Map.of("perm", OnnxModels.wholes(0, 3, 1, 2))));
    all.put("Add to itself", model -> model.then("Add", model.last()));
    all.put(
        "Add to its Relu",
        model -> {
          String before = model.last();
          return model.then("Relu").then("Add", before);
        });
    all.put(
        "Concat with its Neg",
        model -> {
          String before = model.last();
          return model.then("Neg").then("Concat", OnnxModels.axis(2), before);
        });
    all.put(
        "Add to its quantised half",
        model -> {
          String before = model.last();
          return quantized(model.then("Mul", "half"), "coarse").then("Add", before);
        });
    return all;
  }

  private static OnnxModels model() {
    Random random = new Random(61);
    double[] weights = random.ints(4 * 4, -100, 101).asDoubleStream().toArray();
    return OnnxModels.of(60, 1, 4, 4, 4)
        .constant(real("fine", 0.03125))
        .constant(real("middle", 0.0625))
        .constant(real("coarse", 0.25))
        .constant(real("half", 0.5))
        .constant(real("tenth", 0.1))
        .constant(real("third", 0.3))
        .constant(real("six", 1.7))
        .constant(OnnxTensor.of("zero", ElementType.INT8, List.of(), 0.0))
        .constant(OnnxTensor.of("other", ElementType.UINT8, List.of(), 100.0))
        .constant(OnnxTensor.of("w", ElementType.INT8, List.of(4, 4, 1, 1), weights))
        .constant(real("ws", 0.0078125))
        .constant(
            OnnxTensor.of(
                "plain",
                ElementType.FLOAT,
                List.of(4, 4, 1, 1),
                random.ints(4 * 4, -100, 101).mapToDouble(each -> each / 64.0).toArray()))
        .constant(OnnxTensor.of("b", ElementType.INT32, List.of(4), 300, -200, 0, 77))
        .constant(real("bs", 0.000244140625))
        .constant(OnnxTensor.of("bz", ElementType.INT32, List.of(), 0.0))
        .constant(
            OnnxTensor.of("factor", ElementType.FLOAT, List.of(4, 1, 1), 0.75, -1.5, 0.171, 2))
        .constant(OnnxTensor.of("divisor", ElementType.FLOAT, List.of(4, 1, 1), 0.5, -2, 4, 1))
        .normal("addend", 0.7, 4, 1, 1)
        .normal("minuend", 0.7, 4, 1, 1)
        .normal("float", 0.4, 4)
        .normal("mean", 0.3, 4)
        .positive("scale", 4)
        .positive("variance", 4)
        .aside("wf", "DequantizeLinear", Map.of(), "w", "ws", "zero")
        .aside("bf", "DequantizeLinear", Map.of(), "b", "bs", "bz");
  }

  private static OnnxTensor real(String name, double value) {
    return OnnxTensor.of(name, ElementType.FLOAT, List.of(), value);
  }

  private static OnnxModels quantized(OnnxModels model, String scale) {
    String zero = scale.equals("coarse") ? "other" : "zero";
    return model.then("QuantizeLinear", scale, zero).then("DequantizeLinear", scale, zero);
  }

  private static OnnxModels applied(String operator, OnnxModels model) {
    return Objects.requireNonNull(OPERATORS.get(operator)).apply(model);
  }

  static List<String> names() {
    return List.copyOf(OPERATORS.keySet());
  }

  /** One of seven pairs and quantisers between; all of them are tried nightly. */
  @ParameterizedTest
  @MethodSource("names")
  void pairsGiveWhatOnnxGives(String first) throws Exception {
    compare(first, 7);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("names")
  void everyPairGivesWhatOnnxGives(String first) throws Exception {
    compare(first, 7);
  }

  private void compare(String first, int each) throws Exception {
    List<String> wrong = new ArrayList<>();
    int pair = names().indexOf(first);
    for (String second : names()) {
      for (String between : BETWEEN) {
        if (pair++ % each == 0) {
          OnnxModels model = applied(first, quantized(model(), "fine"));
          model = between.isEmpty() ? model : quantized(model, between);
          model = quantized(applied(second, model), "middle");
          compare(first + ", " + between + ", " + second, model.build(), !between.isEmpty(), wrong);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * Where the model rounds all, results are equal. Where it does not, floats are rounded between
   * the operators too, which hardware does not do, and one number of many is another next to it; or
   * a warning says that numbers are rounded.
   */
  private void compare(String name, OnnxModel model, boolean isExact, List<String> wrong)
      throws Exception {
    ImportedRun run = new ImportedRun(compiler, model, new BitWidths(8, 8));
    if (!run.model().warnings().isEmpty()) {
      if (isExact || !run.model().warnings().toString().contains("rounded")) {
        wrong.add(name + ": " + run.model().warnings());
      }
      return;
    }
    Random random = new Random(62);
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      int different = 0;
      double farthest = 0;
      for (int i = 0; i < SAMPLES; i++) {
        double[] input = random.doubles(64, -4.5, 4.5).map(each -> (float) each).toArray();
        double[] expected = oracle.run(OnnxruntimeTest.extents(model), input);
        double[] given = run.quantized(input);
        for (int k = 0; k < expected.length; k++) {
          different += given[k] == expected[k] ? 0 : 1;
          farthest = Math.max(farthest, Math.abs(given[k] - expected[k]));
        }
      }
      if (isExact ? different > 0 : different > SAMPLES * 3 || farthest > STEP) {
        wrong.add(name + ": " + different + " numbers differ, by up to " + farthest);
      }
    }
  }

  /** Operators in any order, each with a grid behind it, the steps of which may be above 1. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void chainsGiveWhatOnnxGives(int first) throws Exception {
    chains(first * CHAINS, CHAINS);
  }

  @Tag("nightly")
  @Test
  void manyChainsGiveWhatOnnxGives() throws Exception {
    chains(1000, 2000);
  }

  private void chains(int from, int count) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (int seed = from; seed < from + count; seed++) {
      Random random = new Random(seed);
      OnnxModels model = model();
      StringBuilder name = new StringBuilder("" + seed);
      grid(model, random);
      for (int i = 0; i < 4; i++) {
        String next = names().get(random.nextInt(names().size()));
        name.append(", ").append(next);
        grid(applied(next, model), random);
      }
      compare(name.toString(), model.build(), true, wrong);
    }
    assertThat(wrong).isEmpty();
  }

  private static void grid(OnnxModels model, Random random) {
    String name = "grid" + model.last();
    ElementType type = random.nextBoolean() ? ElementType.INT8 : ElementType.UINT8;
    double zero = type == ElementType.INT8 ? random.nextInt(-20, 20) : random.nextInt(40, 200);
    model
        .constant(real(name + "s", Math.scalb(1.0, random.nextInt(-6, 3))))
        .constant(OnnxTensor.of(name + "z", type, List.of(), random.nextBoolean() ? zero : 0))
        .then("QuantizeLinear", name + "s", name + "z")
        .then("DequantizeLinear", name + "s", name + "z");
  }

  /** A stream that several operators read is put on its grid once, the input too. */
  @ParameterizedTest
  @ValueSource(strings = {"shared codes", "shared numbers", "two grids"})
  void roundsATensorWithTwoReadersOnce(String kind) throws Exception {
    OnnxModels model = model();
    switch (kind) {
      case "shared codes" -> {
        String codes = model.then("QuantizeLinear", "fine", "zero").last();
        model.then("DequantizeLinear", "fine", "zero").then("Conv", "wf");
        String left = model.last();
        model.node(OnnxNode.of("DequantizeLinear", List.of(codes, "fine", "zero"), "again"));
        model.then("Relu").then("Add", left);
      }
      case "shared numbers" -> {
        String left = quantized(model, "coarse").last();
        model.then("Conv", "wf", "bf").then("Relu").then("Add", left);
      }
      default -> {
        String left = quantized(model, "fine").last();
        model.node(OnnxNode.of("QuantizeLinear", List.of("x", "coarse", "other"), "codes"));
        model.then("DequantizeLinear", "coarse", "other").then("Conv", "wf").then("Add", left);
      }
    }
    List<String> wrong = new ArrayList<>();
    compare(kind, quantized(model, "middle").build(), true, wrong);
    assertThat(wrong).isEmpty();
  }
}
