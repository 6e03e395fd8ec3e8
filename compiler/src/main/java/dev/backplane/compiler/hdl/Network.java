package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TensorType;
import java.util.List;

/**
 * Stages between the input and the output of a graph.
 *
 * @param name the name of the design
 * @param stages the stages, possibly none
 * @param input what comes in
 * @param output what goes out
 * @param first the stream that comes in
 * @param last the stream that goes out
 */
record Network(
    String name,
    List<StreamStage> stages,
    TensorType input,
    TensorType output,
    ElementStream first,
    ElementStream last) {
  Network {
    stages = List.copyOf(stages);
  }

  /** Tells whether any stage has clk and rst, and so the whole. */
  boolean clocked() {
    return stages.stream().anyMatch(stage -> stage.instance().clocked());
  }

  /** The unit that has the stages. */
  String unit() {
    return name + "_network";
  }
}
