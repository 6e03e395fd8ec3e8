package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.StaticFiles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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
    Network network = network(name, graph, files);
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
    };
  }

  private Network network(String name, TypedGraph graph, Files files) {
    List<Node> order = ordered(graph);
    Node input = order.getFirst();
    Node output = order.getLast();
    Set<String> names = new HashSet<>();
    Streams streams = new Streams(graph);
    streams.give(input, "in", "");
    for (Node node : order.subList(1, order.size() - 1)) {
      String unit = name + "_layer_" + HdlName.check(node.name(), node.label());
      if (!names.add(node.name().toLowerCase(Locale.ROOT))) {
        throw new CompilerException(
            CompilerError.BAD_NAME,
            node.label(),
            "another node has this name in other case, which is one name in VHDL; rename it");
      }
      stages(new HdlNode(unit, node, graph.inputs(node), graph.type(node)), files, streams);
    }
    for (StreamStage stage : streams.stages()) {
      stage.instance().uses().forEach(file -> files.use(file, "network " + name));
    }
    return new Network(
        name,
        streams.stages(),
        graph.type(input),
        graph.type(output),
        streams.into(output).getFirst());
  }

  private void stages(HdlNode node, Files files, Streams streams) {
    String label = node.node().label();
    List<HdlSection> sections = new ArrayList<>();
    List<HdlInstance> instances = new ArrayList<>(1);
    handlers.lower(
        node,
        label,
        part -> {
          switch (part) {
            case HdlSection section -> sections.add(section);
            case RomSection section -> {
              sections.add(section.section());
              files.add(
                  new HdlFile(
                      section.unit().name() + language.suffix(), language.romUnit(section.unit())),
                  label);
            }
            case HdlInstance instance -> instances.add(instance);
            case RomUnit unit -> {
              instances.add(unit.instance());
              files.add(
                  new HdlFile(unit.name() + language.suffix(), language.romUnit(unit)), label);
            }
            case HdlFile file -> files.add(file, label);
          }
        });
    if (instances.size() != 1) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT,
          label,
          "its handler gave " + instances.size() + " instances; one is needed");
    }
    int left = node.inputs().size();
    for (HdlSection section : sections) {
      left -= section.streams() - 1;
    }
    if (left < 1) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT, label, "its sections read more streams than there are");
    }
    sections.add(new HdlSection(instances.getFirst(), node.output().format().width(), left));
    Deque<String> open = new ArrayDeque<>(streams.into(node.node()));
    for (int i = 0; i < sections.size(); i++) {
      HdlSection section = sections.get(i);
      section.instance().uses().forEach(file -> files.use(file, label));
      String suffix = (i == sections.size() - 1 ? "" : i + 1) + "_" + node.node().name();
      List<String> inputs = Stream.generate(open::remove).limit(section.streams()).toList();
      streams.add(
          new StreamStage(
              "i" + suffix,
              section.instance(),
              inputs,
              List.of("s" + suffix),
              section.outputWidth()));
      open.addFirst("s" + suffix);
    }
    streams.give(node.node(), open.remove(), "_" + node.node().name());
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
