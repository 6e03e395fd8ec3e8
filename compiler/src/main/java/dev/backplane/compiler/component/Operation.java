package dev.backplane.compiler.component;

import java.util.List;

/** The computation of a node, prepared for many tensors. Immutable. */
@FunctionalInterface
public interface Operation {
  /**
   * Computes one result.
   *
   * @param inputs the integers of each input, in row-major order; not to be changed
   * @return the integers of the result, which may be an input
   */
  long[] apply(List<long[]> inputs);
}
