package dev.backplane.compiler;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/** Graphs of the components that work on elements, and not on their neighbours. */
final class FunctionNetworks {
  private FunctionNetworks() {}

  /** Several components behind each other, every one in a graph at least; not quantised. */
  static SequencedMap<String, Graph> chains() {
    SequencedMap<String, Graph> graphs = new LinkedHashMap<>();
    Attributes none = Attributes.NONE;
    chain(
        graphs,
        "widest formats",
        Networks.input(32, 48, 2),
        List.of("requantize", "requantize", "clip", "hard_tanh"),
        format(32, 0),
        format(32, 48),
        real(none, "low", -1),
        format(6, 6));
    chain(
        graphs,
        "formats, slopes and tables",
        Networks.input(8, 4, 3),
        List.of(
            "leaky_relu",
            "hard_sigmoid",
            "requantize",
            "tanh",
            "gelu",
            "relu",
            "clip",
            "hard_tanh"),
        real(format(9, 5), "alpha", -1.7).with("slope_width", 5),
        real(format(10, 8), "alpha", 1 / 6.0).with("slope_width", 9),
        format(6, 5),
        format(5, 3),
        none,
        format(12, 7),
        real(real(format(9, 5), "low", 0.1), "high", 0.6),
        format(5, 3));
    chain(
        graphs,
        "positions and memories",
        Networks.input(5, 0, 3, 2),
        List.of("counter", "rom", "permute", "argmax"),
        none,
        format(6, 0).with("words", reals(30, 5, 2)),
        order(2, 0, 1),
        none.with("width", 7));
    chain(
        graphs,
        "signs and thresholds",
        Networks.input(5, 3, 7),
        List.of("thresholds", "binary_linear", "thresholds", "sign", "binary_linear"),
        format(6, 3).with("thresholds", reals(1, 1, 3)).with("first", -5).with("step", 7),
        signs(4, 7).with("lanes", 3),
        format(2, 0).with("thresholds", reals(3, 4, 1)).with("first", -1).with("step", 2),
        none,
        signs(3, 4).with("width", 3));
    chain(
        graphs,
        "windows of signs",
        Networks.input(3, 1, 4, 5, 2),
        List.of("binary_conv2d", "flatten", "binary_linear"),
        none.with("weights", reals(1, 3, 2, 3, 2))
            .with("width", 5)
            .with("lanes", 5)
            .with("stride", Networks.numbers(1, 2))
            .with("padding", Networks.numbers(1, 0, 0, 1)),
        none,
        signs(2, 24));
    chain(
        graphs,
        "a sequence of signs",
        Networks.input(2, 0, 6, 2),
        List.of("binary_conv1d"),
        none.with("weights", reals(1, 3, 3, 2))
            .with("width", 4)
            .with("stride", Networks.numbers(2))
            .with("padding", Networks.numbers(1, 0)));
    chain(
        graphs,
        "sequences",
        Networks.input(5, 2, 3, 2),
        List.of("lstm", "lstm"),
        lstm(2, 2).with("gate_width", 5).with("gate_fraction", 2).with("lanes", 3),
        lstm(2, 1)
            .with("gate_width", 4)
            .with("gate_fraction", 1)
            .with("gate_activation", "hard_sigmoid")
            .with("cell_activation", "hard_tanh")
            .with("fraction", 2)
            .with("returns", "last"));
    return graphs;
  }

  private static void chain(
      SequencedMap<String, Graph> graphs,
      String name,
      Attributes input,
      List<String> types,
      Attributes... nodes) {
    graphs.put(name, Networks.chain(input, List.of(nodes), types));
  }

  /** One graph for each way of using a component, by name, before quantisation. */
  static SequencedMap<String, Graph> all() {
    SequencedMap<String, Graph> graphs = new LinkedHashMap<>();
    Attributes none = Attributes.NONE;
    put(graphs, "requantize to fewer bits", 8, 4, "requantize", format(5, 2));
    put(graphs, "requantize to more bits", 6, 1, "requantize", format(16, 9));
    put(graphs, "requantize to coarser bits", 4, 20, "requantize", format(4, 2));
    put(graphs, "requantize the widest", 32, 48, "requantize", format(32, 0));
    put(graphs, "requantize to the finest", 32, 0, "requantize", format(32, 48));
    put(graphs, "relu", 8, 4, "relu", none);
    put(graphs, "relu in another format", 12, 7, "relu", format(6, 3));
    put(graphs, "relu of the widest", 32, 3, "relu", none);
    put(graphs, "clip to 6", 9, 4, "clip", real(real(none, "low", 0), "high", 6));
    put(graphs, "clip from below", 8, 4, "clip", real(none, "low", -1.2));
    put(graphs, "clip to a point", 8, 4, "clip", real(real(none, "low", 1), "high", 1));
    put(graphs, "hard tanh", 8, 4, "hard_tanh", format(6, 4));
    put(graphs, "hard tanh that does not reach 1", 8, 4, "hard_tanh", format(6, 6));
    put(graphs, "leaky relu", 8, 4, "leaky_relu", none);
    put(
        graphs,
        "leaky relu of other format",
        11,
        4,
        "leaky_relu",
        real(format(9, 5), "alpha", -1.7).with("slope_width", 5));
    put(graphs, "hard sigmoid", 8, 4, "hard_sigmoid", none);
    put(
        graphs,
        "hard sigmoid of sixths",
        10,
        6,
        "hard_sigmoid",
        real(format(12, 10), "alpha", 1 / 6.0).with("slope_width", 9));
    for (String function :
        List.of(
            "sigmoid",
            "tanh",
            "silu",
            "gelu",
            "exp",
            "erf",
            "elu",
            "softplus",
            "softsign",
            "hard_swish",
            "mish",
            "gelu_tanh",
            "selu",
            "abs",
            "signum",
            "sqrt",
            "log",
            "reciprocal",
            "floor",
            "ceil",
            "round",
            "sin",
            "cos")) {
      put(graphs, function, 6, 3, function, format(7, 4));
    }
    put(graphs, "square", 6, 3, "power", real(format(9, 4), "exponent", 2));
    put(graphs, "sigmoid in the input's format", 5, 1, "sigmoid", none);
    put(graphs, "rom", 4, 0, "rom", format(9, 3).with("words", reals(7, 5)));
    put(graphs, "rom of rows", 3, 0, "rom", format(6, 0).with("words", reals(30, 3, 2, 5)));
    put(graphs, "rom of one row", 2, 0, "rom", format(6, 0).with("words", reals(30, 1, 3)));
    shaped(graphs, "counter", 5, "counter", none, 3, 2);
    shaped(graphs, "counter of rows", 5, "counter", none.with("axis", 1).with("width", 9), 2, 3, 2);
    shaped(graphs, "counter of one", 5, "counter", none.with("axis", 0), 1, 2);
    shaped(graphs, "argmax", 3, "argmax", none, 5);
    shaped(graphs, "argmax of rows", 8, "argmax", none.with("width", 8), 3, 4);
    shaped(graphs, "argmax of one", 8, "argmax", none, 2, 1);
    shaped(graphs, "transpose", 8, "permute", order(1, 0), 3, 5);
    shaped(graphs, "channels last", 8, "permute", order(1, 2, 0), 3, 2, 4);
    shaped(graphs, "permute four axes", 4, "permute", order(3, 1, 0, 2), 2, 3, 2, 3);
    shaped(graphs, "permute one element", 4, "permute", order(0), 1);
    put(graphs, "sign", 6, 3, "sign", none);
    shaped(graphs, "binary linear", 3, "binary_linear", signs(4, 7).with("width", 5), 7);
    shaped(graphs, "binary lanes", 3, "binary_linear", signs(3, 7).with("lanes", 3), 7);
    shaped(graphs, "binary lane by lane", 2, "binary_linear", signs(2, 5).with("lanes", 1), 5);
    shaped(graphs, "binary saturated", 2, "binary_linear", signs(5, 6).with("width", 3), 2, 3);
    shaped(graphs, "binary of one", 2, "binary_linear", signs(1, 1), 1);
    shaped(graphs, "binary wide", 2, "binary_linear", signs(3, 4).with("width", 20), 4);
    shaped(
        graphs,
        "binary sequence",
        3,
        "binary_conv1d",
        none.with("weights", reals(1, 2, 3, 2)).with("width", 6),
        6,
        2);
    put(
        graphs,
        "thresholds of channels",
        6,
        3,
        "thresholds",
        format(2, 0).with("thresholds", reals(4.5, 3, 1)).with("first", -1).with("step", 2));
    put(
        graphs,
        "thresholds for all",
        5,
        1,
        "thresholds",
        format(9, 3).with("thresholds", reals(9, 1, 7)).with("first", 40).with("step", -11));
    lstm(graphs, "lstm", lstm(2, 3), 4, 2);
    lstm(graphs, "lstm of one unit", lstm(1, 1).with("cell_fraction", 6), 1, 1);
    lstm(
        graphs,
        "lstm with hard functions",
        lstm(3, 2)
            .with("gate_activation", "hard_sigmoid")
            .with("cell_activation", "hard_tanh")
            .with("fraction", 2)
            .with("lanes", 3)
            .with("returns", "last"),
        3,
        3);
    return graphs;
  }

  static Attributes lstm(int features, int units) {
    return Attributes.NONE
        .with("weights", reals(1.5, 4 * units, features + units))
        .with("bias", reals(0.7, 4 * units))
        .with("weight_width", 6)
        .with("gate_width", 7)
        .with("gate_fraction", 4)
        .with("activation_width", 8)
        .with("activation_fraction", 6)
        .with("cell_width", 10)
        .with("cell_fraction", 7)
        .with("width", 8)
        .with("fraction", 6);
  }

  private static void lstm(
      SequencedMap<String, Graph> graphs, String name, Attributes attributes, int... extents) {
    graphs.put(
        name, Networks.chain(Networks.input(6, 3, extents), List.of(attributes), List.of("lstm")));
  }

  private static Attributes signs(int outputs, int inputs) {
    return Attributes.NONE.with("weights", reals(1, outputs, inputs)).with("width", 8);
  }

  private static Attributes order(int... axes) {
    return Attributes.NONE.with(
        "order",
        new Attribute.Sequence(
            IntStream.of(axes).<Attribute>mapToObj(Attribute.Whole::new).toList()));
  }

  private static void shaped(
      SequencedMap<String, Graph> graphs,
      String name,
      int width,
      String type,
      Attributes attributes,
      int... extents) {
    graphs.put(
        name,
        Networks.chain(Networks.input(width, 0, extents), List.of(attributes), List.of(type)));
  }

  private static RealTensor reals(double largest, int... extents) {
    Shape shape = Shape.of(extents);
    return RealTensor.of(
        shape, new Random(shape.size()).doubles(shape.size(), -largest, largest).toArray());
  }

  private static void put(
      SequencedMap<String, Graph> graphs,
      String name,
      int width,
      int fraction,
      String type,
      Attributes attributes) {
    graphs.put(
        name,
        Networks.chain(Networks.input(width, fraction, 3), List.of(attributes), List.of(type)));
  }

  private static Attributes format(int width, int fraction) {
    return Attributes.NONE.with("width", width).with("fraction", fraction);
  }

  private static Attributes real(Attributes attributes, String name, double value) {
    return attributes.with(name, new Attribute.Real(value));
  }
}
