package dev.backplane.rtl.testing;

import dev.backplane.rtl.simulators.EngineKind;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A selection of the runs in a test file.
 *
 * @param patterns names of cases, with {@code *} for any text; empty for all
 * @param engines the engines that replace those in the file; empty to keep them
 * @param seeds the seeds that replace those in the file; empty to keep them
 * @param shard the part of the runs that all this selects
 * @param before how many runs other files have, which are divided together with those of the file
 */
public record TestSelection(
    List<String> patterns, List<EngineKind> engines, List<Long> seeds, Shard shard, long before) {
  /** All runs of a file. */
  public static final TestSelection ALL = new TestSelection(List.of(), List.of(), List.of());

  /** A selection that is not divided. */
  public TestSelection(List<String> patterns, List<EngineKind> engines, List<Long> seeds) {
    this(patterns, engines, seeds, Shard.WHOLE, 0);
  }

  /** Copies the lists. */
  public TestSelection {
    patterns = List.copyOf(patterns);
    engines = List.copyOf(engines);
    seeds = List.copyOf(seeds);
  }

  /** {@return a part of it} */
  public TestSelection of(Shard part) {
    return new TestSelection(patterns, engines, seeds, part, before);
  }

  /**
   * {@return the same for a file behind others}
   *
   * @param runs how many runs those have, of all shards
   */
  public TestSelection after(long runs) {
    return new TestSelection(patterns, engines, seeds, shard, runs);
  }

  /** {@return those of the runs of a file that are in the shard} */
  List<TestCase.Variant> divided(List<TestCase.Variant> runs) {
    return IntStream.range(0, runs.size())
        .filter(i -> shard.has(before + i))
        .mapToObj(runs::get)
        .toList();
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
