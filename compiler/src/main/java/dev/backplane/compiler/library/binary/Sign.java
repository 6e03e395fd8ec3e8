package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** -1 for each element below 0, and 1 for each other. */
public final class Sign extends CompilerExtension implements Component {
  private static final String TYPE = "sign";
  private static final FixedPoint FORMAT = new FixedPoint(2, 0);

  /** For the plugin loader. */
  public Sign() {}

  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keepHardware(compiler, TYPE, Sign::hardware);
    keep(
        compiler
            .torch()
            .handlers()
            .register(TYPE, _ -> new TorchCall("sign", Attributes.NONE, List.of("binary.py"))));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    return new TensorType(inputs.getFirst().shape(), FORMAT);
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int i = 0; i < result.length; i++) {
        result[i] = result[i] < 0 ? -1 : 1;
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return inputs.getFirst().map(element -> element < 0 ? -1 : 1);
  }

  private static HdlInstance hardware(HdlNode node) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    return new HdlInstance("backplane_sign", false, parameters, List.of("backplane_sign"));
  }
}
