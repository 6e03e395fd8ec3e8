package dev.backplane.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each attribute of each operator and version is read, or the operator is refused for it. */
class OperatorAttributesTest {
  private static final Set<String> OTHERS =
      Set.of("Quant", "IntQuant", "BipolarQuant", "Trunc", "MultiThreshold");

  /** Attributes that onnxruntime does not run: they say how numbers are given or counted. */
  private static final Set<String> NOT_RUN =
      Set.of("Cast saturate", "Dropout is_test", "Gemm broadcast", "LSTM layout", "Swish alpha");

  private static final long OLDEST = 6;
  private static final long NEWEST = 25;
  private static final BitWidths WIDTHS = new BitWidths(16, 16);

  private final Compiler compiler = Compiler.load();

  /** The attributes of operators as published, by the version that has them first. */
  private static Map<String, NavigableMap<Long, Set<String>>> published() throws Exception {
    Map<String, NavigableMap<Long, Set<String>>> published = new TreeMap<>();
    try (InputStream file =
        OperatorAttributesTest.class.getResourceAsStream("operator-attributes.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(" ")))
          .forEach(
              words ->
                  published
                      .computeIfAbsent(words.getFirst(), _ -> new TreeMap<>())
                      .put(
                          Long.parseLong(words.get(1)),
                          new TreeSet<>(words.subList(2, words.size()))));
    }
    return published;
  }

  @Test
  void readsAttributesOfTheVersionAndRefusesAllOthers() throws Exception {
    Map<String, NavigableMap<Long, Set<String>>> published = published();
    Set<String> names = new TreeSet<>(Operators.all());
    names.removeAll(OTHERS);
    assertThat(published.keySet()).isEqualTo(names);
    for (String operator : names) {
      NavigableMap<Long, Set<String>> versions = Objects.requireNonNull(published.get(operator));
      for (long version = Math.max(OLDEST, versions.firstKey()); version <= NEWEST; version++) {
        Set<String> given = versions.floorEntry(version).getValue();
        Set<String> read = Operators.attributes(operator, version);
        assertThat(given).as("%s of version %d", operator, version).containsAll(read);
        for (String other : given) {
          if (!read.contains(other)) {
            refuses(operator, version, other);
          }
        }
        refuses(operator, version, "an_attribute_of_later_versions");
      }
    }
  }

  private static void refuses(String operator, long version, String attribute) {
    OnnxModel model =
        OnnxModels.of(1, 1, 2, 4, 4)
            .then(operator, Map.of(attribute, new OnnxAttribute.Whole(1)))
            .build(version);
    CompilerException refused =
        catchThrowableOfType(CompilerException.class, () -> OnnxImport.of(model, WIDTHS));
    assertThat(refused).as("%s of version %d: %s", operator, version, attribute).isNotNull();
    assertThat(refused).hasMessageContaining("attribute " + attribute + " is not supported");
  }

  /** Models by operator and attribute, with values that are not those without the attribute. */
  private final Map<String, List<OnnxModel>> models = new LinkedHashMap<>();

  private void add(String operator, String attribute, OnnxModel... tried) {
    models
        .computeIfAbsent(operator + " " + attribute, _ -> new ArrayList<>())
        .addAll(List.of(tried));
  }

  private static OnnxAttribute whole(long value) {
    return new OnnxAttribute.Whole(value);
  }

  private static OnnxAttribute text(String value) {
    return new OnnxAttribute.Text(value);
  }

  private static OnnxAttribute real(double value) {
    return new OnnxAttribute.Real((float) value);
  }

  private static OnnxAttribute wholes(long... values) {
    return OnnxModels.wholes(values);
  }

  /** One operator on a picture, with attributes beside the one that is tried. */
  private void onPicture(
      long version,
      String operator,
      Map<String, OnnxAttribute> others,
      String attribute,
      List<OnnxAttribute> values,
      String... inputs) {
    for (OnnxAttribute value : values) {
      Map<String, OnnxAttribute> attributes = new HashMap<>(others);
      attributes.put(attribute, value);
      add(
          operator,
          attribute,
          constants(1, 2, 4, 4).then(operator, attributes, inputs).build(version));
    }
  }

  private static OnnxModels constants(long... extents) {
    return OnnxModels.of(5, extents)
        .normal("w", 0.5, 4, 2, 2, 2)
        .normal("grouped", 0.5, 4, 1, 2, 2)
        .normal("back", 0.5, 2, 3, 2, 3)
        .normal("one_bias", 0.5, 3)
        .normal("row", 0.5, 4)
        .constant(OnnxTensor.of("factors", ElementType.FLOAT, List.of(4), 1, 1, 2, 3))
        .constant(OnnxTensor.of("twice", ElementType.FLOAT, List.of(2), 2, 2))
        .normal("matrix", 0.5, 4, 4)
        .normal("bias", 0.5, 4)
        .positive("scale", 2)
        .normal("shift", 0.5, 2)
        .normal("mean", 0.5, 2)
        .positive("variance", 2)
        .constant(OnnxTensor.of("rows", List.of(2), 1, -1))
        .constant(OnnxTensor.of("all", List.of(3), 0, 0, -1))
        .constant(OnnxTensor.of("spatial", List.of(2), 2, 3))
        .constant(OnnxTensor.of("one", List.of(1), 1))
        .constant(OnnxTensor.of("two", List.of(2), 2, 4))
        .constant(OnnxTensor.of("ends", List.of(8), 0, 0, 1, 1, 0, 0, 1, 1))
        .constant(OnnxTensor.of("table", ElementType.FLOAT, List.of(2, 4), 1, 2, 3, 4, 5, 6, 7, 8))
        .constant(OnnxTensor.of("code", ElementType.INT8, List.of(), 0.0))
        .constant(OnnxTensor.of("step", ElementType.FLOAT, List.of(), 0.25))
        .constant(OnnxTensor.of("codes", ElementType.INT8, List.of(4, 4), codes()))
        .constant(OnnxTensor.of("steps", ElementType.FLOAT, List.of(4), 0.5, 0.25, 1, 2))
        .constant(OnnxTensor.of("zeros", ElementType.INT8, List.of(4), 0, 0, 0, 0));
  }

  private static double[] codes() {
    return new Random(8).ints(16, -100, 100).asDoubleStream().toArray();
  }

  private void collect() {
    List<OnnxAttribute> alphas = List.of(real(0.75), real(1));
    Map<String, OnnxAttribute> none = Map.of();
    Map<String, OnnxAttribute> kernel = Map.of("kernel_shape", wholes(2, 2));
    List<OnnxAttribute> pads = List.of(wholes(1, 0, 1, 1), wholes(0, 0, 0, 0));
    List<OnnxAttribute> strides = List.of(wholes(2, 1), wholes(3, 2));
    List<OnnxAttribute> automatic =
        List.of(
            text("SAME_UPPER"), text("SAME_LOWER"), text("VALID"), text("NOTSET"), text("SAME_"));
    List<OnnxAttribute> dilations = List.of(wholes(2, 2), wholes(1, 1));
    onPicture(13, "Conv", none, "auto_pad", automatic, "w");
    onPicture(13, "Conv", none, "dilations", dilations, "w", "bias");
    onPicture(13, "Conv", none, "group", List.of(whole(2)), "grouped");
    onPicture(13, "Conv", none, "kernel_shape", List.of(wholes(2, 2), wholes(3, 3)), "w");
    onPicture(13, "Conv", none, "pads", pads, "w");
    onPicture(13, "Conv", none, "strides", strides, "w");
    for (String pool : List.of("MaxPool", "AveragePool")) {
      onPicture(13, pool, kernel, "auto_pad", automatic);
      onPicture(
          13,
          pool,
          Map.of("kernel_shape", wholes(3, 3), "strides", wholes(2, 2)),
          "ceil_mode",
          List.of(whole(1)));
      onPicture(19, pool, kernel, "dilations", dilations);
      onPicture(13, pool, none, "kernel_shape", List.of(wholes(3, 1)));
      onPicture(13, pool, kernel, "pads", pads);
      onPicture(13, pool, kernel, "strides", strides);
    }
    onPicture(13, "MaxPool", kernel, "storage_order", List.of(whole(1)));
    onPicture(
        13,
        "AveragePool",
        Map.of("kernel_shape", wholes(2, 2), "pads", wholes(1, 1, 1, 1)),
        "count_include_pad",
        List.of(whole(1), whole(0)));
    String[] normal = {"scale", "shift", "mean", "variance"};
    onPicture(13, "BatchNormalization", none, "epsilon", List.of(real(0.5)), normal);
    onPicture(13, "BatchNormalization", none, "momentum", List.of(real(0.5)), normal);
    onPicture(14, "BatchNormalization", none, "training_mode", List.of(whole(1), whole(0)), normal);
    onPicture(7, "BatchNormalization", none, "spatial", List.of(whole(0), whole(1)), normal);
    onPicture(6, "BatchNormalization", none, "is_test", List.of(whole(0)), normal);
    onPicture(6, "Dropout", none, "is_test", List.of(whole(0)));
    onPicture(10, "Dropout", none, "ratio", List.of(real(0.9)));
    onPicture(13, "Dropout", none, "seed", List.of(whole(7)));
    onPicture(13, "LeakyRelu", none, "alpha", alphas);
    onPicture(13, "Elu", none, "alpha", alphas);
    onPicture(13, "HardSigmoid", none, "alpha", alphas);
    onPicture(13, "HardSigmoid", none, "beta", List.of(real(0.25)));
    onPicture(20, "Gelu", none, "approximate", List.of(text("tanh"), text("none")));
    onPicture(10, "Clip", Map.of("max", real(1)), "min", List.of(real(-0.5)));
    onPicture(10, "Clip", none, "max", List.of(real(-0.5)));
    onPicture(10, "Pad", none, "pads", List.of(wholes(0, 0, 1, 1, 0, 0, 1, 1)));
    onPicture(10, "Pad", Map.of("pads", wholes(0, 0, 1, 1, 0, 0, 1, 1)), "value", List.of(real(1)));
    onPicture(
        13, "Pad", none, "mode", List.of(text("reflect"), text("constant"), text("edge")), "ends");
    onPicture(13, "Concat", none, "axis", List.of(whole(2), whole(-1), whole(0)), "x");
    onPicture(13, "Flatten", none, "axis", List.of(whole(1), whole(2), whole(-3), whole(0)));
    onPicture(13, "Transpose", none, "perm", List.of(wholes(0, 2, 3, 1), wholes(1, 0, 2, 3)));
    onPicture(14, "Reshape", none, "allowzero", List.of(whole(1), whole(0)), "all");
    onPicture(13, "ReduceMean", none, "axes", List.of(wholes(2, 3), wholes(-1, -2), wholes(1)));
    onPicture(
        13, "ReduceMean", Map.of("axes", wholes(2, 3)), "keepdims", List.of(whole(0), whole(1)));
    onPicture(
        18, "ReduceMean", none, "noop_with_empty_axes", List.of(whole(1), whole(0)), "spatial");
    onPicture(18, "ReduceMean", none, "noop_with_empty_axes", List.of(whole(1), whole(0)));
    onPicture(11, "ReduceSum", none, "axes", List.of(wholes(2, 3), wholes(-3), wholes(1, 3)));
    onPicture(11, "ReduceSum", Map.of("axes", wholes(1)), "keepdims", List.of(whole(0), whole(1)));
    onPicture(
        13, "ReduceSum", none, "noop_with_empty_axes", List.of(whole(1), whole(0)), "spatial");
    onPicture(13, "Selu", none, "alpha", List.of(real(1.5), real(1.6732632f)));
    onPicture(13, "Selu", none, "gamma", List.of(real(1.5), real(1.050701f)));
    for (String attribute : List.of("start", "end")) {
      add(
          "Shape",
          attribute,
          constants(1, 2, 4, 4)
              .aside("first", "Shape", Map.of("end", whole(-3)), "x")
              .aside("others", "Shape", Map.of("start", whole(-3), "end", whole(9)), "x")
              .aside("joined", "Concat", Map.of("axis", whole(0)), "first", "others")
              .then("Reshape", "joined")
              .build(15));
    }
    onPicture(13, "Cast", none, "to", List.of(whole(1), whole(6), whole(8), whole(9)));
    onPicture(19, "Cast", Map.of("to", whole(1)), "saturate", List.of(whole(0)));
    onPicture(24, "Cast", Map.of("to", whole(17)), "round_mode", List.of(text("down")));
    for (String operator : List.of("Softmax", "LogSoftmax", "ArgMax")) {
      for (long version : List.of(12L, 13L)) {
        for (long axis : List.of(1L, -1L, 0L, 2L, -3L, 9L)) {
          add(
              operator,
              "axis",
              constants(1, 6).then(operator, Map.of("axis", whole(axis))).build(version),
              constants(1, 6, 1, 1).then(operator, Map.of("axis", whole(axis))).build(version));
        }
      }
    }
    add(
        "ArgMax",
        "keepdims",
        constants(1, 6).then("ArgMax", Map.of("axis", whole(1), "keepdims", whole(0))).build());
    add(
        "ArgMax",
        "select_last_index",
        constants(1, 6)
            .then("Relu")
            .then("ArgMax", Map.of("axis", whole(1), "select_last_index", whole(1)))
            .build());
    collectFunctions();
    collectExtents();
    collectMatrices();
    collectSequences();
    collectQuantizers();
  }

  private void collectFunctions() {
    Map<String, OnnxAttribute> none = Map.of();
    onPicture(24, "Swish", none, "alpha", List.of(real(1), real(2)));
    onPicture(13, "Celu", none, "alpha", List.of(real(1), real(0.75)));
    onPicture(13, "Selu", none, "alpha", List.of(real(1.6732631921768188), real(0.75)));
    onPicture(13, "Selu", none, "gamma", List.of(real(1.0507010221481323), real(0.75)));
    onPicture(
        17,
        "LayerNormalization",
        none,
        "axis",
        List.of(whole(-1), whole(3), whole(2)),
        "row",
        "row");
    onPicture(17, "LayerNormalization", none, "epsilon", List.of(real(0.5)), "row");
    onPicture(17, "LayerNormalization", none, "stash_type", List.of(whole(1)), "row", "row");
    List<OnnxAttribute> axes = List.of(wholes(2, 3), wholes(1), wholes(-3), wholes(1, 2, 3));
    List<OnnxAttribute> keep = List.of(whole(0), whole(1));
    for (String operator : List.of("ReduceMax", "ReduceSum")) {
      onPicture(11, operator, none, "axes", axes);
      onPicture(11, operator, Map.of("axes", wholes(1)), "keepdims", keep);
      onPicture(11, operator, Map.of("axes", wholes(2, 3)), "keepdims", keep);
      onPicture(18, operator, none, "noop_with_empty_axes", keep, "spatial");
      onPicture(18, operator, none, "noop_with_empty_axes", keep);
    }
  }

  private void collectExtents() {
    Map<String, OnnxAttribute> none = Map.of();
    List<OnnxAttribute> places =
        List.of(
            text("half_pixel"),
            text("asymmetric"),
            text("pytorch_half_pixel"),
            text("align_corners"));
    List<OnnxAttribute> roundings =
        List.of(text("round_prefer_floor"), text("round_prefer_ceil"), text("floor"), text("ceil"));
    String[] factors = {"", "factors"};
    onPicture(10, "Resize", none, "mode", List.of(text("nearest"), text("linear")), "factors");
    onPicture(13, "Resize", none, "coordinate_transformation_mode", places, factors);
    onPicture(13, "Resize", none, "nearest_mode", roundings, factors);
    onPicture(
        13,
        "Resize",
        Map.of("coordinate_transformation_mode", text("asymmetric")),
        "nearest_mode",
        roundings,
        factors);
    onPicture(13, "Resize", none, "cubic_coeff_a", List.of(real(-0.5)), factors);
    onPicture(13, "Resize", none, "exclude_outside", List.of(whole(0)), factors);
    onPicture(13, "Resize", none, "extrapolation_value", List.of(real(3)), factors);
    onPicture(18, "Resize", none, "antialias", List.of(whole(0)), factors);
    onPicture(18, "Resize", none, "axes", List.of(wholes(2, 3)), "", "twice");
    onPicture(9, "Upsample", none, "mode", List.of(text("nearest"), text("linear")), "factors");
    onPicture(
        7,
        "Upsample",
        none,
        "scales",
        List.of(
            new OnnxAttribute.Reals(List.of(1f, 1f, 2f, 3f)),
            new OnnxAttribute.Reals(List.of(1f, 1f, 1.5f, 1f))));
    onPicture(13, "Split", none, "axis", List.of(whole(1), whole(-2), whole(0)));
    onPicture(12, "Split", Map.of("axis", whole(2)), "split", List.of(wholes(4), wholes(3)));
    onPicture(18, "Split", Map.of("axis", whole(2)), "num_outputs", List.of(whole(1), whole(2)));
    Map<String, OnnxAttribute> strides = Map.of("strides", wholes(3, 2));
    onPicture(13, "ConvTranspose", none, "dilations", List.of(wholes(2, 1)), "back", "one_bias");
    onPicture(13, "ConvTranspose", none, "group", List.of(whole(2)), "back");
    onPicture(13, "ConvTranspose", none, "kernel_shape", List.of(wholes(2, 3)), "back");
    onPicture(
        13,
        "ConvTranspose",
        strides,
        "output_padding",
        List.of(wholes(1, 0), wholes(2, 1)),
        "back");
    onPicture(
        13,
        "ConvTranspose",
        strides,
        "pads",
        List.of(wholes(1, 0, 0, 2), wholes(0, 0, 1, 1), wholes(2, 2, 2, 2)),
        "back");
    onPicture(13, "ConvTranspose", none, "pads", List.of(wholes(1, 0, 0, 2)), "back");
    onPicture(13, "ConvTranspose", none, "strides", List.of(wholes(1, 2), wholes(3, 1)), "back");
  }

  private void gemm(long version, String name, OnnxAttribute value) {
    add(
        "Gemm",
        name,
        constants(1, 4).then("Gemm", Map.of(name, value), "matrix", "bias").build(version));
  }

  private void collectMatrices() {
    gemm(13, "alpha", real(0.5));
    gemm(13, "beta", real(-2));
    gemm(13, "transA", whole(1));
    gemm(13, "transB", whole(1));
    gemm(6, "broadcast", whole(1));
    OnnxModels picked = constants(1, 4);
    add(
        "Gather",
        "axis",
        picked
            .aside("some", "Gather", Map.of("axis", whole(1)), "matrix", "spatial")
            .then("MatMul", "some")
            .build());
    add(
        "Slice",
        "starts",
        constants(1, 4)
            .aside(
                "some",
                "Slice",
                Map.of("starts", wholes(1), "ends", wholes(3), "axes", wholes(1)),
                "matrix")
            .then("MatMul", "some")
            .build(9));
    models.put("Slice ends", List.of());
    models.put("Slice axes", List.of());
    for (String operator : List.of("Squeeze", "Unsqueeze")) {
      for (long axis : List.of(1L, -1L, 2L, 9L)) {
        add(
            operator,
            "axes",
            constants(1, 1, 4).then(operator, Map.of("axes", wholes(axis))).build(12));
      }
    }
    for (Map.Entry<String, OnnxAttribute> value :
        Map.of(
                "value_float", real(2),
                "value_floats", new OnnxAttribute.Reals(List.of(1f, 2f, 3f, 4f)),
                "value",
                    new OnnxAttribute.Tensor(
                        OnnxTensor.of("", ElementType.FLOAT, List.of(4), 1, 2, 3, 5)))
            .entrySet()) {
      add(
          "Constant",
          value.getKey(),
          constants(1, 4)
              .aside("c", "Constant", Map.of(value.getKey(), value.getValue()))
              .then("Mul", "c")
              .build());
    }
    add(
        "Constant",
        "value_int",
        constants(1, 4)
            .aside("c", "Constant", Map.of("value_int", whole(1)))
            .aside("e", "Unsqueeze", Map.of(), "c", "z")
            .constant(OnnxTensor.of("z", List.of(1), 0))
            .then("Unsqueeze", "e")
            .build());
    add(
        "Constant",
        "value_ints",
        constants(1, 4)
            .aside("c", "Constant", Map.of("value_ints", wholes(1, 2, 2)))
            .then("Reshape", "c")
            .build());
    add(
        "ConstantOfShape",
        "value",
        constants(1, 4)
            .aside(
                "c",
                "ConstantOfShape",
                Map.of(
                    "value",
                    new OnnxAttribute.Tensor(OnnxTensor.of("", ElementType.FLOAT, List.of(1), 3))),
                "one")
            .then("Mul", "c")
            .build());
  }

  private void lstm(String name, OnnxAttribute value) {
    Map<String, OnnxAttribute> attributes = new HashMap<>(Map.of("hidden_size", whole(2)));
    attributes.put(name, value);
    add(
        "LSTM",
        name,
        OnnxModels.of(6, 3, 1, 4)
            .normal("wi", 0.5, 1, 8, 4)
            .normal("wr", 0.5, 1, 8, 2)
            .then("LSTM", attributes, "wi", "wr")
            .constant(OnnxTensor.of("o", List.of(1), 1))
            .then("Squeeze", "o")
            .then("Transpose", Map.of("perm", wholes(1, 0, 2)))
            .build(14));
  }

  private void collectSequences() {
    lstm("activations", new OnnxAttribute.Texts(List.of("HardSigmoid", "Tanh", "Tanh")));
    lstm("activations", new OnnxAttribute.Texts(List.of("Sigmoid", "Relu", "Relu")));
    lstm("direction", text("reverse"));
    lstm("hidden_size", whole(3));
    lstm("input_forget", whole(1));
    lstm("layout", whole(1));
  }

  private void collectQuantizers() {
    for (long version : List.of(19L, 21L)) {
      add(
          "QuantizeLinear",
          "saturate",
          constants(1, 4)
              .then("QuantizeLinear", Map.of("saturate", whole(0)), "step", "code")
              .then("DequantizeLinear", "step", "code")
              .build(version));
      add(
          "QuantizeLinear",
          "axis",
          constants(1, 4)
              .then("QuantizeLinear", Map.of("axis", whole(0)), "step", "code")
              .then("DequantizeLinear", Map.of("axis", whole(0)), "step", "code")
              .build(version));
    }
    // 2 and 3 are bytes, 4 and 5 have 16 bits, 17 is a float of 8 bits and 22 has 4 bits.
    for (long type : List.of(2L, 3L, 4L, 5L, 17L, 22L)) {
      add(
          "QuantizeLinear",
          "output_dtype",
          constants(1, 4)
              .constant(
                  OnnxTensor.of(
                      "none", ElementType.of(type).orElse(ElementType.INT8), List.of(), 0.0))
              .then("QuantizeLinear", Map.of("output_dtype", whole(type)), "step")
              .then("DequantizeLinear", "step", "none")
              .build(21));
    }
    add(
        "QuantizeLinear",
        "block_size",
        constants(1, 4)
            .then("QuantizeLinear", Map.of("block_size", whole(2)), "step", "code")
            .then("DequantizeLinear", "step", "code")
            .build(21));
    add(
        "QuantizeLinear",
        "precision",
        constants(1, 4)
            .then("QuantizeLinear", Map.of("precision", whole(10)), "step", "code")
            .then("DequantizeLinear", "step", "code")
            .build(23));
    for (long axis : List.of(0L, 1L, -1L, -2L, 3L)) {
      add(
          "DequantizeLinear",
          "axis",
          constants(1, 4)
              .aside(
                  "m", "DequantizeLinear", Map.of("axis", whole(axis)), "codes", "steps", "zeros")
              .then("QuantizeLinear", "step", "code")
              .then("DequantizeLinear", "step", "code")
              .then("MatMul", "m")
              .build(21));
    }
    add(
        "DequantizeLinear",
        "block_size",
        constants(1, 4)
            .aside(
                "m",
                "DequantizeLinear",
                Map.of("axis", whole(0), "block_size", whole(4)),
                "codes",
                "steps",
                "zeros")
            .then("MatMul", "m")
            .build(21));
    add(
        "DequantizeLinear",
        "output_dtype",
        constants(1, 4)
            .aside(
                "m", "DequantizeLinear", Map.of("output_dtype", whole(10)), "codes", "step", "code")
            .then("MatMul", "m")
            .build(23));
  }

  @Test
  void attributesMeanTheSameAsInOnnx() throws Exception {
    collect();
    Set<String> read = new TreeSet<>();
    for (String operator : Operators.all()) {
      for (long version = OLDEST; version <= NEWEST && !OTHERS.contains(operator); version++) {
        Operators.attributes(operator, version).forEach(name -> read.add(operator + " " + name));
      }
    }
    assertThat(models.keySet()).containsAll(read);
    List<String> wrong = new ArrayList<>();
    Set<String> imported = new TreeSet<>();
    for (Map.Entry<String, List<OnnxModel>> tried : models.entrySet()) {
      for (OnnxModel model : tried.getValue()) {
        try {
          compare(tried.getKey(), model, wrong);
          imported.add(tried.getKey());
        } catch (CompilerException _) {
          // An attribute that is refused is no wrong number.
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(imported).hasSizeGreaterThan(40);
  }

  private static OnnxModel withWholeOutput(OnnxModel model) {
    OnnxGraph graph = model.graph();
    String name = graph.outputs().getFirst().name();
    return new OnnxModel(
        8,
        "",
        model.opsets(),
        new OnnxGraph(
            "",
            graph.nodes(),
            graph.constants(),
            graph.inputs(),
            List.of(new OnnxValue(name, ElementType.INT64, List.of()))));
  }

  private void compare(String name, OnnxModel tried, List<String> wrong) throws Exception {
    OnnxModel model = name.startsWith("ArgMax") ? withWholeOutput(tried) : tried;
    ImportedRun run = new ImportedRun(compiler, model, WIDTHS);
    String what = name + " in " + model.graph().nodes();
    double[] input = new double[run.model().inputShape().size()];
    Random random = new Random(3);
    Arrays.setAll(input, _ -> random.nextInt(-160, 160) / 4.0);
    boolean isExact = name.contains("Linear");
    if (NOT_RUN.contains(name)) {
      return;
    }
    double[] given = isExact ? run.quantized(input) : run.real(input);
    try (Onnxruntime oracle = new Onnxruntime(OnnxWriter.toBytes(model))) {
      double[] expected = oracle.run(OnnxruntimeTest.extents(model), input);
      boolean isSame = given.length == expected.length;
      for (int i = 0; isSame && i < given.length; i++) {
        double bound = isExact ? 0 : 1e-5 * Math.max(1, Math.abs(expected[i]));
        isSame = Math.abs(given[i] - expected[i]) <= bound;
      }
      if (!isSame) {
        wrong.add(what + ": " + Arrays.toString(given) + " and not " + Arrays.toString(expected));
      }
    }
  }
}
