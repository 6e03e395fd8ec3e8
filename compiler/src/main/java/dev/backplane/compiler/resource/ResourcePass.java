package dev.backplane.compiler.resource;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.NetworkStages;
import dev.backplane.compiler.hdl.NodeStages;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.hdl.RomSection;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.pass.LoweringPass;
import dev.backplane.compiler.pass.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Estimates hardware from what nodes become: memories by their words, static units by functions of
 * their parameters, which plugins register by the names of the units. For use by one thread at a
 * time.
 */
public final class ResourcePass {
  private final LoweringPass<HdlNode, HdlPart> hardware;
  private final LoweringPass<UnitWithMemories, Resources> estimates =
      new LoweringPass<>("Resources", unit -> unit.instance().unit());

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
    return estimates.register(unit, described -> estimate.apply(described.instance()));
  }

  /**
   * Adds what a static unit needs that computes with constants where a memory is one word.
   *
   * @param unit the name of the unit
   * @param estimate estimates it by its parameters and the memories that it reads
   * @return takes it out again
   * @throws dev.backplane.compiler.CompilerException if there is one of this unit already
   */
  public Registration registerWithMemories(
      String unit, BiFunction<HdlInstance, List<Rom>, Resources> estimate) {
    return estimates.register(
        unit, described -> estimate.apply(described.instance(), described.roms()));
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
    for (NodeStages node : NetworkStages.of(hardware, graph, "", wrapper).nodes()) {
      List<HdlPart> units = node.units();
      String name = node.node().name();
      if (!units.stream().allMatch(this::isKnown)) {
        unknown.add(name);
      } else {
        units.forEach(unit -> nodes.merge(name, of(unit), Resources::plus));
      }
    }
    return new ResourceEstimate(nodes, WrapperResources.of(wrapper, graph), unknown);
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
      case HdlInstance instance -> of(instance, List.of());
      case RomUnit unit ->
          unit.roms().stream()
              .map(ResourcePass::of)
              .reduce(of(unit.core(), unit.roms()), Resources::plus);
      case HdlSection section -> of(section.instance());
      case RomSection section -> of(section.unit());
      case HdlFile _ -> Resources.NONE;
    };
  }

  private Resources of(HdlInstance instance, List<Rom> roms) {
    List<Resources> needed = new ArrayList<>(1);
    estimates.lower(new UnitWithMemories(instance, roms), "unit " + instance.unit(), needed::add);
    return needed.getFirst();
  }

  /** A static unit and the memories that it reads. */
  private record UnitWithMemories(HdlInstance instance, List<Rom> roms) {}

  /** A memory has a register behind it; one word alone is a constant. */
  private static Resources of(Rom rom) {
    return rom.isConstant()
        ? Resources.NONE
        : new Resources(0, 0, rom.width(), (long) rom.width() * rom.depth());
  }
}
