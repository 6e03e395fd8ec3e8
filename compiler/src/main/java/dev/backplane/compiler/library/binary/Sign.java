package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** -1 for each element below 0, and 1 for each other. */
public final class Sign extends LoweredComponent {
  private static final String TYPE = "sign";
  private static final FixedPoint FORMAT = new FixedPoint(2, 0);

  /** For the plugin loader. */
  public Sign() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("-1 for each element below 0, and 1 for each other");
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

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    return List.of(
        new HdlInstance(
            "backplane_sign", false, parameters, List.of("backplane_sign"), Beats.PER_ELEMENT));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall("sign", Attributes.NONE, List.of("binary.py"));
  }
}
