package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.text.HdlText;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Refuses a top module that is instantiated inside of itself. Verilator leaves such an instance out
 * without a word, and what it would drive is not driven. Below the top it builds a recursion that
 * ends, and refuses one that does not.
 */
final class TopRecursion {
  private TopRecursion() {}

  static void check(Sources sources, String top) {
    List<Path> files = sources.files().stream().filter(file -> !HdlText.isVhdl(file)).toList();
    List<HdlText.InstanceUse> uses = HdlText.uses(top, files);
    if (uses.isEmpty()) {
      return;
    }
    Set<String> inside = reachable(top, HdlText.modules(files));
    for (HdlText.InstanceUse use : uses) {
      if (use.name().equals(top) && inside.contains(use.inside().toLowerCase(Locale.ROOT))) {
        throw new RtlException(
            RtlError.SOURCE_UNSUPPORTED,
            ("%s:%d: module '%s' is instantiated inside of itself, which Verilator leaves out of a"
                    + " top module. Instantiate it in another module and make that the top: there a"
                    + " recursion that ends is built")
                .formatted(use.file(), use.line(), top));
      }
    }
  }

  /** The modules that a module may have inside, itself among them, in lower case. */
  private static Set<String> reachable(String top, Map<String, HdlText.Module> modules) {
    Set<String> found = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(top.toLowerCase(Locale.ROOT)));
    while (!left.isEmpty()) {
      String name = left.pop();
      HdlText.Module module = modules.get(name);
      if (module != null && found.add(name)) {
        left.addAll(module.words().keySet());
      }
    }
    return found;
  }
}
