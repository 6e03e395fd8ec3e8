package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The operators that can be imported. */
final class Operators {
  private static final Map<String, OperatorImport> IMPORTS = imports();

  private Operators() {}

  private static Map<String, OperatorImport> imports() {
    Map<String, OperatorImport> imports = new HashMap<>();
    imports.put("Gemm", DenseImport::gemm);
    imports.put("MatMul", DenseImport::matMul);
    imports.put("Add", DenseImport::add);
    imports.put("Relu", ActivationImport::relu);
    imports.put("Flatten", ShapeImport::flatten);
    imports.put("Reshape", ShapeImport::reshape);
    imports.put("Transpose", ShapeImport::transpose);
    imports.put("Identity", ShapeImport::same);
    imports.put("Dropout", ShapeImport::same);
    imports.put("Constant", ConstantImport::constant);
    imports.put("Softmax", HostImport::softmax);
    imports.put("LogSoftmax", HostImport::logSoftmax);
    imports.put("ArgMax", HostImport::argMax);
    return Map.copyOf(imports);
  }

  static boolean knows(OnnxNode node) {
    return node.domain().isEmpty() && IMPORTS.containsKey(node.operator());
  }

  static void run(OnnxNode node, ImportedNodes network) {
    OperatorImport operator = IMPORTS.get(node.operator());
    if (operator == null) {
      throw unknown(node);
    }
    operator.run(node, network);
  }

  static CompilerException unknown(OnnxNode node) {
    return node.unsupported(
        "operator "
            + (node.domain().isEmpty() ? "" : node.domain() + ".")
            + node.operator()
            + " is not supported; supported are "
            + String.join(", ", new TreeSet<>(IMPORTS.keySet())));
  }
}
