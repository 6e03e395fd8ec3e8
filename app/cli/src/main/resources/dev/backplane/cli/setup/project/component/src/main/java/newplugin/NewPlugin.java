package newplugin;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The negation of each element, saturated, in the format of the input. */
public final class NewPlugin extends LoweredComponent {
  private static final String TYPE = "newplugin";

  /** For the plugin loader. */
  public NewPlugin() {}

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the negation of each element, saturated");
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
        result[i] = output.format().saturate(-result[i]);
      }
      return result;
    };
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    int width = node.output().format().width();
    return List.of(
        new HdlInstance(TYPE, false, new LinkedHashMap<>(Map.of("WIDTH", width)), List.of(TYPE)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    int width = node.output().format().width();
    return new TorchCall(TYPE, Attributes.NONE.with("width", width), List.of(TYPE + ".py"));
  }
}
