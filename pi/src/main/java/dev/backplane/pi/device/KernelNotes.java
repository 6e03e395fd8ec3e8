package dev.backplane.pi.device;

import java.util.List;
import java.util.Map;

/**
 * What is known of a program's kernels beside what the plugin tells.
 *
 * @param names their names, as the binary lists them; empty if it does not
 * @param ranges which arguments of kernels are the sizes of their range
 * @param use whether kernels ask which work item they are
 */
record KernelNotes(List<String> names, Map<String, List<Integer>> ranges, WorkItemUse use) {
  /** Nothing but this. */
  static KernelNotes of(WorkItemUse use) {
    return new KernelNotes(List.of(), Map.of(), use);
  }
}
