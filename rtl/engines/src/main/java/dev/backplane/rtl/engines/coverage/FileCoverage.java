package dev.backplane.rtl.engines.coverage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The coverage of a file.
 *
 * @param file the file, as the user named it
 * @param lines how often each line with a statement was executed
 * @param decisions its decisions, in the order of the file
 */
public record FileCoverage(String file, SortedMap<Integer, Long> lines, List<Decision> decisions) {

  /**
   * A decision: {@code if}, {@code case} or {@code ?:}.
   *
   * @param line its line
   * @param column its column
   * @param ways how often it went each way, by the name of the way
   */
  public record Decision(int line, int column, SequencedMap<String, Long> ways) {
    long taken() {
      return ways.values().stream().filter(count -> count > 0).count();
    }
  }

  /**
   * Arranges what was covered by files.
   *
   * @param coverage what was covered
   * @return the files in the order of their names
   */
  public static List<FileCoverage> of(Coverage coverage) {
    Map<String, FileCoverage> files = new LinkedHashMap<>();
    Map<String, Map<Integer, Map<Integer, Decision>>> decisions = new LinkedHashMap<>();
    coverage
        .points()
        .forEach(
            (point, count) -> {
              FileCoverage file =
                  files.computeIfAbsent(
                      point.file(),
                      name -> new FileCoverage(name, new TreeMap<>(), new ArrayList<>()));
              if (point.isBranch()) {
                decisions
                    .computeIfAbsent(point.file(), _ -> new TreeMap<>())
                    .computeIfAbsent(point.line(), _ -> new TreeMap<>())
                    .computeIfAbsent(
                        point.column(),
                        column -> new Decision(point.line(), column, new LinkedHashMap<>()))
                    .ways()
                    .put(point.name(), count);
              } else {
                // Of several statements in a line, the one that was executed most often counts.
                file.lines().merge(point.line(), count, Math::max);
              }
            });
    decisions.forEach(
        (name, lines) ->
            lines
                .values()
                .forEach(
                    columns ->
                        columns.values().stream()
                            // What has one way was decided when the design was built.
                            .filter(decision -> decision.ways().size() > 1)
                            .forEach(Objects.requireNonNull(files.get(name)).decisions()::add)));
    return List.copyOf(files.values());
  }

  /** {@return how many lines were executed} */
  public int linesHit() {
    return (int) lines.values().stream().filter(count -> count > 0).count();
  }

  /** {@return how many ways its decisions have} */
  public int ways() {
    return decisions.stream().mapToInt(decision -> decision.ways().size()).sum();
  }

  /** {@return how many ways were taken} */
  public int waysTaken() {
    return (int) decisions.stream().mapToLong(Decision::taken).sum();
  }
}
