package dev.backplane.compiler.library.table;

import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import java.util.List;

/**
 * A function of each element, before it is a table. The attributes {@code width} and {@code
 * fraction} are those of the output, which has the input's format without them.
 *
 * @param function the function
 */
record FunctionComponent(RealFunction function) implements Component {
  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "the function " + type() + " of each element, which becomes a table once quantised")
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  public String type() {
    return function.type();
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    FunctionTable.size(input.format());
    return new TensorType(input.shape(), OutputFormat.of(node.attributes(), input.format()));
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    var input = inputs.getFirst().format();
    Lookup lookup =
        new Lookup(FunctionTable.of(function::at, input, output.format()), input.min(), 1);
    return arguments -> lookup.apply(arguments.getFirst());
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return inputs.getFirst().map(function::at);
  }
}
