package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Refuses choices of {@code case?} that GHDL before 6.0 ignores: those with bits that match
 * anything. It warns of them in the words in which it rightly warns of such choices of an ordinary
 * case statement.
 */
final class IgnoredChoices {
  private static final String IGNORED = "choice with meta-value is ignored";

  private IgnoredChoices() {}

  /**
   * Refuses them.
   *
   * @param tree the sources
   * @param warnings what GHDL warned of, each with file and line
   * @param original the location in the user's file for one in a copy
   */
  static void reject(SyntaxTree tree, List<String> warnings, UnaryOperator<String> original) {
    if (warnings.stream().noneMatch(warning -> warning.contains(IGNORED))) {
      return;
    }
    Set<String> places = new HashSet<>();
    tree.visit(
        node -> {
          if (node.attribute("matching_flag").equals("true")) {
            node.visit(part -> places.add(original.apply(part.location())));
          }
        });
    for (String warning : warnings) {
      String place = warning.replaceFirst(": .*", "");
      if (warning.contains(IGNORED) && places.contains(place)) {
        throw new RtlException(
            RtlError.SOURCE_UNSUPPORTED,
            place
                + ": GHDL before 6.0 ignores choices of case? with bits that match anything. Use a"
                + " newer one, or compare with std_match in an if statement");
      }
    }
  }
}
