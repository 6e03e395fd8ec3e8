package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The same elements in the same order as a vector: of height x width x channels, channels last. */
public final class Flatten extends CompilerExtension implements Component {
  private static final String TYPE = "flatten";
  private static final String UNIT = "backplane_pass";

  /** For the plugin loader. */
  public Flatten() {}

  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keepHardware(compiler, TYPE, Flatten::hardware);
    keep(
        compiler
            .torch()
            .handlers()
            .register(TYPE, _ -> new TorchCall("flatten", Attributes.NONE, List.of("flatten.py"))));
  }

  @Override
  public String type() {
    return TYPE;
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

  private static HdlInstance hardware(HdlNode node) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.output().format().width());
    return new HdlInstance(UNIT, false, parameters, List.of(UNIT));
  }
}
