package dev.backplane.pi.table.device;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The information on a program's kernels besides that of the plugin.
 *
 * @param names their names, as the binary lists them; empty if it does not
 * @param ranges for each kernel, which arguments are the sizes of its range
 * @param signatures the arguments of kernels, as they were when the binary was made
 * @param source the facts of the source, and whether kernels ask which work item they are
 */
record KernelNotes(
    List<String> names,
    Map<String, List<Integer>> ranges,
    Map<String, List<Parameter>> signatures,
    SourceFacts source) {
  /**
   * The information that code other than a binary gives.
   *
   * @param build builds it as the program is built; gives a handle that is released here
   */
  static KernelNotes of(PiContext context, Image code, ToLongFunction<Image> build) {
    if (code.format() == ImageFormat.SOURCE) {
      return of(SourceFacts.of(context, code, build));
    }
    return SpirvModule.read(code.content())
        .map(
            module ->
                new KernelNotes(
                    module.kernels(),
                    Map.of(),
                    module.signatures(),
                    SourceFacts.none(context, module.use())))
        .orElseGet(() -> of(SourceFacts.none(context, WorkItemUse.UNKNOWN)));
  }

  /** Only the facts of a source. */
  static KernelNotes of(SourceFacts source) {
    return new KernelNotes(List.of(), Map.of(), Map.of(), source);
  }

  WorkItemUse use() {
    return source.use();
  }
}
