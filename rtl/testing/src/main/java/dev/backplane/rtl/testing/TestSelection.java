package dev.backplane.rtl.testing;

import dev.backplane.rtl.simulators.EngineKind;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A selection of the runs in a test file.
 *
 * @param patterns names of cases, with {@code *} for any text; empty for all
 * @param engines the engines that replace those in the file; empty to keep them
 * @param seeds the seeds that replace those in the file; empty to keep them
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
