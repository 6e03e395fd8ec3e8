package dev.backplane.compiler.resource;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * An estimate of the hardware that a design needs, as far as its components give one. Technology
 * mapping comes later: a multiplier may become several blocks, and a register may move into a block
 * of memory. Immutable.
 *
 * @param nodes the needs of each node, in the direction of the data; those of a node that several
 *     nodes read include its forks and queues
 * @param wrapper the needs of the kernel or skeleton around the network
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
