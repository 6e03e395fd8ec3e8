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
  private static final String QUEUE = "backplane_queue";

  HdlInstance fork() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", type.format().width() * beat);
    return new HdlInstance(FORK, true, parameters, List.of(FORK));
  }

  HdlInstance queue() {
    int depth = type.shape().size() / beat;
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", type.format().width() * beat);
    parameters.put("DEPTH", depth);
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(depth));
    parameters.put("COUNT_WIDTH", Rom.indexWidth(depth + 1));
    return new HdlInstance(QUEUE, true, parameters, List.of(QUEUE));
  }
}
