package dev.backplane.compiler.library;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The same elements in the same order as a vector: of height x width x channels, channels last. */
public final class Flatten extends LoweredComponent {
  private static final String TYPE = "flatten";
  private static final String UNIT = "backplane_pass";

  /** For the plugin loader. */
  public Flatten() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the same elements in the same order as a vector");
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(Shape.of(input.shape().size()), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return List::getFirst;
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    return RealTensor.of(Shape.of(input.size()), input.toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.output().format().width());
    return List.of(new HdlInstance(UNIT, false, parameters, List.of(UNIT)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall("flatten", Attributes.NONE, List.of("flatten.py"));
  }
}
