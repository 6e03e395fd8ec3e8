package dev.backplane.compiler.torch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.StaticFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Lowers graphs to PyTorch: a Python module whose forward computes, with tensors of int64, the
 * integers that the interpreter and the hardware compute. Graphs may branch, and have several
 * inputs and outputs. For use by one thread at a time.
 */
public final class TorchPass {
  private static final String NAME = "Ir2Torch";
  private static final String COMMON = "module.py";

  /** Keywords, and the modules that are imported. */
  private static final Set<String> KEYWORDS =
      Set.of(
          ("and as assert async await break class continue def del elif else except false"
                  + " finally for from global if import in is lambda none nonlocal not or pass"
                  + " raise return true try while with yield json struct torch pathlib")
              .split(" ", -1));

  private final LoweringPass<TorchNode, TorchCall> handlers =
      new LoweringPass<>(NAME, node -> node.node().type());
  private final StaticFiles staticFiles = new StaticFiles();

  /** A pass without handlers. */
  public TorchPass() {}

  /** {@return the handlers, to which plugins add; each gives one call} */
  public LoweringPass<TorchNode, TorchCall> handlers() {
    return handlers;
  }

  /** {@return the Python functions that calls use, to which plugins add} */
  public StaticFiles staticFiles() {
    return staticFiles;
  }

  /**
   * Lowers a graph to a module.
   *
   * @param name what Python imports
   * @param graph the graph
   * @return the module and its weights
   * @throws CompilerException naming the node that cannot be lowered
   */
  public TorchModule lower(String name, TypedGraph graph) {
    HdlName.identifier(name, "module");
    if (KEYWORDS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new CompilerException(
          CompilerError.BAD_NAME, "module", name + " has a meaning in Python; rename it");
    }
    PythonModule module = new PythonModule(name, staticFiles);
    module.use(COMMON, "module " + name);
    for (Node node : graph.order()) {
      HdlName.identifier(node.name(), node.label());
      List<String> inputs =
          graph.graph().incoming(node.name()).stream()
              .map(edge -> PythonModule.variable(edge.from()))
              .toList();
      switch (node.type()) {
        case Node.INPUT -> module.input(node, graph.type(node));
        case Node.OUTPUT -> module.output(node, graph.type(node), inputs.getFirst());
        default -> module.call(node, lower(node, graph.inputs(node), graph.type(node)), inputs);
      }
    }
    return module.finish();
  }

  private TorchCall lower(Node node, List<TensorType> inputs, TensorType output) {
    List<TorchCall> calls = new ArrayList<>(1);
    handlers.lower(new TorchNode(node, inputs, output), node.label(), calls::add);
    if (calls.size() != 1) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT,
          node.label(),
          "its handler gave " + calls.size() + " calls; one is needed");
    }
    return calls.getFirst();
  }
}
