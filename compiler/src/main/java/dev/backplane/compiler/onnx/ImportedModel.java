package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/**
 * What a model became. Immutable.
 *
 * @param graph the graph, with one input {@code in} and one output {@code out}; formats of
 *     activations are open unless the model says them
 * @param inputShape the shape of the graph's input
 * @param input how the elements of the model's input are ordered in the graph
 * @param output how the elements of the model's output are ordered in the graph
 * @param hostSteps what the host has to do with the output, in order
 * @param warnings what is not exactly as the model has it, a line each
 */
public record ImportedModel(
    Graph graph,
    Shape inputShape,
    ElementOrder input,
    ElementOrder output,
    List<HostStep> hostSteps,
    List<String> warnings) {
  /** Copies the lists. */
  public ImportedModel {
    hostSteps = List.copyOf(hostSteps);
    warnings = List.copyOf(warnings);
  }

  /**
   * Makes an input of the graph.
   *
   * @param elements the elements of the model's input, in the order of the model
   * @return the tensor at the graph's input
   */
  public RealTensor inputTensor(double... elements) {
    return RealTensor.of(inputShape, input.toGraph(elements));
  }
}
