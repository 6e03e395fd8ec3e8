package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rejects constant selections that are out of range in reachable code. Verilator's tree has
 * truncated indices, so the check uses Verilator's warnings and the text of the source.
 */
final class ConstantSelectCheck {
  private final SourceTexts texts;
  private final Map<String, List<OutOfRangeSelect>> warnedSelects = new HashMap<>();

  ConstantSelectCheck(SourceTexts texts, List<OutOfRangeSelect> doubtful) {
    this.texts = texts;
    doubtful.forEach(
        select ->
            this.warnedSelects
                .computeIfAbsent(select.location(), key -> new ArrayList<>())
                .add(select));
  }

  /**
   * Checks the text of a part-select that is assigned. Verilator 5.032 extends the variable for one
   * that is out of range, which leaves nothing to assign to.
   */
  void check(Expression.Bits bits, ExecutionContext context) {
    check(bits.location(), bits.sourceSelect(), context);
  }

  /** Checks a part-select with a constant position. */
  void check(Expression.Bits bits, int low, int width, ExecutionContext context) {
    check(bits.location(), bits.sourceSelect(), context);
    if (low + bits.width() > width && bits.lsb() instanceof Expression.Constant) {
      throw error(
          bits.location(),
          "bits %d to %d are selected of %d bits".formatted(low + bits.width() - 1, low, width));
    }
  }

  /** Checks an array element with a constant index. */
  void check(Expression.ElementOf element, ExecutionContext context) {
    check(element.location(), element.sourceSelect(), context);
  }

  private void check(
      SourceLocation location, @Nullable SourceSelect sourceSelect, ExecutionContext context) {
    if (sourceSelect != null) {
      String problem = sourceSelect.problem(context::constant);
      if (!problem.isEmpty()) {
        throw error(location, problem);
      }
    }
    for (OutOfRangeSelect select : warned(location)) {
      ModuleDefinition module = module(select.instance(), context.scope());
      if (module == null || module.name().equals(context.scope().module().name())) {
        throw error(location, select.problem());
      }
    }
  }

  /** The warnings of a selection, whose location is its bracket or what is selected from. */
  private List<OutOfRangeSelect> warned(SourceLocation location) {
    List<OutOfRangeSelect> found = warnedSelects.get(texts.key(location));
    return found != null ? found : warnedSelects.getOrDefault(texts.key(location.end()), List.of());
  }

  private dev.backplane.rtl.base.RtlException error(SourceLocation location, String problem) {
    return texts.error(
        RtlError.SOURCE_INVALID,
        location,
        problem + ". Select what is there, its bounds in the order of the declaration");
  }

  /** The module of the instance in a warning; other instances may have other parameters. */
  private static @Nullable ModuleDefinition module(String instance, Scope scope) {
    Scope root = scope;
    for (Scope up = root.parent(); up != null; up = root.parent()) {
      root = up;
    }
    int dot = instance.indexOf('.');
    Scope found = dot < 0 ? root : root.find(instance.substring(dot + 1));
    return instance.isEmpty() || found == null ? null : found.module();
  }
}
