package dev.backplane.compiler;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A small network that every check of hardware is made on: bit equality in both languages, lint,
 * and synthesis. Each component is in one at least; several in one save time.
 *
 * @param name what reports call it
 * @param graph the graph, quantised
 */
record Example(String name, Graph graph) {

  /** {@return the examples of all components} */
  static List<Example> all() {
    Compiler compiler = Compiler.load();
    List<Example> examples = new ArrayList<>();
    examples.add(chain("nothing", Networks.input(8, 5, 3), List.of(), List.of()));
    examples.add(
        chain("relu", Networks.input(32, 5, 3), List.of(Attributes.NONE), List.of("relu")));
    IntStream.of(1, 3, 7)
        .forEach(
            lanes ->
                examples.add(
                    new Example(
                        "perceptron of " + lanes + " lanes", Networks.perceptron(lanes, lanes))));
    IntStream.range(0, 4)
        .forEach(seed -> examples.add(new Example("linear " + seed, Networks.randomLinear(seed))));
    FunctionNetworks.chains().forEach((name, graph) -> examples.add(new Example(name, graph)));
    return examples.stream()
        .map(example -> new Example(example.name, compiler.quantize(example.graph)))
        .toList();
  }

  private static Example chain(
      String name, Attributes input, List<Attributes> nodes, List<String> types) {
    return new Example(name, Networks.chain(input, nodes, types));
  }

  @Override
  public String toString() {
    return name;
  }
}
