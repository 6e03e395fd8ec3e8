package dev.backplane.compiler.resource;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomUnit;
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
  /** The control registers and the stream between memory and network, whatever the network is. */
  private static final Resources KERNEL = new Resources(2, 9, 459, 0);

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
    SequencedMap<String, Resources> nodes = new LinkedHashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Node node : graph.order()) {
      if (!node.type().equals(Node.INPUT) && !node.type().equals(Node.OUTPUT)) {
        List<HdlPart> parts = new ArrayList<>();
        hardware.lower(
            new HdlNode(node.name(), node, graph.inputs(node), graph.type(node)),
            node.label(),
            parts::add);
        if (parts.stream().allMatch(this::isKnown)) {
          parts.forEach(part -> nodes.merge(node.name(), of(part), Resources::plus));
        } else {
          unknown.add(node.name());
        }
      }
    }
    return new ResourceEstimate(nodes, KERNEL, unknown);
  }

  private boolean isKnown(HdlPart part) {
    return switch (part) {
      case HdlInstance instance -> estimates.handles(instance.unit());
      case RomUnit unit -> isKnown(unit.core());
      case HdlSection section -> isKnown(section.instance());
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
      case HdlFile _ -> Resources.NONE;
    };
  }

  /** A memory has a register behind it; one word is a constant. */
  private static Resources of(Rom rom) {
    return rom.depth() == 1
        ? Resources.NONE
        : new Resources(0, 0, rom.width(), (long) rom.width() * rom.depth());
  }
}
