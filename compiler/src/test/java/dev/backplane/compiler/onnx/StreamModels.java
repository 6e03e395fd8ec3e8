package dev.backplane.compiler.onnx;

import java.util.List;
import java.util.Map;

/** Models of products of branches, of ranges and reductions, and of functions. */
final class StreamModels {
  private StreamModels() {}

  private static OnnxTensor number(String name, double number) {
    return OnnxTensor.of(name, ElementType.FLOAT, List.of(), number);
  }

  private static OnnxTensor wholes(String name, long... numbers) {
    return OnnxTensor.of(name, List.of(numbers.length), numbers);
  }

  private static Map<String, OnnxAttribute> wholesOf(String name, long... numbers) {
    return Map.of(name, OnnxModels.wholes(numbers));
  }

  /** A gate of channels behind an average of all positions, as EfficientNet has it. */
  static OnnxModel squeezed() {
    OnnxModels model =
        OnnxModels.of(51, 1, 4, 5, 3)
            .normal("w1", 0.4, 2, 4, 1, 1)
            .normal("b1", 0.2, 2)
            .normal("w2", 0.4, 4, 2, 1, 1)
            .then("Relu");
    String passed = model.last();
    return model
        .then("GlobalAveragePool")
        .then("Conv", "w1", "b1")
        .then("Relu")
        .then("Conv", "w2")
        .then("Sigmoid")
        .then("Mul", passed)
        .build();
  }

  /** A gate of positions, from the average and the largest of their channels. */
  static OnnxModel positions() {
    OnnxModels model =
        OnnxModels.of(52, 1, 3, 4, 5)
            .normal("w", 0.4, 1, 2, 3, 3)
            .then("ReduceMax", wholesOf("axes", 1));
    String largest = model.last();
    return model
        .node(OnnxNode.of("ReduceMean", List.of("x"), "mean").with(wholesOf("axes", 1)))
        .node(OnnxNode.of("Concat", List.of("mean", largest), "both").with(OnnxModels.axis(1)))
        .then("Conv", wholesOf("pads", 1, 1, 1, 1), "w")
        .then("HardSigmoid")
        .node(OnnxNode.of("Mul", List.of("x", "hardsigmoid4"), "scaled"))
        .build(13);
  }

  /** Functions of x that are written as products of x. */
  static OnnxModel products() {
    return OnnxModels.of(53, 1, 2, 3, 3)
        .constant(number("three", 3))
        .constant(number("low", 0))
        .constant(number("six", 6))
        .node(OnnxNode.of("Sigmoid", List.of("x"), "s"))
        .node(OnnxNode.of("Mul", List.of("x", "s"), "silu"))
        .node(OnnxNode.of("HardSigmoid", List.of("silu"), "h").with(sixth()))
        .node(OnnxNode.of("Mul", List.of("h", "silu"), "hard"))
        .node(OnnxNode.of("Add", List.of("hard", "three"), "more"))
        .node(OnnxNode.of("Clip", List.of("more", "low", "six"), "cut"))
        .node(OnnxNode.of("Mul", List.of("hard", "cut"), "product"))
        .node(OnnxNode.of("Div", List.of("product", "six"), "again"))
        .node(OnnxNode.of("Softplus", List.of("again"), "soft"))
        .node(OnnxNode.of("Tanh", List.of("soft"), "tanh"))
        .node(OnnxNode.of("Mul", List.of("again", "tanh"), "mish"))
        .build();
  }

  private static Map<String, OnnxAttribute> sixth() {
    return Map.of("alpha", new OnnxAttribute.Real(1 / 6f), "beta", new OnnxAttribute.Real(0.5f));
  }

  /** GELU as it is exported: with the error function, and with its approximation. */
  static OnnxModel gelus() {
    return OnnxModels.of(54, 1, 2, 3, 3)
        .constant(number("root", Math.sqrt(2)))
        .constant(number("one", 1))
        .constant(number("half", 0.5))
        .constant(number("third", 3))
        .constant(number("small", 0.044715))
        .constant(number("factor", Math.sqrt(2 / Math.PI)))
        .node(OnnxNode.of("Div", List.of("x", "root"), "d"))
        .node(OnnxNode.of("Erf", List.of("d"), "e"))
        .node(OnnxNode.of("Add", List.of("e", "one"), "a"))
        .node(OnnxNode.of("Mul", List.of("x", "a"), "p"))
        .node(OnnxNode.of("Mul", List.of("p", "half"), "gelu"))
        .node(OnnxNode.of("Pow", List.of("gelu", "third"), "cube"))
        .node(OnnxNode.of("Mul", List.of("cube", "small"), "little"))
        .node(OnnxNode.of("Add", List.of("gelu", "little"), "sum"))
        .node(OnnxNode.of("Mul", List.of("sum", "factor"), "inner"))
        .node(OnnxNode.of("Tanh", List.of("inner"), "t"))
        .node(OnnxNode.of("Add", List.of("t", "one"), "b"))
        .node(OnnxNode.of("Mul", List.of("gelu", "half"), "q"))
        .node(OnnxNode.of("Mul", List.of("q", "b"), "again"))
        .build();
  }

  /** Functions of single elements, of which no one is large or undefined. */
  static OnnxModel functions() {
    return OnnxModels.of(55, 1, 2, 3, 3)
        .constant(number("one", 1))
        .constant(number("half", 0.5))
        .constant(number("two", 2))
        .constant(number("back", -1))
        .then("HardSwish")
        .then("Mish")
        .then("Selu")
        .then("Celu")
        .then("Abs")
        .then("Add", "one")
        .then("Sqrt")
        .then("Log")
        .then("Add", "one")
        .then("Reciprocal")
        .then("Pow", "half")
        .then("Pow", "two")
        .then("Pow", "back")
        .then("Sin")
        .then("Cos")
        .then("Sign")
        .build(18);
  }

  /** Numbers that lie far from where a whole number becomes another. */
  static OnnxModel wholeNumbers() {
    return OnnxModels.of(56, 1, 6)
        .constant(number("more", 7.25))
        .then("Floor")
        .then("Mul", "more")
        .then("Round")
        .then("Ceil")
        .build();
  }

  /** A slope for each channel, and the largest and the sum of all positions. */
  static OnnxModel reductions() {
    OnnxModels model =
        OnnxModels.of(57, 1, 3, 4, 5)
            .constant(OnnxTensor.of("slope", ElementType.FLOAT, List.of(3, 1, 1), 0.25, -0.5, 1.5))
            .then("PRelu", "slope");
    String sloped = model.last();
    return model
        .then("GlobalMaxPool")
        .node(OnnxNode.of("ReduceSum", List.of(sloped), "sum").with(wholesOf("axes", 2, 3)))
        .node(OnnxNode.of("Mul", List.of("globalmaxpool1", "sum"), "both"))
        .then("Flatten")
        .build(12);
  }

  /** Parts of a picture, along all axes, put together again in another order. */
  static OnnxModel ranges() {
    OnnxModels model =
        OnnxModels.of(58, 1, 4, 6, 5)
            .constant(wholes("starts", 1, -4))
            .constant(wholes("ends", 6, 100))
            .constant(wholes("axes", 2, 3))
            .constant(wholes("steps", 2, 1))
            .constant(OnnxTensor.of("second", List.of(), 1))
            .then("Slice", "starts", "ends", "axes", "steps");
    String part = model.last();
    OnnxNode split =
        new OnnxNode("split", "Split", "", List.of(part), List.of("a", "b"), OnnxModels.axis(1));
    return model
        .node(split)
        .node(OnnxNode.of("Concat", List.of("b", "a"), "turned").with(OnnxModels.axis(1)))
        .then("Gather", OnnxModels.axis(2), "second")
        .build(13);
  }

  /** A picture that is made larger in both ways, and has a frame. */
  static OnnxModel larger() {
    return OnnxModels.of(59, 1, 2, 3, 4)
        .constant(OnnxTensor.of("factors", ElementType.FLOAT, List.of(4), 1, 1, 2, 3))
        .constant(wholes("pads", 0, 1, 0, 2, 0, 0, 1, 0))
        .constant(number("value", -0.75))
        .constant(wholes("zeros", 0, 0, 1, 1, 0, 0, 0, 1))
        .normal("w", 0.3, 3, 2, 3, 2)
        .normal("bias", 0.2, 2)
        .then("Resize", "", "factors")
        .then("Pad", "pads", "value")
        .then("ConvTranspose", wholesOf("strides", 2, 1), "w", "bias")
        .then("Pad", "zeros")
        .then("Abs")
        .build();
  }

  /** One head of attention on rows, with what they were added to the result. */
  static OnnxModel attention() {
    return OnnxModels.of(60, 1, 4, 3)
        .normal("wq", 0.5, 3, 5)
        .normal("bq", 0.3, 5)
        .normal("wk", 0.5, 3, 5)
        .normal("wv", 0.5, 3, 3)
        .constant(number("root", Math.sqrt(5)))
        .node(OnnxNode.of("MatMul", List.of("x", "wq"), "q0"))
        .node(OnnxNode.of("Add", List.of("q0", "bq"), "q"))
        .node(OnnxNode.of("MatMul", List.of("x", "wk"), "k"))
        .node(OnnxNode.of("MatMul", List.of("x", "wv"), "v"))
        .node(
            OnnxNode.of("Transpose", List.of("k"), "kt")
                .with(Map.of("perm", OnnxModels.wholes(0, 2, 1))))
        .node(OnnxNode.of("MatMul", List.of("q", "kt"), "scores"))
        .node(OnnxNode.of("Div", List.of("scores", "root"), "scaled"))
        .node(OnnxNode.of("Softmax", List.of("scaled"), "parts").with(OnnxModels.axis(-1)))
        .node(OnnxNode.of("MatMul", List.of("parts", "v"), "context"))
        .node(OnnxNode.of("Add", List.of("x", "context"), "sum"))
        .build();
  }

  /** Two heads of attention, whose numbers are put beside each other again. */
  static OnnxModel heads() {
    Map<String, OnnxAttribute> turned = Map.of("perm", OnnxModels.wholes(0, 2, 1, 3));
    return OnnxModels.of(61, 1, 4, 6)
        .normal("wq", 0.5, 6, 6)
        .normal("wk", 0.5, 6, 6)
        .normal("wv", 0.5, 6, 6)
        .normal("wo", 0.5, 6, 6)
        .constant(wholes("split", 1, 4, 2, 3))
        .constant(wholes("joined", 1, 4, 6))
        .constant(number("factor", Math.sqrt(1 / 3.0)))
        .node(OnnxNode.of("MatMul", List.of("x", "wq"), "q0"))
        .node(OnnxNode.of("Reshape", List.of("q0", "split"), "q1"))
        .node(OnnxNode.of("Transpose", List.of("q1"), "q").with(turned))
        .node(OnnxNode.of("MatMul", List.of("x", "wk"), "k0"))
        .node(OnnxNode.of("Reshape", List.of("k0", "split"), "k1"))
        .node(
            OnnxNode.of("Transpose", List.of("k1"), "k")
                .with(Map.of("perm", OnnxModels.wholes(0, 2, 3, 1))))
        .node(OnnxNode.of("MatMul", List.of("x", "wv"), "v0"))
        .node(OnnxNode.of("Reshape", List.of("v0", "split"), "v1"))
        .node(OnnxNode.of("Transpose", List.of("v1"), "v").with(turned))
        .node(OnnxNode.of("MatMul", List.of("q", "k"), "scores"))
        .node(OnnxNode.of("Mul", List.of("scores", "factor"), "scaled"))
        .node(OnnxNode.of("Softmax", List.of("scaled"), "parts").with(OnnxModels.axis(-1)))
        .node(OnnxNode.of("MatMul", List.of("parts", "v"), "context"))
        .node(OnnxNode.of("Transpose", List.of("context"), "back").with(turned))
        .node(OnnxNode.of("Reshape", List.of("back", "joined"), "rows"))
        .node(OnnxNode.of("MatMul", List.of("rows", "wo"), "result"))
        .build();
  }

  /** Rows that are normalised by one operator, and then by several. */
  static OnnxModel normalized() {
    Map<String, OnnxAttribute> last = wholesOf("axes", -1);
    return OnnxModels.of(62, 1, 3, 6)
        .normal("scale", 0.5, 6)
        .normal("offset", 0.5, 6)
        .constant(number("two", 2))
        .constant(number("epsilon", 0.01))
        .node(OnnxNode.of("LayerNormalization", List.of("x", "scale", "offset"), "n"))
        .node(OnnxNode.of("ReduceMean", List.of("n"), "mean").with(last))
        .node(OnnxNode.of("Sub", List.of("n", "mean"), "d"))
        .node(OnnxNode.of("Pow", List.of("d", "two"), "square"))
        .node(OnnxNode.of("ReduceMean", List.of("square"), "variance").with(last))
        .node(OnnxNode.of("Add", List.of("variance", "epsilon"), "sum"))
        .node(OnnxNode.of("Sqrt", List.of("sum"), "root"))
        .node(OnnxNode.of("Div", List.of("d", "root"), "quotient"))
        .node(OnnxNode.of("Mul", List.of("quotient", "scale"), "scaled"))
        .node(OnnxNode.of("Add", List.of("scaled", "offset"), "result"))
        .build(17);
  }
}
