package newplugin;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.torch.TorchCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The negation of each element, saturated, in the format of the input. */
public final class NewPlugin extends CompilerExtension implements Component {
  private static final String TYPE = "newplugin";

  /** For the plugin loader. */
  public NewPlugin() {}

  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keepHardware(compiler, TYPE, node -> instance(node.output()));
    keep(compiler.torch().handlers().register(TYPE, node -> call(node.output())));
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
        result[i] = output.format().saturate(-result[i]);
      }
      return result;
    };
  }

  private static HdlInstance instance(TensorType type) {
    return new HdlInstance(
        TYPE,
        false,
        new LinkedHashMap<>(Map.of("WIDTH", type.format().width())),
        List.of(TYPE));
  }

  private static TorchCall call(TensorType type) {
    return new TorchCall(
        TYPE, Attributes.NONE.with("width", type.format().width()), List.of(TYPE + ".py"));
  }
}
