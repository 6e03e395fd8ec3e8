package dev.backplane.compiler;

import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.Ir2Ir;
import dev.backplane.compiler.component.NodePass;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.resource.ResourcePass;
import dev.backplane.compiler.torch.TorchPass;
import dev.backplane.plugin.LoadedPlugins;
import dev.backplane.plugin.PluginLoader;
import dev.backplane.plugin.Version;
import java.time.Duration;

/**
 * The compiler that component plugins extend: the components that graphs are made of, and the
 * passes that lower them. Data flows one way: a graph, the passes from graph to graph, then the
 * interpreter or a writer of hardware. For use by one thread at a time.
 */
public final class Compiler {
  /** The version of what this compiler offers to plugins. */
  public static final Version API_VERSION = Version.of("0.1.0");

  /** The longest time that the code of all plugins together may take while they are loaded. */
  private static final Duration LONGEST_LOAD = Duration.ofSeconds(10);

  /** The value of {@code target_runtime} in component plugins. */
  public static final String RUNTIME = "compiler";

  private final Components components = new Components();
  private final Ir2Ir ir2ir = new Ir2Ir();
  private final NodePass quantize = new NodePass("Quantize");
  private final HdlPass verilog = HdlPass.verilog();
  private final HdlPass vhdl = HdlPass.vhdl();
  private final TorchPass torch = new TorchPass();
  private final ResourcePass resources = new ResourcePass(verilog.handlers());

  /** A compiler without plugins: it knows inputs and outputs, and lowers nothing. */
  public Compiler() {}

  /** {@return a compiler with the plugins of the class path} */
  public static Compiler load() {
    Compiler compiler = new Compiler();
    LoadedPlugins<Compiler> loaded = compiler.loader().build().loadFromClassPath();
    // They stay to the end of the program.
    assert loaded.plugins() != null;
    return compiler;
  }

  /**
   * Starts a loader of component plugins, for those that are not on the class path.
   *
   * @return a loader that shares the compiler's packages with plugins
   */
  public PluginLoader.Builder<Compiler> loader() {
    return PluginLoader.builder(this, API_VERSION, ComponentSpec.fetcher())
        .targetRuntime(RUNTIME)
        .limit(LONGEST_LOAD)
        .classLoader(Compiler.class.getClassLoader())
        .share(
            "dev.backplane.compiler",
            "dev.backplane.compiler.component",
            "dev.backplane.compiler.fixed",
            "dev.backplane.compiler.hdl",
            "dev.backplane.compiler.ir",
            "dev.backplane.compiler.pass",
            "dev.backplane.compiler.resource",
            "dev.backplane.compiler.rewrite",
            "dev.backplane.compiler.torch");
  }

  /** {@return the components that are known} */
  public Components components() {
    return components;
  }

  /** {@return the pass from graph to graph, which comes first} */
  public Ir2Ir ir2ir() {
    return ir2ir;
  }

  /** {@return the pass that puts real weights into fixed-point formats} */
  public NodePass quantize() {
    return quantize;
  }

  /**
   * Runs the passes from graph to graph: {@link #ir2ir}, then {@link #quantize()}.
   *
   * @param graph the graph
   * @return the graph with integers, of nodes that are lowered no further before they are written
   * @throws CompilerException naming the node that is wrong
   */
  public Graph quantize(Graph graph) {
    return quantize.run(ir2ir.run(graph), components);
  }

  /** {@return the pass to Verilog} */
  public HdlPass verilog() {
    return verilog;
  }

  /** {@return the pass to VHDL} */
  public HdlPass vhdl() {
    return vhdl;
  }

  /** {@return the pass to PyTorch} */
  public TorchPass torch() {
    return torch;
  }

  /** {@return the pass that estimates how much hardware a graph needs} */
  public ResourcePass resources() {
    return resources;
  }

  /**
   * Validates a graph and infers what flows through it.
   *
   * @param graph the graph, of nodes that are quantised
   * @return the graph with types
   * @throws CompilerException naming the node that is wrong
   */
  public TypedGraph infer(Graph graph) {
    return TypedGraph.infer(graph, components);
  }
}
