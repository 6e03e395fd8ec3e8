package dev.backplane.compiler.folding;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.MatrixUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A layer whose multipliers can be more or fewer. Immutable.
 *
 * @param node its node
 * @param inputs how many inputs an output is the sum of
 * @param parallelInputs how many of them come in a clock without more than that: the channels of a
 *     group
 * @param isWhole whether all of them may come in a clock
 * @param outputs how many outputs have these inputs in common
 * @param repetitions how often that is computed for a sample: of each window and group
 */
public record FoldableLayer(
    Node node, int inputs, int parallelInputs, boolean isWhole, int outputs, long repetitions) {
  private static final Set<String> TYPES = Set.of("linear", "conv1d", "conv2d");

  /** A number of inputs and of outputs in a clock. */
  record Folding(int simd, int lanes) {
    long multipliers() {
      return (long) simd * lanes;
    }
  }

  /** {@return a node of a graph as such a layer, if it is one} */
  static Optional<FoldableLayer> of(TypedGraph graph, Node node) {
    if (!TYPES.contains(node.type())) {
      return Optional.empty();
    }
    Attributes attributes = node.attributes();
    Shape weights = attributes.get("weights", IntegerTensor.class).shape();
    int allOutputs = weights.extents().getFirst();
    int inputs = weights.size() / allOutputs;
    int groups =
        attributes.find("groups", Attribute.Whole.class).isPresent()
            ? attributes.integer("groups")
            : 1;
    long windows = graph.type(node).shape().size() / allOutputs;
    return Optional.of(
        new FoldableLayer(
            node,
            inputs,
            weights.extents().getLast(),
            groups == 1 && isDense(attributes),
            allOutputs / groups,
            windows * groups));
  }

  private static boolean isDense(Attributes attributes) {
    return attributes.find("dilation", Attribute.Sequence.class).isEmpty()
        || attributes.integers("dilation").stream().allMatch(step -> step == 1);
  }

  /** {@return the number of multiplications for a sample} */
  public long multiplications() {
    return repetitions * inputs * outputs;
  }

  /** {@return how many multipliers the attributes of the node ask for} */
  public long multipliers() {
    Attributes attributes = node.attributes();
    int lanes =
        attributes.find("lanes", Attribute.Whole.class).isPresent()
            ? attributes.integer("lanes")
            : outputs;
    return (long) lanes * Math.max(1, MatrixUnit.simd(attributes));
  }

  /** {@return the clocks for a sample with so many multipliers, which divide the products} */
  public long clocks(long multipliers) {
    return multiplications() / multipliers;
  }

  /** {@return all foldings, those with the fewest multipliers first} */
  List<Folding> foldings() {
    List<Folding> foldings = new ArrayList<>();
    long mostOfChannels = (long) parallelInputs * outputs;
    for (int simd : divisors(isWhole ? inputs : parallelInputs)) {
      for (int lanes : divisors(outputs)) {
        // Whole windows are many registers: they are for what channels alone cannot do.
        if (parallelInputs % simd == 0 || (long) simd * lanes > mostOfChannels) {
          foldings.add(new Folding(simd, lanes));
        }
      }
    }
    // Of the same number, more inputs and fewer outputs: sums that go on are registers.
    foldings.sort(Comparator.comparingLong(Folding::multipliers).thenComparingInt(Folding::lanes));
    return foldings;
  }

  private static int[] divisors(int number) {
    return IntStream.rangeClosed(1, number).filter(divisor -> number % divisor == 0).toArray();
  }

  /** {@return the folding with the fewest multipliers that takes so many clocks, or the largest} */
  Folding within(long interval) {
    List<Folding> foldings = foldings();
    for (Folding folding : foldings) {
      if (clocks(folding.multipliers()) <= interval) {
        return folding;
      }
    }
    return foldings.getLast();
  }

  Node folded(Folding folding) {
    return node.withAttributes(
        node.attributes().with("lanes", folding.lanes()).with(MatrixUnit.SIMD, folding.simd()));
  }
}
