package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One operator of a model. Immutable.
 *
 * @param name its name, or the empty string
 * @param operator what it computes, for example {@code Gemm}
 * @param domain whose operator that is; the empty string for the usual ones
 * @param inputs the names of its inputs; the empty string where an optional one is missing
 * @param outputs the names of its outputs
 * @param attributes what else is known, by name
 */
public record OnnxNode(
    String name,
    String operator,
    String domain,
    List<String> inputs,
    List<String> outputs,
    Map<String, OnnxAttribute> attributes) {
  /** Copies the collections. */
  public OnnxNode {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attributes = Map.copyOf(attributes);
  }

  /**
   * An operator of the usual ones.
   *
   * @param operator what it computes
   * @param inputs the names of its inputs
   * @param output the name of its output, and of the node
   * @return the operator, without attributes
   */
  public static OnnxNode of(String operator, List<String> inputs, String output) {
    return new OnnxNode(output, operator, "", inputs, List.of(output), Map.of());
  }

  /** {@return this node with these attributes} */
  public OnnxNode with(Map<String, OnnxAttribute> others) {
    return new OnnxNode(name, operator, domain, inputs, outputs, others);
  }

  /** {@return its name, or that of its first output} */
  String title() {
    return name.isEmpty()
        ? outputs.stream().filter(each -> !each.isEmpty()).findFirst().orElse("")
        : name;
  }

  /** {@return the node as messages name it} */
  public String label() {
    String known = title();
    return (known.isEmpty() ? "node without name" : "node " + known) + " (" + operator + ")";
  }

  /** Refuses attributes that its import does not know: they would be ignored. */
  void knowsOnly(Set<String> known, long version) {
    for (String name : new TreeSet<>(attributes.keySet())) {
      if (!known.contains(name)) {
        throw unsupported(
            "attribute " + name + " is not supported in version " + version + " of the operators");
      }
    }
  }

  long whole(String name, long absent) {
    return switch (attributes.get(name)) {
      case null -> absent;
      case OnnxAttribute.Whole(long value) -> value;
      case OnnxAttribute other -> throw wrong(name, "a whole number");
    };
  }

  double real(String name, double absent) {
    return switch (attributes.get(name)) {
      case null -> absent;
      case OnnxAttribute.Real(float value) -> value;
      case OnnxAttribute other -> throw wrong(name, "a real number");
    };
  }

  String text(String name, String absent) {
    return switch (attributes.get(name)) {
      case null -> absent;
      case OnnxAttribute.Text(String value) -> value;
      case OnnxAttribute other -> throw wrong(name, "a text");
    };
  }

  List<Long> wholes(String name, List<Long> absent) {
    return switch (attributes.get(name)) {
      case null -> absent;
      case OnnxAttribute.Wholes(var values) -> values;
      case OnnxAttribute other -> throw wrong(name, "a list of whole numbers");
    };
  }

  List<String> texts(String name, List<String> absent) {
    return switch (attributes.get(name)) {
      case null -> absent;
      case OnnxAttribute.Texts(var values) -> values;
      case OnnxAttribute other -> throw wrong(name, "a list of texts");
    };
  }

  /** {@return an error of this node that says why it cannot be imported} */
  CompilerException unsupported(String text) {
    return new CompilerException(CompilerError.MODEL_UNSUPPORTED, label(), text);
  }

  private CompilerException wrong(String name, String expected) {
    return new CompilerException(
        CompilerError.MODEL_DAMAGED, label(), "attribute " + name + " is not " + expected);
  }
}
