package dev.backplane.compiler.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds operators that exporters write as several others: a product of a number with a function of
 * itself is one table. Each is put in the place of the last of its parts; the others are needed no
 * more, or are read elsewhere.
 */
final class Fusions {
  private static final double CLOSE = 1e-4;
  private static final double HALF_ROOT = Math.sqrt(0.5);
  private static final double GELU_FACTOR = Math.sqrt(2 / Math.PI);
  private static final double GELU_CUBE = 0.044715;

  /** How many products lie one in the other, at most: exporters write two. */
  private static final int DEEPEST = 3;

  private final Map<String, OnnxNode> producers = new HashMap<>();
  private final Map<String, OnnxTensor> constants = new HashMap<>();

  private Fusions(OnnxGraph graph) {
    graph.constants().forEach(constant -> constants.put(constant.name(), constant));
    for (OnnxNode node : graph.nodes()) {
      node.outputs().forEach(output -> producers.put(output, node));
      if (node.operator().equals("Constant")
          && node.attributes().get("value") instanceof OnnxAttribute.Tensor(OnnxTensor tensor)) {
        constants.put(node.outputs().getFirst(), tensor);
      }
    }
  }

  /** The model with fewer operators. Tables take the place of products if they lose no bits. */
  static OnnxModel of(OnnxModel model, boolean withTables) {
    OnnxGraph graph = model.graph();
    Fusions fusions = new Fusions(graph);
    List<OnnxNode> nodes = new ArrayList<>();
    for (OnnxNode node : graph.nodes()) {
      Optional<OnnxNode> table = withTables ? fusions.table(node) : Optional.empty();
      nodes.add(table.or(() -> fusions.normalization(node)).orElse(node));
    }
    return new OnnxModel(
        model.irVersion(),
        model.producer(),
        model.opsets(),
        new OnnxGraph(graph.name(), nodes, graph.constants(), graph.inputs(), graph.outputs()));
  }

  private static boolean isClose(double number, double other) {
    return Math.abs(number - other) <= CLOSE * Math.abs(other);
  }

  /** The operator that gives a value, if it is this one. */
  private Optional<OnnxNode> from(String value, String operator) {
    return Optional.ofNullable(producers.get(value))
        .filter(node -> node.operator().equals(operator) && node.domain().isEmpty());
  }

  private Optional<Double> number(String value) {
    return Optional.ofNullable(constants.get(value))
        .filter(tensor -> tensor.size() == 1)
        .map(tensor -> tensor.real(0));
  }

  /** What a node with two inputs takes beside a number. */
  private Optional<String> beside(OnnxNode node, double number) {
    for (int i = 0; i < 2 && node.inputs().size() == 2; i++) {
      if (number(node.inputs().get(i)).filter(each -> isClose(each, number)).isPresent()) {
        return Optional.of(node.inputs().get(1 - i));
      }
    }
    return Optional.empty();
  }

  private Optional<String> plus(String value, double number) {
    return from(value, "Add").flatMap(node -> beside(node, number));
  }

  /** The factors of a product: values, and the product of all numbers. */
  private final class Product {
    private final Set<String> stops;
    private final List<String> values = new ArrayList<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private double number = 1;

    /** A value as a product, of which these values are no products themselves. */
    Product(String value, String... stops) {
      this.stops = Set.of(stops);
      add(value, 0);
    }

    private void add(String value, int depth) {
      seen.add(value);
      Optional<Double> constant = number(value);
      boolean isInner = depth < DEEPEST && !stops.contains(value);
      Optional<OnnxNode> product = from(value, "Mul").filter(_ -> isInner);
      Optional<OnnxNode> quotient = from(value, "Div").filter(_ -> isInner);
      Optional<Double> divisor = quotient.flatMap(node -> number(node.inputs().getLast()));
      if (constant.isPresent()) {
        number *= constant.get();
      } else if (product.isPresent() && product.get().inputs().size() == 2) {
        product.get().inputs().forEach(each -> add(each, depth + 1));
      } else if (divisor.isPresent()) {
        number /= divisor.get();
        add(quotient.get().inputs().getFirst(), depth + 1);
      } else {
        values.add(value);
      }
    }

    /** {@return whether it is a number times one value} */
    boolean is(double factor, String value) {
      return values.equals(List.of(value)) && isClose(number, factor);
    }
  }

  private Optional<OnnxNode> table(OnnxNode node) {
    boolean isProduct = node.operator().equals("Mul") || node.operator().equals("Div");
    if (!isProduct || node.inputs().size() != 2 || node.outputs().size() != 1) {
      return Optional.empty();
    }
    String result = node.outputs().getFirst();
    Set<String> parts = new Product(result).seen;
    for (String function : parts) {
      for (String x : parts) {
        if (!function.equals(x) && !x.equals(result) && !function.equals(result)) {
          Product product = new Product(result, x, function);
          Optional<OnnxNode> table =
              product.values.size() == 2 && product.values.containsAll(List.of(x, function))
                  ? table(node, product.number, x, function)
                  : Optional.empty();
          if (table.isPresent()) {
            return table;
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<OnnxNode> table(OnnxNode node, double number, String x, String function) {
    if (number == 1 && isOf(function, "Sigmoid", x)) {
      return Optional.of(with(node, "Swish", x, Map.of()));
    }
    boolean isHard =
        (number == 1 && isHardSigmoid(function, x))
            || (isClose(number, 1 / 6.0) && isCut(function, x));
    if (isHard) {
      return Optional.of(with(node, "HardSwish", x, Map.of()));
    }
    if (number == 1
        && from(function, "Tanh")
            .filter(tanh -> isOf(tanh.inputs().getFirst(), "Softplus", x))
            .isPresent()) {
      return Optional.of(with(node, "Mish", x, Map.of()));
    }
    if (!isClose(number, 0.5)) {
      return Optional.empty();
    }
    Optional<String> inner = plus(function, 1);
    if (inner
        .flatMap(value -> from(value, "Erf"))
        .filter(erf -> new Product(erf.inputs().getFirst(), x).is(HALF_ROOT, x))
        .isPresent()) {
      return Optional.of(with(node, "Gelu", x, Map.of()));
    }
    return inner
        .flatMap(value -> from(value, "Tanh"))
        .filter(tanh -> isCubic(tanh.inputs().getFirst(), x))
        .map(_ -> with(node, "Gelu", x, Map.of("approximate", new OnnxAttribute.Text("tanh"))));
  }

  /** The axis of a mean that keeps its rank, if it is one axis. */
  private Optional<Long> meanAxis(OnnxNode mean) {
    List<Long> axes =
        mean.inputs().size() > 1
            ? Optional.ofNullable(constants.get(mean.inputs().get(1)))
                .filter(tensor -> tensor.size() == 1)
                .map(tensor -> List.of(tensor.whole(0)))
                .orElse(List.of())
            : mean.wholes("axes", List.of());
    return axes.size() == 1 && mean.whole("keepdims", 1) != 0
        ? Optional.of(axes.getFirst())
        : Optional.empty();
  }

  /** The mean of rows, and what it is of. */
  private record Mean(String of, long axis) {}

  private Optional<Mean> mean(String value) {
    return from(value, "ReduceMean")
        .flatMap(node -> meanAxis(node).map(axis -> new Mean(node.inputs().getFirst(), axis)));
  }

  /** What a value is the distance of, from its own mean. */
  private Optional<Mean> centred(String value) {
    return from(value, "Sub")
        .flatMap(
            node ->
                mean(node.inputs().getLast())
                    .filter(mean -> mean.of.equals(node.inputs().getFirst())));
  }

  /** The distance from the mean, divided by the root of its mean square and an epsilon. */
  private Optional<OnnxNode> normalization(OnnxNode node) {
    if (!node.operator().equals("Div") || node.inputs().size() != 2) {
      return Optional.empty();
    }
    Optional<Mean> centred = centred(node.inputs().getFirst());
    Optional<OnnxNode> sum =
        from(node.inputs().getLast(), "Sqrt")
            .flatMap(root -> from(root.inputs().getFirst(), "Add"));
    if (centred.isEmpty() || sum.isEmpty() || sum.get().inputs().size() != 2) {
      return Optional.empty();
    }
    for (int i = 0; i < 2; i++) {
      Optional<Double> epsilon = number(sum.get().inputs().get(i));
      Optional<Mean> variance = mean(sum.get().inputs().get(1 - i));
      if (epsilon.isPresent()
          && variance.isPresent()
          && variance.get().axis == centred.get().axis
          && square(variance.get().of).flatMap(this::centred).equals(centred)) {
        return Optional.of(
            with(
                node,
                "LayerNormalization",
                centred.get().of,
                Map.of(
                    "axis", new OnnxAttribute.Whole(centred.get().axis),
                    "epsilon", new OnnxAttribute.Real(epsilon.get().floatValue()))));
      }
    }
    return Optional.empty();
  }

  /** What a value is the square of. */
  private Optional<String> square(String value) {
    Optional<String> power =
        from(value, "Pow")
            .filter(node -> number(node.inputs().getLast()).filter(two -> two == 2).isPresent())
            .map(node -> node.inputs().getFirst());
    return power.or(
        () ->
            from(value, "Mul")
                .filter(node -> node.inputs().getFirst().equals(node.inputs().getLast()))
                .map(node -> node.inputs().getFirst()));
  }

  private static OnnxNode with(
      OnnxNode node, String operator, String x, Map<String, OnnxAttribute> attributes) {
    return new OnnxNode(node.name(), operator, "", List.of(x), node.outputs(), attributes);
  }

  private boolean isOf(String value, String operator, String x) {
    return from(value, operator).filter(node -> node.inputs().equals(List.of(x))).isPresent();
  }

  private boolean isHardSigmoid(String value, String x) {
    return isOf(value, "HardSigmoid", x)
        && from(value, "HardSigmoid")
            .filter(
                node ->
                    isClose(node.real("alpha", 0.2f), 1 / 6.0)
                        && isClose(node.real("beta", 0.5), 0.5))
            .isPresent();
  }

  /** Whether a value is x + 3, cut to 0 and 6. */
  private boolean isCut(String value, String x) {
    return from(value, "Clip")
        .filter(clip -> end(clip, 1, "min") == 0 && end(clip, 2, "max") == 6)
        .flatMap(clip -> plus(clip.inputs().getFirst(), 3))
        .filter(x::equals)
        .isPresent();
  }

  private double end(OnnxNode clip, int index, String name) {
    return index < clip.inputs().size()
        ? number(clip.inputs().get(index)).orElse(Double.NaN)
        : clip.real(name, Double.NaN);
  }

  /** Whether a value is sqrt(2 / pi) (x + 0.044715 x^3), in one of its two forms. */
  private boolean isCubic(String value, String x) {
    Product outer = new Product(value, x);
    if (!isClose(outer.number, GELU_FACTOR)) {
      return false;
    }
    if (outer.values.size() == 1) {
      return sum(outer.values.getFirst())
          .filter(terms -> terms.contains(x))
          .map(terms -> terms.get(1 - terms.indexOf(x)))
          .filter(cube -> isPower(new Product(cube, x), GELU_CUBE, x, 3))
          .isPresent();
    }
    return outer.values.size() == 2
        && outer.values.contains(x)
        && plus(outer.values.get(1 - outer.values.indexOf(x)), 1)
            .filter(square -> isPower(new Product(square, x), GELU_CUBE, x, 2))
            .isPresent();
  }

  private Optional<List<String>> sum(String value) {
    return from(value, "Add").map(OnnxNode::inputs).filter(inputs -> inputs.size() == 2);
  }

  private boolean isPower(Product product, double factor, String x, int exponent) {
    int found = 0;
    for (String value : product.values) {
      Optional<OnnxNode> power =
          from(value, "Pow").filter(node -> node.inputs().getFirst().equals(x));
      double given =
          value.equals(x)
              ? 1
              : power.flatMap(node -> number(node.inputs().getLast())).orElse(Double.NaN);
      if (given != Math.rint(given)) {
        return false;
      }
      found += (int) given;
    }
    return found == exponent && isClose(product.number, factor);
  }
}
