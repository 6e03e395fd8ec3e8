package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TensorType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The static units with which several readers share what a node gives: a fork for each but the
 * last, and a queue for a whole tensor in front of each. One reader needs none. Immutable.
 *
 * @param type what the node gives
 * @param beat how many elements move in a clock
 */
record BranchUnits(TensorType type, int beat) {
  private static final String FORK = "backplane_fork";

  HdlInstance fork() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", type.format().width() * beat);
    return new HdlInstance(FORK, true, parameters, List.of(FORK));
  }

  HdlInstance queue() {
    return new QueueUnit(type.format().width(), beat, type.shape().size() / beat).instance();
  }
}
