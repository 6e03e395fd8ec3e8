package dev.backplane.rtl.harness;

import java.util.List;

/** Finds the rates of a kernel that have an edge in a step of its group. */
final class GroupSteps {
  /** For each bit of a step, the index of the rate of this kernel, or -1. */
  private final int[] rates;

  /**
   * Finds the rates.
   *
   * @param steps the rates of the group
   * @param own the rates of the kernel
   */
  GroupSteps(List<ClockSchedule.Rate> steps, List<ClockSchedule.Rate> own) {
    rates = steps.stream().mapToInt(own::indexOf).toArray();
  }

  /** The rates of the kernel, a bit each, that have an edge in a step. */
  long rates(long step) {
    long edges = 0;
    for (int i = 0; i < rates.length; i++) {
      if (rates[i] >= 0) {
        edges |= (step >>> i & 1) << rates[i];
      }
    }
    return edges;
  }
}
