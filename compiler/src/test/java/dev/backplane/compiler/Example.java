package dev.backplane.compiler;

import static dev.backplane.compiler.Networks.numbers;

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
    examples.addAll(windows());
    examples.add(new Example("residual", Networks.residual()));
    examples.add(new Example("inception", Networks.inception()));
    ScaledNetworks.all().forEach((name, graph) -> examples.add(new Example(name, graph)));
    FunctionNetworks.chains().forEach((name, graph) -> examples.add(new Example(name, graph)));
    FoldedNetworks.all().forEach((name, graph) -> examples.add(new Example(name, graph)));
    StreamNetworks.all().forEach((name, graph) -> examples.add(new Example(name, graph)));
    return examples.stream()
        .map(example -> new Example(example.name, compiler.quantize(example.graph)))
        .toList();
  }

  private static List<Example> windows() {
    Attributes none = Attributes.NONE;
    return List.of(
        chain(
            "convolution, pooling, normalisation",
            Networks.input(6, 3, 7, 6, 2),
            List.of(
                Networks.realWeights(1, 3, 3, 3, 2).with("padding", numbers(1, 0, 1, 2)),
                none.with("kernel", numbers(2, 2)).with("stride", numbers(2, 2)),
                Networks.realWeights(2, 3),
                none,
                Networks.realWeights(3, 4, 27).with("lanes", 3)),
            List.of("conv2d", "max_pool2d", "batch_normalization", "flatten", "linear")),
        chain(
            "depthwise convolution with stride",
            Networks.input(6, 3, 5, 9, 3),
            List.of(
                Networks.realWeights(4, 6, 2, 3, 1)
                    .with("groups", 3)
                    .with("stride", numbers(2, 3))
                    .with("padding", numbers(1, 2, 1, 2))
                    .with("lanes", 1)),
            List.of("conv2d")),
        chain(
            "dilated convolution in groups",
            Networks.input(6, 3, 6, 7, 4),
            List.of(
                Networks.realWeights(5, 4, 2, 3, 2)
                    .with("groups", 2)
                    .with("dilation", numbers(3, 2))
                    .with("padding", numbers(0, 1, 2, 0))),
            List.of("conv2d")),
        chain(
            "convolution of a sequence",
            Networks.input(6, 3, 12, 2),
            List.of(
                Networks.realWeights(6, 4, 3, 2)
                    .with("padding", numbers(2, 1))
                    .with("dilation", numbers(2))
                    .with("lanes", 3),
                none.with("kernel", numbers(3)).with("stride", numbers(2))),
            List.of("conv1d", "average_pool1d")),
        chain(
            "average pooling with padding",
            Networks.input(7, 3, 5, 6, 2),
            List.of(
                none.with("kernel", numbers(3, 3))
                    .with("padding", numbers(1, 2, 2, 1))
                    .with("width", 9)
                    .with("fraction", 5)),
            List.of("average_pool2d")),
        chain(
            "global average",
            Networks.input(5, 3, 4, 7, 3),
            List.of(
                none.with("kernel", numbers(2, 2)),
                none.with("kernel", numbers(3, 2)).with("padding", numbers(2, 1, 1, 0)),
                none.with("width", 8).with("fraction", 4)),
            List.of("average_pool2d", "max_pool2d", "global_average_pool")),
        chain(
            "windows of a sequence",
            Networks.input(6, 2, 23, 2),
            List.of(
                none.with("points", 3).with("skip", 2),
                none,
                none.with("size", 5).with("stride", 4)),
            List.of("shift_register", "flatten", "sliding_window")),
        chain(
            "a picture from rows",
            Networks.input(6, 3, 4, 6),
            List.of(
                none.with("shape", numbers(4, 3, 2)),
                none.with("kernel", numbers(2, 2)),
                none.with("shape", numbers(12))),
            List.of("reshape", "max_pool2d", "reshape")),
        chain(
            "a maximum of each three points",
            Networks.input(6, 2, 10, 1),
            List.of(none.with("kernel", numbers(3)).with("stride", numbers(4))),
            List.of("max_pool1d")));
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
