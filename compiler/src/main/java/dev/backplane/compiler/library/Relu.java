package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.resource.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The larger of each element and 0, in the format of the input. */
public final class Relu extends CompilerExtension implements Component {
  private static final String TYPE = "relu";

  /** For the plugin loader. */
  public Relu() {}

  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keep(compiler.resources().handlers().register(TYPE, _ -> Resources.NONE));
    keep(compiler.verilog().handlers().register(TYPE, node -> instance(node, ".v")));
    keep(compiler.vhdl().handlers().register(TYPE, node -> instance(node, ".vhd")));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    return inputs.getFirst();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = Math.max(result[i], 0);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    double[] result = inputs.getFirst().toArray();
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.max(result[i], 0);
    }
    return RealTensor.of(inputs.getFirst().shape(), result);
  }

  private static HdlInstance instance(HdlNode node, String suffix) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.output().format().width());
    return new HdlInstance("backplane_relu", false, parameters, List.of("backplane_relu" + suffix));
  }
}
