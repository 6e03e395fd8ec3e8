package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.StaticFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers graphs to a hardware description language: each node by the handler of its type, and
 * around them a network and a kernel. Static files are those that plugins bring. For use by one
 * thread at a time.
 */
public final class HdlPass {
  private static final List<String> KERNEL_FILES =
      List.of("backplane_ap_ctrl_hs", "backplane_memory_stream");

  private static final String SKELETON_FILE = "backplane_skeleton";

  private final HdlLanguage language;
  private final LoweringPass<HdlNode, HdlPart> handlers;
  private final StaticFiles staticFiles = new StaticFiles();

  private HdlPass(HdlLanguage language) {
    this.language = language;
    this.handlers = new LoweringPass<>(language.pass(), node -> node.node().type());
  }

  /** {@return a pass to Verilog, without handlers} */
  public static HdlPass verilog() {
    return new HdlPass(new VerilogLanguage());
  }

  /** {@return a pass to VHDL, without handlers} */
  public static HdlPass vhdl() {
    return new HdlPass(new VhdlLanguage());
  }

  /** {@return the handlers, to which plugins add} */
  public LoweringPass<HdlNode, HdlPart> handlers() {
    return handlers;
  }

  /** {@return the files that are used as they are, to which plugins add} */
  public StaticFiles staticFiles() {
    return staticFiles;
  }

  /**
   * Lowers a graph to a kernel.
   *
   * @param name the name of the kernel, and of the unit that is its top
   * @param graph the graph: one input, one output, and nodes between
   * @return the design
   * @throws CompilerException naming the node that cannot be lowered
   */
  public Design lower(String name, TypedGraph graph) {
    return lower(name, graph, Wrapper.KERNEL);
  }

  /**
   * Lowers a graph.
   *
   * @param name the name of the design, and of the unit that is its top
   * @param graph the graph: one input, one output, and nodes between
   * @param wrapper what is put around the network
   * @return the design
   * @throws CompilerException naming the node that cannot be lowered
   */
  public Design lower(String name, TypedGraph graph, Wrapper wrapper) {
    HdlName.check(name, "design");
    if (name.toLowerCase(Locale.ROOT).startsWith("backplane_")) {
      throw new CompilerException(
          CompilerError.BAD_NAME, "design", name + " begins as static units do; rename it");
    }
    Files files = new Files();
    Network network = network(name, graph, wrapper, files);
    files.add(
        new HdlFile(network.unit() + language.suffix(), language.network(network)), "network");
    return switch (wrapper) {
      case KERNEL -> {
        KERNEL_FILES.forEach(file -> files.use(file, "kernel " + name));
        files.add(new HdlFile(name + language.suffix(), language.kernel(network)), "kernel");
        yield new Design(
            name, files.inOrder(), new HdlFile("kernel.toml", KernelToml.of(name)), List.of());
      }
      case SKELETON -> {
        files.use(SKELETON_FILE, "skeleton " + name);
        Skeleton skeleton = Skeleton.of(network, files.inOrder());
        files.add(new HdlFile(name + language.suffix(), language.skeleton(skeleton)), "skeleton");
        yield new Design(
            name, files.inOrder(), new HdlFile("skeleton.toml", skeleton.description()), List.of());
      }
      case STREAM ->
          new Design(
              network.unit(),
              files.inOrder(),
              new HdlFile("stream.toml", StreamToml.of(network)),
              List.of());
    };
  }

  /**
   * Counts the clocks that the hardware of a graph takes, without writing it.
   *
   * @param graph the graph: one input, one output, and nodes between
   * @param wrapper what is put around the network; its own clocks are not counted
   * @return the clocks, if those of all units are known: {@link #unknownTiming} names the others
   * @throws CompilerException naming the node that cannot be lowered
   */
  public Optional<NetworkTiming> timing(TypedGraph graph, Wrapper wrapper) {
    return NetworkTiming.of(graph, NetworkStages.of(handlers, graph, "", wrapper));
  }

  /** {@return the nodes of a graph that have units whose clocks are not known} */
  public List<String> unknownTiming(TypedGraph graph) {
    return NetworkTiming.unknown(NetworkStages.of(handlers, graph, "", Wrapper.KERNEL));
  }

  private Network network(String name, TypedGraph graph, Wrapper wrapper, Files files) {
    List<Node> order = ordered(graph);
    checkNames(order.subList(1, order.size() - 1));
    NetworkStages lowered = NetworkStages.of(handlers, graph, name + "_layer_", wrapper);
    List<StreamStage> stages = new ArrayList<>();
    for (NodeStages node : lowered.nodes()) {
      String label = node.node().label();
      for (HdlPart part : node.parts()) {
        switch (part) {
          case HdlFile file -> files.add(file, label);
          case RomUnit unit ->
              files.add(
                  new HdlFile(unit.name() + language.suffix(), language.romUnit(unit)), label);
          case RomSection section ->
              files.add(
                  new HdlFile(
                      section.unit().name() + language.suffix(), language.romUnit(section.unit())),
                  label);
          case HdlInstance _, HdlSection _ -> {}
        }
      }
      for (StreamStage stage : node.stages()) {
        stage.instance().uses().forEach(file -> files.use(file, label));
      }
      stages.addAll(node.stages());
    }
    return new Network(
        name,
        stages,
        graph.type(order.getFirst()),
        graph.type(order.getLast()),
        lowered.input(),
        lowered.output());
  }

  private static void checkNames(List<Node> nodes) {
    Set<String> names = new HashSet<>();
    for (Node node : nodes) {
      HdlName.check(node.name(), node.label());
      if (!names.add(node.name().toLowerCase(Locale.ROOT))) {
        throw new CompilerException(
            CompilerError.BAD_NAME,
            node.label(),
            "another node has this name in other case, which is one name in VHDL; rename it");
      }
    }
  }

  /** The nodes in the direction of the data, from the only input to the only output. */
  private List<Node> ordered(TypedGraph graph) {
    List<Node> order = graph.order();
    if (order.isEmpty()) {
      throw new CompilerException(
          CompilerError.UNSUPPORTED_GRAPH, "", "the graph has no input and no output");
    }
    for (int i = 0; i < order.size(); i++) {
      Node node = order.get(i);
      boolean ends = node.type().equals(Node.OUTPUT);
      boolean begins = node.type().equals(Node.INPUT);
      boolean read = !graph.graph().outgoing(node.name()).isEmpty();
      if (begins != (i == 0) || ends != (i == order.size() - 1) || read == ends) {
        throw new CompilerException(
            CompilerError.UNSUPPORTED_GRAPH,
            node.label(),
            language.pass()
                + " lowers graphs with one input, one output, and nodes between them that others"
                + " read; this node is "
                + (read || ends ? "one more" : "read by none"));
      }
    }
    return order;
  }

  /** The files of a design while it grows: static ones as often as they are used, but once. */
  private final class Files {
    private final Map<String, HdlFile> generated = new LinkedHashMap<>();
    private final Map<String, HdlFile> used = new LinkedHashMap<>();

    void use(String unit, String label) {
      String name = unit + language.suffix();
      used.put(name, new HdlFile(name, staticFiles.text(name, label)));
    }

    void add(HdlFile file, String label) {
      HdlFile before = generated.putIfAbsent(file.name(), file);
      boolean isStatic = staticFiles.has(file.name());
      if (isStatic || (before != null && !before.equals(file))) {
        throw new CompilerException(
            CompilerError.FILE_CONFLICT,
            label,
            "its file " + file.name() + " has the name of another; rename the node");
      }
    }

    List<HdlFile> inOrder() {
      List<HdlFile> files = new ArrayList<>(used.values());
      files.addAll(generated.values());
      DefinedUnits.check(files);
      return files;
    }
  }
}
