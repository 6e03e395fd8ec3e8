package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One type of node: what its output is, and what it computes. Hardware for it is registered with
 * the passes that write it, by the same plugin or by another. Immutable.
 */
public interface Component {
  /** {@return the type of the nodes, for example {@code linear}} */
  String type();

  /** {@return how many inputs a node has, or has at least if it {@link #mayHaveMoreInputs}} */
  default int inputs() {
    return 1;
  }

  /** {@return what people read of it; nothing, if it does not say} */
  default ComponentDescription description() {
    return ComponentDescription.of("");
  }

  /**
   * {@return whether a node may have any further number of inputs, whose order its edges say by
   * their attribute {@code input}}
   */
  default boolean mayHaveMoreInputs() {
    return false;
  }

  /**
   * {@return whether inputs and output may have formats with a scale and a zero; without it, graphs
   * that have such formats there are refused}
   */
  default boolean allowsScale() {
    return false;
  }

  /**
   * Says what a node's output is, and checks the node's attributes against its inputs.
   *
   * @param node the node
   * @param inputs what its inputs are, in order
   * @return what its output is
   * @throws dev.backplane.compiler.CompilerException if an attribute or an input does not fit
   */
  TensorType infer(Node node, List<TensorType> inputs);

  /**
   * Makes ready what a node computes, exactly as its hardware does. Called after {@link #infer}
   * accepted the node.
   *
   * @param node the node
   * @param inputs what its inputs are
   * @param output what its output is
   * @return the operation
   */
  Operation prepare(Node node, List<TensorType> inputs, TensorType output);

  /**
   * Computes a node in real numbers: what it means before anything is rounded. Formats play no
   * part, and may be missing; calibration chooses them for what this gives.
   *
   * @param node the node
   * @param inputs the tensor at each input, in order
   * @return the tensor at the output
   * @throws CompilerException if an attribute or an input does not fit, or if this component only
   *     computes integers
   */
  default RealTensor evaluate(Node node, List<RealTensor> inputs) {
    throw new CompilerException(
        CompilerError.UNSUPPORTED_GRAPH,
        "",
        "a "
            + node.type()
            + " is not computed in real numbers, so formats cannot be found by calibration; give"
            + " each node its width and fraction");
  }

  /**
   * {@return which formats a node has beside that of its output, by what the names of their
   * attributes begin with: {@code gate_} for {@code gate_width} and {@code gate_fraction}}
   */
  default Set<String> formatsInside() {
    return Set.of();
  }

  /**
   * Computes in real numbers what a node puts into the formats that it has inside. Calibration
   * chooses them for what this gives: all of it has to fit.
   *
   * @param node the node
   * @param inputs the tensor at each input, in order
   * @return the numbers, by the names of {@link #formatsInside}
   * @throws CompilerException if an attribute or an input does not fit
   */
  default Map<String, RealTensor> evaluateInside(Node node, List<RealTensor> inputs) {
    return Map.of();
  }
}
