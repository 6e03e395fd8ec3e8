package dev.backplane.rtl.frontends.vhdl;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The libraries of VHDL files. No file says which library it is for, and no two units have one
 * name, so all units are in {@code work}, and so is what other libraries should have.
 */
final class Libraries {
  private static final Pattern CLAUSE =
      Pattern.compile("(?i)(?<![\\w.\\\\])library\\s+(\\w+(?:\\s*,\\s*\\w+)*)\\s*;");
  private static final Pattern SELECTED =
      Pattern.compile("(?i)(?<![\\w.\\\\])([a-z]\\w*)\\s*\\.\\s*" + DesignUnits.NAME);

  private Libraries() {}

  /** The libraries that a text declares, and {@code work}, in lower case. */
  static Set<String> declaredIn(String blanked) {
    return Stream.concat(
            Stream.of("work"), CLAUSE.matcher(blanked).results().flatMap(Libraries::names))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Stream<String> names(MatchResult clause) {
    return Stream.of(clause.group(1).split("\\s*,\\s*")).map(DesignUnits::key);
  }

  /** The names of units that a text selects from libraries that it declares. */
  static List<String> selectedIn(String blanked) {
    Set<String> declared = declaredIn(blanked);
    return SELECTED
        .matcher(blanked)
        .results()
        .filter(selected -> declared.contains(DesignUnits.key(selected.group(1))))
        .map(selected -> selected.group(2))
        .toList();
  }

  /**
   * Makes {@code work} of the libraries that should have units of the files. Lines stay.
   *
   * @param texts the texts of files, by their names
   * @param units the names of all units, see {@link DesignUnits#key}
   * @return the changed texts
   */
  static Map<String, String> merge(Map<String, String> texts, Set<String> units) {
    Set<String> merged = new LinkedHashSet<>();
    for (String text : texts.values()) {
      String blanked = new VhdlText(text).blanked();
      Set<String> declared = declaredIn(blanked);
      SELECTED
          .matcher(blanked)
          .results()
          .filter(selected -> units.contains(DesignUnits.key(selected.group(2))))
          .map(selected -> DesignUnits.key(selected.group(1)))
          .filter(declared::contains)
          .forEach(merged::add);
    }
    merged.removeAll(Set.of("work", "ieee", "std"));
    Map<String, String> changed = new LinkedHashMap<>();
    if (!merged.isEmpty()) {
      texts.forEach(
          (name, text) -> {
            String other = merge(text, merged);
            if (!other.equals(text)) {
              changed.put(name, other);
            }
          });
    }
    return changed;
  }

  private static String merge(String text, Set<String> merged) {
    StringBuilder out = new StringBuilder(text);
    Pattern prefix =
        Pattern.compile(
            "(?i)(?<![\\w.\\\\])(?:" + String.join("|", merged) + ")(?=\\s*\\.\\s*[a-z\\\\])");
    String blanked = new VhdlText(text).blanked();
    List<MatchResult> edits =
        Stream.concat(
                CLAUSE.matcher(blanked).results().filter(c -> names(c).anyMatch(merged::contains)),
                prefix.matcher(blanked).results())
            .sorted((a, b) -> Integer.compare(b.start(), a.start()))
            .toList();
    for (MatchResult edit : edits) {
      out.replace(edit.start(), edit.end(), edit.groupCount() > 0 ? clause(edit, merged) : "work");
    }
    return out.toString();
  }

  private static String clause(MatchResult clause, Set<String> merged) {
    String rest =
        names(clause).filter(name -> !merged.contains(name)).collect(Collectors.joining(", "));
    String lines = Matcher.quoteReplacement(clause.group().replaceAll("[^\\n]", ""));
    return rest.isEmpty() ? lines : "library " + rest + ";" + lines;
  }
}
