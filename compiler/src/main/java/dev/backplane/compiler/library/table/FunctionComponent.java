package dev.backplane.compiler.library.table;

import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/**
 * A function of each element, before it is a table. The attributes {@code width} and {@code
 * fraction} are those of the output, which has the input's format without them.
 *
 * @param type the type of its nodes
 * @param parameters the attributes that it has beside the format
 * @param functions the function of a node with its attributes
 */
record FunctionComponent(
    String type,
    List<AttributeDescription> parameters,
    Function<Attributes, DoubleUnaryOperator> functions)
    implements Component {
  static FunctionComponent of(RealFunction function) {
    return new FunctionComponent(function.type(), List.of(), _ -> function::at);
  }

  DoubleUnaryOperator function(Node node) {
    return functions.apply(node.attributes());
  }

  @Override
  public ComponentDescription description() {
    ComponentDescription description =
        ComponentDescription.of(
            "the function " + type + " of each element, which becomes a table once quantised");
    for (AttributeDescription parameter : parameters) {
      description = description.with(parameter);
    }
    return description.with(OutputFormat.optionalWithScale());
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
        new Lookup(FunctionTable.of(function(node), input, output.format()), input.min(), 1);
    return arguments -> lookup.apply(arguments.getFirst());
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return inputs.getFirst().map(function(node));
  }
}
