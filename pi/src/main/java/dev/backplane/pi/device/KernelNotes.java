package dev.backplane.pi.device;

import java.util.List;
import java.util.Map;

/**
 * What is known of a program's kernels beside what the plugin tells.
 *
 * @param names their names, as the binary lists them; empty if it does not
 * @param ranges which arguments of kernels are the sizes of their range
 * @param signatures the arguments of kernels, as they were when the binary was made
 * @param source what can be asked of the source, and whether kernels ask which work item they are
 */
record KernelNotes(
    List<String> names,
    Map<String, List<Integer>> ranges,
    Map<String, List<Parameter>> signatures,
    SourceFacts source) {
  /** Nothing but this. */
  static KernelNotes of(SourceFacts source) {
    return new KernelNotes(List.of(), Map.of(), Map.of(), source);
  }

  WorkItemUse use() {
    return source.use();
  }
}
