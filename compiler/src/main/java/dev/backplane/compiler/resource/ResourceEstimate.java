package dev.backplane.compiler.resource;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * How much hardware a design needs, as far as its components say it. Technology mapping comes
 * later: a multiplier may become several blocks, and a register may move into a block of memory.
 * Immutable.
 *
 * @param nodes what each node needs, in the direction of the data; where several nodes read one,
 *     its forks and queues too
 * @param wrapper what the kernel or skeleton around the network needs
 * @param unknown nodes of types that no plugin estimates; they are not in the total
 */
public record ResourceEstimate(
    SequencedMap<String, Resources> nodes, Resources wrapper, List<String> unknown) {

  /** Copies the collections. */
  public ResourceEstimate {
    nodes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(nodes));
    unknown = List.copyOf(unknown);
  }

  /** {@return all that is estimated, together} */
  public Resources total() {
    return nodes.values().stream().reduce(wrapper, Resources::plus);
  }
}
