package dev.backplane.compiler.component;

import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.List;

/** An output of the graph; it passes its tensor on unchanged. */
final class OutputComponent implements Component {
  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("a tensor that leaves the graph");
  }

  @Override
  public String type() {
    return Node.OUTPUT;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    return inputs.getFirst();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return List::getFirst;
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return inputs.getFirst();
  }
}
