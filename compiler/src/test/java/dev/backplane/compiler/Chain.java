package dev.backplane.compiler;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Layers one behind the other, which can be made smaller.
 *
 * @param input the attributes of the input
 * @param layers the layers
 */
record Chain(Attributes input, List<Layer> layers) {

  /**
   * A layer.
   *
   * @param type the type of its node
   * @param attributes its attributes
   */
  record Layer(String type, Attributes attributes) {}

  Chain {
    layers = List.copyOf(layers);
  }

  static Chain of(Graph graph) {
    List<Node> nodes = graph.topologicalOrder();
    return new Chain(
        nodes.getFirst().attributes(),
        nodes.subList(1, nodes.size() - 1).stream()
            .filter(node -> !Networks.isBranch(node))
            .map(node -> new Layer(node.type(), node.attributes()))
            .toList());
  }

  Graph graph() {
    return Networks.chain(
        input,
        layers.stream().map(Layer::attributes).toList(),
        layers.stream().map(Layer::type).toList());
  }

  Chain then(Layer layer) {
    List<Layer> longer = new ArrayList<>(layers);
    longer.add(layer);
    return new Chain(input, longer);
  }

  /**
   * Makes a chain that fails as small as it can be: fewer layers, then fewer attributes.
   *
   * @param compiler knows which chains are valid
   * @param fails whether a chain still fails
   */
  Chain shrink(Compiler compiler, Predicate<Chain> fails) {
    Chain smallest = this;
    Optional<Chain> smaller = Optional.of(this);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = smallest.smaller(compiler).filter(fails).findFirst();
    }
    return smallest;
  }

  private Stream<Chain> smaller(Compiler compiler) {
    return Stream.of(parts(compiler), withoutOneLayer(), withoutOneAttribute())
        .flatMap(chains -> chains)
        .filter(chain -> chain.isValid(compiler));
  }

  /** Each layer alone, then without the first and without the last. */
  private Stream<Chain> parts(Compiler compiler) {
    int size = layers.size();
    if (size < 2) {
      return Stream.of();
    }
    TypedGraph typed = compiler.infer(graph());
    List<TensorType> types =
        typed.order().stream().filter(node -> !Networks.isBranch(node)).map(typed::type).toList();
    return Stream.concat(
        IntStream.range(0, size).mapToObj(i -> part(types, i, i + 1)),
        Stream.of(part(types, 1, size), part(types, 0, size - 1)));
  }

  private Chain part(List<TensorType> types, int from, int to) {
    TensorType type = types.get(from);
    int[] extents = type.shape().extents().stream().mapToInt(extent -> extent).toArray();
    return new Chain(
        Networks.input(type.format().width(), type.format().fraction(), extents),
        layers.subList(from, to));
  }

  private Stream<Chain> withoutOneLayer() {
    return IntStream.range(0, layers.size()).mapToObj(i -> with(i, List.of()));
  }

  private Stream<Chain> withoutOneAttribute() {
    return IntStream.range(0, layers.size())
        .boxed()
        .flatMap(
            i ->
                layers.get(i).attributes().values().keySet().stream()
                    .map(
                        name ->
                            with(
                                i,
                                List.of(
                                    new Layer(
                                        layers.get(i).type(),
                                        layers.get(i).attributes().without(name))))));
  }

  private Chain with(int index, List<Layer> instead) {
    List<Layer> changed = new ArrayList<>(layers.subList(0, index));
    changed.addAll(instead);
    changed.addAll(layers.subList(index + 1, layers.size()));
    return new Chain(input, changed);
  }

  private boolean isValid(Compiler compiler) {
    try {
      compiler.infer(graph());
      return true;
    } catch (CompilerException e) {
      return false;
    }
  }
}
