package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The operators that can be imported. */
final class Operators {
  private static final Map<String, Operator> OPERATORS = operators();

  /** The domains of operators for quantization, beside ONNX's own. */
  private static final Set<String> DOMAINS =
      Set.of("qonnx.custom_op.general", "onnx.brevitas", "finn.custom_op.general");

  private static final Set<String> QUANTIZERS =
      Set.of("Quant", "IntQuant", "BipolarQuant", "Trunc", "MultiThreshold");

  /** Operators of ONNX on tensors that have their channels last. */
  private static final String CHANNELS_LAST = "qonnx.custom_op.channels_last";

  private static final Map<String, Operator> OF_CHANNELS_LAST =
      Map.of(
          "Conv",
          new Operator(
              ConvolutionImport::channelsLast,
              versions("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides")),
          "MaxPool",
          new Operator(
              PoolingImport::largestChannelsLast,
              versions("auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "strides")));

  private Operators() {}

  /**
   * An operator.
   *
   * @param run its import
   * @param attributes the attributes that the import reads, each with the first and last version of
   *     the set of operators that has it; all others are refused
   */
  private record Operator(OperatorImport run, Map<String, Versions> attributes) {}

  private record Versions(long first, long last) {}

  /** Names of attributes, some with the versions that have them: name:first-last. */
  private static Map<String, Versions> versions(String... texts) {
    Map<String, Versions> versions = new HashMap<>();
    for (String text : texts) {
      int colon = text.indexOf(':');
      int dash = text.indexOf('-');
      String first = colon < 0 ? "" : text.substring(colon + 1, dash);
      String last = colon < 0 ? "" : text.substring(dash + 1);
      versions.put(
          colon < 0 ? text : text.substring(0, colon),
          new Versions(
              first.isEmpty() ? 0 : Long.parseLong(first),
              last.isEmpty() ? Long.MAX_VALUE : Long.parseLong(last)));
    }
    return versions;
  }

  private static Map<String, Operator> operators() {
    Map<String, Operator> operators = new HashMap<>();
    operators.put(
        "Gemm",
        new Operator(
            DenseImport::gemm, versions("alpha", "beta", "broadcast:-6", "transA", "transB")));
    operators.put("MatMul", new Operator(AttentionImport::matMul, Map.of()));
    operators.put("Add", new Operator(NormalizationImport::add, Map.of()));
    operators.put("Concat", new Operator(ConcatImport::concat, versions("axis")));
    operators.put(
        "Conv",
        new Operator(
            ConvolutionImport::convolution,
            versions("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides")));
    operators.put("Pad", new Operator(PadImport::pad, versions("mode", "pads:-10", "value:-10")));
    operators.put(
        "BatchNormalization",
        new Operator(
            NormalizationImport::batch,
            versions("epsilon", "is_test:-6", "momentum", "spatial:-8", "training_mode:14-")));
    operators.put(
        "MaxPool",
        new Operator(
            PoolingImport::largest,
            versions(
                "auto_pad",
                "ceil_mode:10-",
                "dilations:10-",
                "kernel_shape",
                "pads",
                "storage_order:8-",
                "strides")));
    operators.put(
        "AveragePool",
        new Operator(
            PoolingImport::average,
            versions(
                "auto_pad",
                "ceil_mode:10-",
                "count_include_pad:7-",
                "dilations:19-",
                "kernel_shape",
                "pads",
                "strides")));
    operators.put("GlobalAveragePool", new Operator(PoolingImport::globalAverage, Map.of()));
    operators.put("LeakyRelu", new Operator(ActivationImport::leakyRelu, versions("alpha")));
    operators.put("PRelu", new Operator(ActivationImport::parametricRelu, Map.of()));
    operators.put(
        "HardSigmoid", new Operator(ActivationImport::hardSigmoid, versions("alpha", "beta")));
    operators.put("Sigmoid", new Operator(ActivationImport.bounded("sigmoid"), Map.of()));
    operators.put("Tanh", new Operator(ActivationImport.bounded("tanh"), Map.of()));
    operators.put("Softsign", new Operator(ActivationImport.bounded("softsign"), Map.of()));
    operators.put("Erf", new Operator(ActivationImport.bounded("erf"), Map.of()));
    operators.put("Elu", new Operator(ActivationImport::elu, versions("alpha")));
    operators.put("Gelu", new Operator(FunctionImport::gelu, versions("approximate")));
    operators.put("Softplus", new Operator(ActivationImport.unbounded("softplus"), Map.of()));
    operators.put("Exp", new Operator(ActivationImport.unbounded("exp"), Map.of()));
    operators.put("Pow", new Operator(ActivationImport::power, Map.of()));
    operators.put("Clip", new Operator(ActivationImport::clip, versions("max:-10", "min:-10")));
    operators.put(
        "QuantizeLinear",
        new Operator(
            QuantizerImport::quantize,
            versions(
                "axis:13-",
                "block_size:21-",
                "output_dtype:21-",
                "precision:23-",
                "saturate:19-")));
    operators.put(
        "DequantizeLinear",
        new Operator(
            QuantizerImport::dequantize,
            versions("axis:13-", "block_size:21-", "output_dtype:23-")));
    operators.put(
        "Quant",
        new Operator(QuantizerImport::quant, versions("narrow", "rounding_mode", "signed")));
    operators.put(
        "IntQuant",
        new Operator(QuantizerImport::quant, versions("narrow", "rounding_mode", "signed")));
    operators.put("BipolarQuant", new Operator(QuantizerImport::bipolar, Map.of()));
    operators.put("Relu", new Operator(ActivationImport::relu, Map.of()));
    operators.put(
        "LSTM",
        new Operator(
            LstmImport::lstm,
            versions("activations", "direction", "hidden_size", "input_forget", "layout:14-")));
    operators.put("Gather", new Operator(RangeImport::gather, versions("axis")));
    operators.put(
        "Slice", new Operator(RangeImport::slice, versions("axes:-9", "ends:-9", "starts:-9")));
    operators.put("Max", new Operator(ActivationImport::max, Map.of()));
    operators.put("Min", new Operator(ActivationImport::min, Map.of()));
    operators.put("Sub", new Operator(NormalizationImport::subtract, Map.of()));
    operators.put("Neg", new Operator(NormalizationImport::negate, Map.of()));
    operators.put("Mul", new Operator(ProductImport::multiply, Map.of()));
    operators.put("Div", new Operator(NormalizationImport::divide, Map.of()));
    operators.put(
        "ReduceMean",
        new Operator(
            ReductionImport::mean, versions("axes:-17", "keepdims", "noop_with_empty_axes:18-")));
    operators.put("Squeeze", new Operator(ShapeImport::squeeze, versions("axes:-12")));
    operators.put("Unsqueeze", new Operator(ShapeImport::unsqueeze, versions("axes:-12")));
    operators.put(
        "Cast", new Operator(CastImport::cast, versions("round_mode:24-", "saturate:19-", "to")));
    operators.put("Flatten", new Operator(ShapeImport::flatten, versions("axis")));
    operators.put("Reshape", new Operator(ShapeImport::reshape, versions("allowzero:14-")));
    operators.put("Transpose", new Operator(ShapeImport::transpose, versions("perm")));
    operators.put("Identity", new Operator(ShapeImport::same, Map.of()));
    operators.put(
        "Dropout",
        new Operator(ShapeImport::same, versions("is_test:-6", "ratio:-11", "seed:12-")));
    operators.put(
        "Constant",
        new Operator(
            ConstantImport::constant,
            versions(
                "value",
                "value_float:12-",
                "value_floats:12-",
                "value_int:12-",
                "value_ints:12-")));
    operators.put("Shape", new Operator(ConstantImport::shape, versions("end:15-", "start:15-")));
    operators.put(
        "MultiThreshold",
        new Operator(
            ThresholdImport::thresholds,
            versions("out_scale", "out_bias", "out_dtype", "data_layout")));
    operators.put("Trunc", new Operator(TruncationImport::truncate, versions("rounding_mode")));
    operators.put("Softmax", new Operator(AttentionImport::softmax, versions("axis")));
    operators.put("LogSoftmax", new Operator(HostImport::logSoftmax, versions("axis")));
    operators.put(
        "ArgMax",
        new Operator(HostImport::argMax, versions("axis", "keepdims", "select_last_index:12-")));
    functions(operators);
    extents(operators);
    return Map.copyOf(operators);
  }

  /** Functions of elements and of their channels or positions. */
  private static void functions(Map<String, Operator> operators) {
    operators.put("Swish", new Operator(FunctionImport::swish, versions("alpha")));
    operators.put("HardSwish", new Operator(FunctionImport.of("hard_swish"), Map.of()));
    operators.put("Mish", new Operator(FunctionImport.of("mish"), Map.of()));
    operators.put("Selu", new Operator(FunctionImport::selu, versions("alpha", "gamma")));
    operators.put("Celu", new Operator(FunctionImport::celu, versions("alpha")));
    operators.put("Abs", new Operator(FunctionImport.of("abs"), Map.of()));
    operators.put("Sign", new Operator(FunctionImport.bounded("signum"), Map.of()));
    operators.put("Sqrt", new Operator(FunctionImport.of("sqrt"), Map.of()));
    operators.put("Log", new Operator(FunctionImport.of("log"), Map.of()));
    operators.put("Reciprocal", new Operator(FunctionImport.of("reciprocal"), Map.of()));
    operators.put("Floor", new Operator(FunctionImport.of("floor"), Map.of()));
    operators.put("Ceil", new Operator(FunctionImport.of("ceil"), Map.of()));
    operators.put("Round", new Operator(FunctionImport.of("round"), Map.of()));
    operators.put("Sin", new Operator(FunctionImport.bounded("sin"), Map.of()));
    operators.put("Cos", new Operator(FunctionImport.bounded("cos"), Map.of()));
    operators.put(
        "LayerNormalization",
        new Operator(AttentionImport::normalization, versions("axis", "epsilon", "stash_type")));
    operators.put("GlobalMaxPool", new Operator(ReductionImport::globalMaximum, Map.of()));
    operators.put(
        "ReduceMax",
        new Operator(
            ReductionImport::maximum,
            versions("axes:-17", "keepdims", "noop_with_empty_axes:18-")));
    operators.put(
        "ReduceSum",
        new Operator(
            ReductionImport::sum, versions("axes:-12", "keepdims", "noop_with_empty_axes:13-")));
  }

  /** Operators that change extents. */
  private static void extents(Map<String, Operator> operators) {
    operators.put(
        "Split",
        new Operator(RangeImport::split, versions("axis", "num_outputs:18-", "split:-12")));
    operators.put(
        "Resize",
        new Operator(
            RangeImport::resize,
            versions(
                "antialias:18-",
                "axes:18-",
                "coordinate_transformation_mode:11-",
                "cubic_coeff_a:11-",
                "exclude_outside:11-",
                "extrapolation_value:11-",
                "mode",
                "nearest_mode:11-")));
    operators.put("Upsample", new Operator(RangeImport::upsample, versions("mode", "scales:-8")));
    operators.put(
        "ConvTranspose",
        new Operator(
            TransposedConvolutionImport::convolution,
            versions("dilations", "group", "kernel_shape", "output_padding", "pads", "strides")));
  }

  static boolean knows(OnnxNode node) {
    return node.domain().equals(CHANNELS_LAST)
        ? OF_CHANNELS_LAST.containsKey(node.operator())
        : node.domain().isEmpty()
            ? OPERATORS.containsKey(node.operator())
                || ConstantFolding.all().contains(node.operator())
            : DOMAINS.contains(node.domain()) && QUANTIZERS.contains(node.operator());
  }

  /** Tells whether an operator may give other outputs than its first, and says itself which. */
  static boolean choosesOutputs(OnnxNode node) {
    return node.operator().equals("LSTM") || node.operator().equals("Split");
  }

  static void run(OnnxNode node, ImportedNodes network) {
    Operator operator =
        node.domain().equals(CHANNELS_LAST)
            ? OF_CHANNELS_LAST.get(node.operator())
            : OPERATORS.get(node.operator());
    if (operator == null) {
      throw unknown(node);
    }
    node.knowsOnly(attributes(operator, network.version()), network.version());
    operator.run.run(node, network);
  }

  /**
   * {@return the attributes of an operator that its import reads}
   *
   * @param operator the operator
   * @param version which version of the set of operators it is of
   */
  static Set<String> attributes(String operator, long version) {
    Operator known = OPERATORS.get(operator);
    return known == null ? Set.of() : attributes(known, version);
  }

  private static Set<String> attributes(Operator operator, long version) {
    Set<String> names = new TreeSet<>();
    operator.attributes.forEach(
        (name, versions) -> {
          if (version >= versions.first && version <= versions.last) {
            names.add(name);
          }
        });
    return names;
  }

  /** {@return the names of all operators} */
  static Set<String> all() {
    return OPERATORS.keySet();
  }

  static CompilerException unknown(OnnxNode node) {
    String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
    return node.unsupported(
        "operator "
            + domain
            + node.operator()
            + (ConstantFolding.all().contains(node.operator())
                ? " is supported of constants alone"
                : " is not supported"));
  }

  static String names() {
    return String.join(", ", new TreeSet<>(OPERATORS.keySet()));
  }
}
