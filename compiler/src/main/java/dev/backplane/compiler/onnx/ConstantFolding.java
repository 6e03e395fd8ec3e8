package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Evaluates operators whose inputs are all known, so that nothing of a subgraph of constants comes
 * into the graph. Counts what is made, and refuses more than memory is for.
 */
final class ConstantFolding {
  /** The most numbers that are made in one model. */
  private static final long MOST_NUMBERS = 1L << 27;

  /** The widest format of a computed constant that is taken for a grid of the model. */
  private static final int WIDEST_GRID = 16;

  private static final Map<String, ConstantCall.Evaluation> EVALUATIONS = evaluations();

  /** Operators that give elements of their inputs, so that these stay on the grid they are on. */
  private static final Set<String> KEEP_GRID =
      Set.of(
          "Identity",
          "Dropout",
          "Cast",
          "Reshape",
          "Flatten",
          "Transpose",
          "Squeeze",
          "Unsqueeze",
          "Gather",
          "GatherElements",
          "Slice",
          "Split",
          "Concat",
          "Expand",
          "Tile",
          "Pad");

  /** The attributes that evaluations read; those of other operators are refused. */
  private static final Map<String, Set<String>> ATTRIBUTES = attributes();

  private long made;

  private static Map<String, ConstantCall.Evaluation> evaluations() {
    Map<String, ConstantCall.Evaluation> all = new HashMap<>();
    all.putAll(ConstantArithmetic.all());
    all.putAll(ConstantReduction.all());
    all.putAll(ConstantLayout.all());
    all.putAll(ConstantSelection.all());
    return Map.copyOf(all);
  }

  private static Map<String, Set<String>> attributes() {
    Map<String, Set<String>> all = new HashMap<>();
    for (String reduction : List.of("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "SumSquare")) {
      all.put("Reduce" + reduction, Set.of("axes", "keepdims", "noop_with_empty_axes"));
    }
    for (String position : List.of("ArgMax", "ArgMin")) {
      all.put(position, Set.of("axis", "keepdims", "select_last_index"));
    }
    all.put("CumSum", Set.of("exclusive", "reverse"));
    all.put("Gemm", Set.of("alpha", "beta", "broadcast", "transA", "transB"));
    all.put("Mod", Set.of("fmod"));
    all.put("Clip", Set.of("min", "max"));
    all.put("Cast", Set.of("to", "saturate", "round_mode"));
    all.put("Shape", Set.of("start", "end"));
    all.put("Reshape", Set.of("allowzero"));
    all.put("Dropout", Set.of("is_test", "ratio", "seed"));
    all.put("Flatten", Set.of("axis"));
    all.put("Transpose", Set.of("perm"));
    all.put("Squeeze", Set.of("axes"));
    all.put("Unsqueeze", Set.of("axes"));
    all.put("Gather", Set.of("axis"));
    all.put("GatherElements", Set.of("axis"));
    all.put("Slice", Set.of("axes", "starts", "ends"));
    all.put("Split", Set.of("axis", "split", "num_outputs"));
    all.put("Concat", Set.of("axis"));
    all.put("Pad", Set.of("mode", "pads", "value"));
    all.put("ConstantOfShape", Set.of("value"));
    return Map.copyOf(all);
  }

  /** {@return the names of all operators that are evaluated} */
  static Set<String> all() {
    return EVALUATIONS.keySet();
  }

  /** Tells whether an operator is evaluated: its inputs are known, and what it computes is too. */
  static boolean folds(OnnxNode node, ImportedNodes network) {
    return node.domain().isEmpty()
        && EVALUATIONS.containsKey(node.operator())
        && node.inputs().stream()
            .allMatch(name -> name.isEmpty() || network.value(name) instanceof Value.Constant);
  }

  /** Evaluates an operator that {@link #folds}. */
  void fold(OnnxNode node, ImportedNodes network) {
    ConstantCall.Evaluation evaluation = EVALUATIONS.get(node.operator());
    if (evaluation == null) {
      throw Operators.unknown(node);
    }
    node.knowsOnly(ATTRIBUTES.getOrDefault(node.operator(), Set.of()), network.version());
    List<Optional<OnnxTensor>> inputs =
        node.inputs().stream()
            .map(
                name ->
                    name.isEmpty() || !(network.value(name) instanceof Value.Constant constant)
                        ? Optional.<OnnxTensor>empty()
                        : Optional.of(constant.tensor()))
            .toList();
    List<OnnxTensor> results = evaluation.of(new ConstantCall(node, network.version(), inputs));
    for (int i = 0; i < results.size() && i < node.outputs().size(); i++) {
      OnnxTensor result = results.get(i);
      made += result.size();
      if (made > MOST_NUMBERS) {
        throw new CompilerException(
            CompilerError.TOO_LARGE,
            "",
            "with it the constants of the model are "
                + made
                + " numbers; up to "
                + MOST_NUMBERS
                + " are computed");
      }
      String name = node.outputs().get(i);
      if (!name.isEmpty()) {
        network.set(name, new Value.Constant(result, isOnGrid(node, network, result)));
      }
    }
  }

  private static boolean isOnGrid(OnnxNode node, ImportedNodes network, OnnxTensor result) {
    if (node.operator().equals("Cast")) {
      return network.isQuantized(node, 0)
          && Arrays.equals(network.constant(node, 0).reals(), result.reals());
    }
    boolean keepsGrid = KEEP_GRID.contains(node.operator());
    boolean isJoined = node.operator().equals("Concat");
    boolean areAll = true;
    boolean isAny = false;
    for (int i = 0; i < node.inputs().size() && (i == 0 || isJoined || !keepsGrid); i++) {
      boolean isQuantized = network.hasInput(node, i) && network.isQuantized(node, i);
      areAll &= isQuantized;
      isAny |= isQuantized;
    }
    return keepsGrid ? areAll : isAny && !result.type().isWhole() && isFine(result);
  }

  private static boolean isFine(OnnxTensor result) {
    return ExactNumbers.format(result.reals())
        .map(FixedPoint::width)
        .filter(width -> width <= WIDEST_GRID)
        .isPresent();
  }
}
