package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.List;

/** The outputs of a model, as outputs of the graph. */
final class ModelOutputs {
  private final OnnxGraph graph;
  private final ImportedNodes network;
  private final List<Value.OnHost> values = new ArrayList<>();
  private final List<ImportedModel.Output> added = new ArrayList<>();

  ModelOutputs(OnnxGraph graph, ImportedNodes network) {
    this.graph = graph;
    this.network = network;
  }

  /** Finds what the outputs are. */
  void resolve() {
    if (graph.outputs().isEmpty()) {
      throw new CompilerException(CompilerError.MODEL_DAMAGED, "model", "it has no output");
    }
    graph.outputs().forEach(output -> values.add(value(output.name())));
  }

  private Value.OnHost value(String name) {
    if (!network.knows(name)) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, "output " + name, "it is defined nowhere");
    }
    return switch (network.value(name)) {
      case Value.Stream stream -> new Value.OnHost(stream, "", List.of());
      case Value.OnHost host -> host;
      case Value.Codes _ ->
          throw unsupported(name, "it is quantised and not dequantised; add DequantizeLinear");
      case Value.Padded _ ->
          throw unsupported(
              name,
              "it follows Pad, whose zeros become the padding of a Conv or AveragePool alone");
      case Value.Constant _, Value.Refused _ ->
          throw unsupported(name, "it is a constant, whatever the input is");
    };
  }

  private static CompilerException unsupported(String name, String text) {
    return new CompilerException(CompilerError.MODEL_UNSUPPORTED, "output " + name, text);
  }

  /** Adds them to the graph. */
  void add() {
    for (int i = 0; i < values.size(); i++) {
      Value.OnHost value = values.get(i);
      String name = i == 0 ? ImportedModel.OUT : ImportedModel.OUT + (i + 1);
      Attributes attributes =
          values.size() == 1
              ? Attributes.NONE
              : Attributes.NONE.with("onnx_name", graph.outputs().get(i).name());
      network.add(new Node(name, Node.OUTPUT, attributes));
      network.connect(value.stream().node(), name);
      added.add(new ImportedModel.Output(name, value.stream().order(), value.steps()));
    }
  }

  /** {@return the outputs that were added} */
  List<ImportedModel.Output> added() {
    return added;
  }
}
