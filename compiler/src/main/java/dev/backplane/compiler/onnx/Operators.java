package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The operators that can be imported. */
final class Operators {
  private static final Map<String, OperatorImport> IMPORTS = imports();

  /** The usual operators, and those of quantised networks. */
  private static final Set<String> DOMAINS =
      Set.of("", "qonnx.custom_op.general", "onnx.brevitas", "finn.custom_op.general");

  private Operators() {}

  private static Map<String, OperatorImport> imports() {
    Map<String, OperatorImport> imports = new HashMap<>();
    imports.put("Gemm", DenseImport::gemm);
    imports.put("MatMul", DenseImport::matMul);
    imports.put("Add", NormalizationImport::add);
    imports.put("Concat", ConcatImport::concat);
    imports.put("Conv", ConvolutionImport::convolution);
    imports.put("Pad", PadImport::pad);
    imports.put("BatchNormalization", NormalizationImport::batch);
    imports.put("MaxPool", PoolingImport::largest);
    imports.put("AveragePool", PoolingImport::average);
    imports.put("GlobalAveragePool", PoolingImport::globalAverage);
    imports.put("LeakyRelu", ActivationImport::leakyRelu);
    imports.put("PRelu", ActivationImport::parametricRelu);
    imports.put("HardSigmoid", ActivationImport::hardSigmoid);
    imports.put("Sigmoid", ActivationImport.bounded("sigmoid"));
    imports.put("Tanh", ActivationImport.bounded("tanh"));
    imports.put("Softsign", ActivationImport.bounded("softsign"));
    imports.put("Erf", ActivationImport.bounded("erf"));
    imports.put("Elu", ActivationImport::elu);
    imports.put("Gelu", ActivationImport.unbounded("gelu"));
    imports.put("Softplus", ActivationImport.unbounded("softplus"));
    imports.put("Exp", ActivationImport.unbounded("exp"));
    imports.put("Clip", ActivationImport::clip);
    imports.put("QuantizeLinear", QuantizerImport::quantize);
    imports.put("DequantizeLinear", QuantizerImport::dequantize);
    imports.put("Quant", QuantizerImport::quant);
    imports.put("IntQuant", QuantizerImport::quant);
    imports.put("BipolarQuant", QuantizerImport::bipolar);
    imports.put("Relu", ActivationImport::relu);
    imports.put("LSTM", LstmImport::lstm);
    imports.put("Gather", PickImport::gather);
    imports.put("Slice", PickImport::slice);
    imports.put("Max", ActivationImport::max);
    imports.put("Min", ActivationImport::min);
    imports.put("Sub", NormalizationImport::subtract);
    imports.put("Neg", NormalizationImport::negate);
    imports.put("Mul", NormalizationImport::multiply);
    imports.put("Div", NormalizationImport::divide);
    imports.put("ReduceMean", PoolingImport::mean);
    imports.put("Squeeze", ShapeImport::squeeze);
    imports.put("Unsqueeze", ShapeImport::unsqueeze);
    imports.put("Cast", ShapeImport::cast);
    imports.put("Flatten", ShapeImport::flatten);
    imports.put("Reshape", ShapeImport::reshape);
    imports.put("Transpose", ShapeImport::transpose);
    imports.put("Identity", ShapeImport::same);
    imports.put("Dropout", ShapeImport::same);
    imports.put("Constant", ConstantImport::constant);
    imports.put("Shape", ConstantImport::shape);
    imports.put("ConstantOfShape", ConstantImport::filled);
    imports.put("Expand", ConstantImport::expand);
    imports.put("Softmax", HostImport::softmax);
    imports.put("LogSoftmax", HostImport::logSoftmax);
    imports.put("ArgMax", HostImport::argMax);
    return Map.copyOf(imports);
  }

  static boolean knows(OnnxNode node) {
    return DOMAINS.contains(node.domain()) && IMPORTS.containsKey(node.operator());
  }

  /** Whether an operator may give other outputs than its first, and says itself which. */
  static boolean choosesOutputs(OnnxNode node) {
    return node.operator().equals("LSTM");
  }

  static void run(OnnxNode node, ImportedNodes network) {
    OperatorImport operator = IMPORTS.get(node.operator());
    if (operator == null) {
      throw unknown(node);
    }
    operator.run(node, network);
  }

  static CompilerException unknown(OnnxNode node) {
    String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
    return node.unsupported("operator " + domain + node.operator() + " is not supported");
  }

  static String names() {
    return String.join(", ", new TreeSet<>(IMPORTS.keySet()));
  }
}
