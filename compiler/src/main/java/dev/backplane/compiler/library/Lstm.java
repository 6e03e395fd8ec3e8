package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A layer of long short-term memory over a sequence, steps x features. Outputs and state begin with
 * 0 in each sequence. What it computes, its formats and its attributes are in the plugin's
 * documentation, {@code lstm.md}.
 */
public final class Lstm extends LoweredComponent {
  private static final String TYPE = "lstm";

  /** For the plugin loader. */
  public Lstm() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(TYPE, LstmQuantization::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("long short-term memory over a sequence of steps x features")
        .with(LstmLayer.described());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    LstmLayer layer = LstmLayer.of(node, inputs.getFirst());
    Shape shape =
        layer.lastOnly() ? Shape.of(layer.units()) : Shape.of(layer.steps(), layer.units());
    return new TensorType(shape, layer.output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    LstmLayer layer = LstmLayer.of(node, inputs.getFirst());
    LinearSums sums = new LinearSums(layer.gates());
    return arguments -> {
      LstmState state = new LstmState(layer, sums);
      long[] result = new long[output.shape().size()];
      for (int step = 0; step < layer.steps(); step++) {
        long[] outputs = state.step(arguments.getFirst(), step);
        int position = layer.lastOnly() ? 0 : step * outputs.length;
        System.arraycopy(outputs, 0, result, position, outputs.length);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    return RealLstm.of(node.attributes()).run(inputs.getFirst());
  }

  @Override
  public Set<String> formatsInside() {
    return Set.of("gate_", "cell_");
  }

  /** Tables give the same beyond {@link RealLstm#SATURATED}, so that the gates need no more. */
  @Override
  public Map<String, RealTensor> evaluateInside(Node node, List<RealTensor> inputs) {
    return RealLstm.of(node.attributes()).inside(inputs.getFirst());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    LstmLayer layer = LstmLayer.of(node.node(), node.input());
    LstmUnit unit = LstmUnit.of(layer);
    String purpose =
        "An LSTM layer with " + layer.features() + " inputs and " + layer.units() + " units.";
    return List.of(RomUnit.of(node, purpose, unit.instance(), unit.roms()));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    LstmLayer layer = LstmLayer.of(node.node(), node.input());
    return new TorchCall("lstm", layer.pythonArguments(), List.of("lstm.py"));
  }
}
