package dev.backplane.compiler.resource;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.BranchUnits;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomSection;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Estimates hardware from what nodes become: memories by their words, static units by functions of
 * their parameters, which plugins register by the names of the units. For use by one thread at a
 * time.
 */
public final class ResourcePass {
  private final LoweringPass<HdlNode, HdlPart> hardware;
  private final LoweringPass<HdlInstance, Resources> estimates =
      new LoweringPass<>("Resources", HdlInstance::unit);

  /**
   * A pass that knows no units.
   *
   * @param hardware the handlers that make hardware of nodes
   */
  public ResourcePass(LoweringPass<HdlNode, HdlPart> hardware) {
    this.hardware = hardware;
  }

  /**
   * Adds what a static unit needs, beside memories of constants, which are known without.
   *
   * @param unit the name of the unit
   * @param estimate estimates it by its parameters
   * @return takes it out again
   * @throws dev.backplane.compiler.CompilerException if there is one of this unit already
   */
  public Registration register(String unit, Function<HdlInstance, Resources> estimate) {
    return estimates.register(unit, estimate);
  }

  /**
   * Estimates what a graph needs as a kernel.
   *
   * @param graph the graph
   * @return the estimate; it names the nodes of which not all is known
   * @throws dev.backplane.compiler.CompilerException naming the node that cannot be lowered
   */
  public ResourceEstimate estimate(TypedGraph graph) {
    return estimate(graph, Wrapper.KERNEL);
  }

  /**
   * Estimates what a graph needs.
   *
   * @param graph the graph
   * @param wrapper what is put around the network
   * @return the estimate; it names the nodes of which not all is known
   * @throws dev.backplane.compiler.CompilerException naming the node that cannot be lowered
   */
  public ResourceEstimate estimate(TypedGraph graph, Wrapper wrapper) {
    SequencedMap<String, Resources> nodes = new LinkedHashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Node node : graph.order()) {
      List<HdlPart> parts = parts(graph, node);
      if (!parts.stream().allMatch(this::isKnown)) {
        unknown.add(node.name());
      } else if (!parts.isEmpty()) {
        parts.forEach(part -> nodes.merge(node.name(), of(part), Resources::plus));
      }
    }
    return new ResourceEstimate(nodes, WrapperResources.of(wrapper, graph), unknown);
  }

  /** {@return the hardware of a node, and of the branches from its output to its readers} */
  private List<HdlPart> parts(TypedGraph graph, Node node) {
    int readers = graph.graph().outgoing(node.name()).size();
    List<HdlPart> parts = new ArrayList<>(new BranchUnits(graph.type(node), readers).instances());
    if (!node.type().equals(Node.INPUT) && !node.type().equals(Node.OUTPUT)) {
      hardware.lower(
          new HdlNode(node.name(), node, graph.inputs(node), graph.type(node)),
          node.label(),
          parts::add);
    }
    return parts;
  }

  private boolean isKnown(HdlPart part) {
    return switch (part) {
      case HdlInstance instance -> estimates.handles(instance.unit());
      case RomUnit unit -> isKnown(unit.core());
      case HdlSection section -> isKnown(section.instance());
      case RomSection section -> isKnown(section.unit());
      case HdlFile _ -> true;
    };
  }

  private Resources of(HdlPart part) {
    return switch (part) {
      case HdlInstance instance -> {
        List<Resources> needed = new ArrayList<>(1);
        estimates.lower(instance, "unit " + instance.unit(), needed::add);
        yield needed.getFirst();
      }
      case RomUnit unit ->
          unit.roms().stream().map(ResourcePass::of).reduce(of(unit.core()), Resources::plus);
      case HdlSection section -> of(section.instance());
      case RomSection section -> of(section.unit());
      case HdlFile _ -> Resources.NONE;
    };
  }

  /** A memory has a register behind it; one word alone is in the register. */
  private static Resources of(Rom rom) {
    long bits = rom.depth() == 1 ? 0 : (long) rom.width() * rom.depth();
    return new Resources(0, 0, rom.width(), bits);
  }
}
