package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses selections by constants outside of what they select from, where the code is reached.
 * Verilator's tree has their indices cut to the bits that inner places need, so what it warned of,
 * and what the source says, decide.
 */
final class ConstantSelects {
  private final SourceTexts texts;
  private final Map<String, List<DoubtfulSelect>> doubtful = new HashMap<>();

  ConstantSelects(SourceTexts texts, List<DoubtfulSelect> doubtful) {
    this.texts = texts;
    doubtful.forEach(
        select ->
            this.doubtful.computeIfAbsent(select.place(), key -> new ArrayList<>()).add(select));
  }

  /** Checks a part of a word at a fixed place. */
  void check(Expression.Bits bits, int low, int width, Context context) {
    check(bits.place(), bits.written(), context);
    if (low + bits.width() > width && bits.lsb() instanceof Expression.Constant) {
      throw refused(
          bits.place(),
          "bits %d to %d are selected of %d bits".formatted(low + bits.width() - 1, low, width));
    }
  }

  /** Checks an element of an array. */
  void check(Expression.ElementOf element, Context context) {
    check(element.place(), element.written(), context);
  }

  private void check(Place place, @Nullable WrittenSelect written, Context context) {
    if (written != null) {
      String problem = written.problem(context::constant);
      if (!problem.isEmpty()) {
        throw refused(place, problem);
      }
    }
    for (DoubtfulSelect select : doubtful.getOrDefault(texts.key(place), List.of())) {
      Definition module = module(select.instance(), context.scope());
      if (module == null || module.name().equals(context.scope().module().name())) {
        throw refused(place, select.problem());
      }
    }
  }

  private dev.backplane.rtl.RtlException refused(Place place, String problem) {
    return texts.refused(
        RtlError.SOURCE_INVALID,
        place,
        problem + ". Select what is there, its bounds in the order of the declaration");
  }

  /** The module of the instance that a warning names: others of its kind have other parameters. */
  private static @Nullable Definition module(String instance, Scope scope) {
    Scope root = scope;
    for (Scope up = root.parent(); up != null; up = root.parent()) {
      root = up;
    }
    int dot = instance.indexOf('.');
    Scope found = dot < 0 ? root : root.find(instance.substring(dot + 1));
    return instance.isEmpty() || found == null ? null : found.module();
  }
}
