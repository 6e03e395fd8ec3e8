package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.table.FunctionTable;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Puts real weights into a format, and functions into tables. */
final class LstmQuantization {
  private LstmQuantization() {}

  static Node quantize(TypedNode typed) {
    Attributes attributes = typed.node().attributes();
    FixedPoint operands =
        LstmLayer.operands(typed.input().format(), LstmLayer.format(attributes, ""));
    Node gates = typed.node().withAttributes(LstmLayer.gateAttributes(attributes));
    TensorType input = new TensorType(typed.input().shape(), operands);
    Attributes quantized =
        LinearQuantization.quantize(new TypedNode(gates, List.of(input))).attributes();
    for (String name :
        List.of("weights", "weight_width", "weight_fraction", "bias", "bias_fraction")) {
      if (quantized.has(name)) {
        attributes = attributes.with(name, quantized.get(name, Attribute.class));
      }
    }
    attributes = withTable(attributes, LstmLayer.GATE_TABLE, "gate_activation", "sigmoid");
    attributes = withTable(attributes, LstmLayer.CELL_TABLE, "cell_activation", "tanh");
    return typed.node().withAttributes(attributes);
  }

  /** A table that is there already stays. */
  private static Attributes withTable(
      Attributes attributes, String table, String name, String otherwise) {
    if (attributes.has(table)) {
      return attributes;
    }
    return attributes.with(
        table,
        FunctionTable.of(
            function(attributes, name, otherwise),
            LstmLayer.format(attributes, "gate_"),
            LstmLayer.format(attributes, "activation_")));
  }

  static DoubleUnaryOperator function(Attributes attributes, String name, String otherwise) {
    String function = attributes.has(name) ? attributes.text(name) : otherwise;
    return switch (function) {
      case "sigmoid" -> FunctionTable::sigmoid;
      case "tanh" -> StrictMath::tanh;
      case "hard_sigmoid" -> x -> Math.clamp(0.2 * x + 0.5, 0, 1);
      case "hard_tanh" -> x -> Math.clamp(x, -1, 1);
      default ->
          throw new CompilerException(
              CompilerError.ATTRIBUTE_INVALID,
              "attribute " + name,
              function + " is none of sigmoid, tanh, hard_sigmoid and hard_tanh");
    };
  }
}
