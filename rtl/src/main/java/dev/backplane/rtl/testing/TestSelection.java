package dev.backplane.rtl.testing;

import dev.backplane.rtl.engine.EngineKind;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which runs of a file of tests are wanted, where not all are.
 *
 * @param patterns names of cases, with {@code *} for any text; none for all
 * @param engines the engines instead of those in the file; none for those
 * @param seeds the seeds instead of those in the file; none for those
 */
public record TestSelection(List<String> patterns, List<EngineKind> engines, List<Long> seeds) {
  /** All runs of a file. */
  public static final TestSelection ALL = new TestSelection(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public TestSelection {
    patterns = List.copyOf(patterns);
    engines = List.copyOf(engines);
    seeds = List.copyOf(seeds);
  }

  List<TestCase.Variant> variants(TestCase test) {
    if (!patterns.isEmpty() && patterns.stream().noneMatch(each -> matches(each, test.name()))) {
      return List.of();
    }
    return test.variants(
        engines.isEmpty() ? test.options().engines() : engines,
        seeds.isEmpty() ? test.options().seeds() : seeds);
  }

  private static boolean matches(String pattern, String name) {
    String expression =
        Pattern.compile("\\*")
            .splitAsStream(pattern + " ")
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.matches(expression, name + " ");
  }
}
