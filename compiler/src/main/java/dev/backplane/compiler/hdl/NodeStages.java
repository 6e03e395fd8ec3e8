package dev.backplane.compiler.hdl;

import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The hardware of one node in a network: what its handler gave, and the stages that it became, with
 * adapters before them and forks and queues behind. Immutable.
 */
public final class NodeStages {
  private final Node node;
  private final List<HdlPart> parts;
  private final List<StreamStage> stages;

  NodeStages(Node node, List<HdlPart> parts, List<StreamStage> stages) {
    this.node = node;
    this.parts = List.copyOf(parts);
    this.stages = List.copyOf(stages);
  }

  /** {@return the node} */
  public Node node() {
    return node;
  }

  List<HdlPart> parts() {
    return parts;
  }

  List<StreamStage> stages() {
    return stages;
  }

  /** {@return each unit as often as it stands there: an instance, or one with its memories} */
  public List<HdlPart> units() {
    List<HdlPart> units = new ArrayList<>();
    for (StreamStage stage : stages) {
      units.addAll(Collections.nCopies(stage.copies(), unit(stage.instance())));
    }
    return units;
  }

  /** {@return the static unit of a stage, without its memories} */
  HdlInstance core(StreamStage stage) {
    return unit(stage.instance()) instanceof RomUnit unit ? unit.core() : stage.instance();
  }

  private HdlPart unit(HdlInstance instance) {
    for (HdlPart part : parts) {
      if (part instanceof RomUnit unit && unit.name().equals(instance.unit())) {
        return unit;
      }
      if (part instanceof RomSection section && section.unit().name().equals(instance.unit())) {
        return section.unit();
      }
    }
    return instance;
  }
}
