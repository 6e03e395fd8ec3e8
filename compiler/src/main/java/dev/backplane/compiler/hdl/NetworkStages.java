package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The hardware of a graph before it is written: the stages of each node, and the streams between
 * them with their beats. For use by one thread.
 */
public final class NetworkStages {
  private static final String BEAT = "beat";
  private static final String SIMD = "simd";

  private final LoweringPass<HdlNode, HdlPart> handlers;
  private final TypedGraph graph;
  private final Wrapper wrapper;
  private final boolean isFolded;
  private final Streams streams;
  private final List<NodeStages> nodes = new ArrayList<>();
  private ElementStream input = new ElementStream("in", 1, 1);
  private ElementStream output = input;

  private NetworkStages(
      LoweringPass<HdlNode, HdlPart> handlers, TypedGraph graph, Wrapper wrapper) {
    this.handlers = handlers;
    this.graph = graph;
    this.wrapper = wrapper;
    this.isFolded = graph.order().stream().anyMatch(node -> node.attributes().has(SIMD));
    this.streams = new Streams(graph);
  }

  /**
   * Makes hardware of every node.
   *
   * @param handlers what makes hardware of a node
   * @param graph the graph
   * @param prefix what the names of units that are generated for a node begin with
   * @param wrapper what is put around the network
   * @return the stages
   * @throws CompilerException naming the node that cannot be lowered
   */
  public static NetworkStages of(
      LoweringPass<HdlNode, HdlPart> handlers, TypedGraph graph, String prefix, Wrapper wrapper) {
    NetworkStages stages = new NetworkStages(handlers, graph, wrapper);
    graph.order().forEach(node -> stages.add(node, prefix));
    return stages;
  }

  /** {@return the hardware of each node, in the direction of the data} */
  public List<NodeStages> nodes() {
    return nodes;
  }

  ElementStream input() {
    return input;
  }

  ElementStream output() {
    return output;
  }

  private void add(Node node, String prefix) {
    int before = streams.stages().size();
    TensorType type = graph.type(node);
    List<HdlPart> parts = List.of();
    switch (node.type()) {
      case Node.INPUT -> {
        input = new ElementStream("in", type.format().width(), portBeat(node, type));
        streams.give(node, input, "");
      }
      case Node.OUTPUT ->
          output =
              streams.withBeat(
                  streams.into(node).getFirst(), portBeat(node, type), "_" + node.name());
      default -> {
        List<ElementStream> inputs = streams.into(node);
        HdlNode lowered =
            new HdlNode(
                prefix + node.name(), node, graph.inputs(node), type, commonBeat(inputs), isFolded);
        parts = parts(lowered);
        connect(lowered, sections(lowered, parts), inputs);
      }
    }
    nodes.add(
        new NodeStages(node, parts, streams.stages().subList(before, streams.stages().size())));
  }

  /** Networks that stand alone have the beats that their ends ask for. */
  private int portBeat(Node node, TensorType type) {
    if (wrapper != Wrapper.STREAM
        || node.attributes().find(BEAT, Attribute.Whole.class).isEmpty()) {
      return 1;
    }
    int beat = node.attributes().integer(BEAT);
    if (beat < 1 || type.shape().size() % beat != 0) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          node.label() + ", attribute " + BEAT,
          beat + " does not divide the " + type.shape().size() + " elements of the tensor");
    }
    return beat;
  }

  private static int commonBeat(List<ElementStream> inputs) {
    return inputs.stream()
        .mapToInt(ElementStream::beat)
        .reduce(0, BeatAdapters::greatestCommonDivisor);
  }

  private List<HdlPart> parts(HdlNode node) {
    List<HdlPart> parts = new ArrayList<>();
    handlers.lower(node, node.node().label(), parts::add);
    return parts;
  }

  /** {@return the sections of a node and, as the last one, its instance} */
  private static List<HdlSection> sections(HdlNode node, List<HdlPart> parts) {
    List<HdlSection> sections = new ArrayList<>();
    List<HdlInstance> instances = new ArrayList<>(1);
    for (HdlPart part : parts) {
      switch (part) {
        case HdlSection section -> sections.add(section);
        case RomSection section -> sections.add(section.section());
        case HdlInstance instance -> instances.add(instance);
        case RomUnit unit -> instances.add(unit.instance());
        case HdlFile _ -> {}
      }
    }
    String label = node.node().label();
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
    return sections;
  }

  private void connect(HdlNode node, List<HdlSection> sections, List<ElementStream> inputs) {
    Deque<ElementStream> open = new ArrayDeque<>(inputs);
    String name = "_" + node.node().name();
    for (int i = 0; i < sections.size(); i++) {
      HdlSection section = sections.get(i);
      Beats beats = section.instance().beats();
      String suffix = (i == sections.size() - 1 ? "" : i + 1) + name;
      List<ElementStream> taken = Stream.generate(open::remove).limit(section.streams()).toList();
      int beat = beats.isPerElement() ? commonBeat(taken) : beats.input();
      List<ElementStream> read = new ArrayList<>(taken.size());
      for (int s = 0; s < taken.size(); s++) {
        read.add(streams.withBeat(taken.get(s), beat, i + "i" + s + name));
      }
      ElementStream given =
          new ElementStream(
              "s" + suffix, section.outputWidth(), beats.isPerElement() ? beat : beats.output());
      streams.add(new StreamStage("i" + suffix, section.instance(), read, List.of(given)));
      open.addFirst(given);
    }
    streams.give(node.node(), open.remove(), name);
  }
}
