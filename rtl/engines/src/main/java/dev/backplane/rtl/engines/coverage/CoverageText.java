package dev.backplane.rtl.engines.coverage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Tells a person what was covered, and what was not. */
public final class CoverageText {
  private static final int MAX_SIGNALS = 50;

  private CoverageText() {}

  /**
   * Writes a report: for each file how much was covered, then the lines, ways of decisions and bits
   * that were not.
   *
   * @param coverage what was covered
   * @return its text, lines with a line feed at their ends
   */
  public static String write(Coverage coverage) {
    List<FileCoverage> files = FileCoverage.of(coverage);
    List<String> lines = new ArrayList<>();
    if (files.isEmpty()) {
      lines.add("lines and branches: not known of this design, which was not elaborated from");
      lines.add("  Verilog or SystemVerilog by Verilator for coverage");
    }
    for (FileCoverage file : files) {
      lines.add(
          "%s: lines %s, branches %s"
              .formatted(
                  file.file(),
                  share(file.linesHit(), file.lines().size()),
                  share(file.waysTaken(), file.ways())));
      String missed = ranges(file);
      if (!missed.isEmpty()) {
        lines.add("  lines never executed: " + missed);
      }
      for (FileCoverage.Decision decision : file.decisions()) {
        String never =
            decision.ways().entrySet().stream()
                .filter(way -> way.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        if (!never.isEmpty()) {
          lines.add(
              decision.taken() == 0
                  ? "  line %d:%d: never decided".formatted(decision.line(), decision.column())
                  : "  line %d:%d: never taken: %s"
                      .formatted(decision.line(), decision.column(), never));
        }
      }
    }
    toggles(coverage.toggles(), lines);
    return String.join("\n", lines) + "\n";
  }

  /**
   * {@return one line with the shares of lines, branches and toggles}
   *
   * @param coverage what was covered
   */
  public static String summary(Coverage coverage) {
    List<FileCoverage> files = FileCoverage.of(coverage);
    Map<String, Coverage.Toggles> toggles = coverage.toggles();
    return "coverage: lines %s, branches %s, toggles %s"
        .formatted(
            share(sum(files, FileCoverage::linesHit), sum(files, file -> file.lines().size())),
            share(sum(files, FileCoverage::waysTaken), sum(files, FileCoverage::ways)),
            share(seen(toggles), possible(toggles)));
  }

  private static int sum(List<FileCoverage> files, ToIntFunction<FileCoverage> part) {
    return files.stream().mapToInt(part).sum();
  }

  private static int seen(Map<String, Coverage.Toggles> toggles) {
    return toggles.values().stream().mapToInt(Coverage.Toggles::seen).sum();
  }

  private static int possible(Map<String, Coverage.Toggles> toggles) {
    return toggles.values().stream().mapToInt(signal -> 2 * signal.width()).sum();
  }

  private static void toggles(Map<String, Coverage.Toggles> toggles, List<String> lines) {
    lines.add("toggles of ports and registers: " + share(seen(toggles), possible(toggles)));
    List<Map.Entry<String, Coverage.Toggles>> missing =
        toggles.entrySet().stream()
            .filter(signal -> signal.getValue().seen() < 2 * signal.getValue().width())
            .toList();
    missing.stream()
        .limit(MAX_SIGNALS)
        .forEach(signal -> lines.add("  " + signal.getKey() + ": " + missing(signal.getValue())));
    if (missing.size() > MAX_SIGNALS) {
      lines.add("  and %d more signals".formatted(missing.size() - MAX_SIGNALS));
    }
  }

  private static String missing(Coverage.Toggles signal) {
    if (signal.seen() == 0) {
      return signal.width() == 1 ? "never changed" : "no bit changed";
    }
    List<String> parts = new ArrayList<>();
    String never = bits(signal.risen(), signal.width());
    if (!never.isEmpty()) {
      parts.add("never 0 to 1: " + never);
    }
    never = bits(signal.fallen(), signal.width());
    if (!never.isEmpty()) {
      parts.add("never 1 to 0: " + never);
    }
    return String.join("; ", parts);
  }

  /** The bits that are not set, as ranges with the highest bit first. */
  private static String bits(BitSet set, int width) {
    List<String> ranges = new ArrayList<>();
    for (int from = set.nextClearBit(0); from < width; ) {
      int next = set.nextSetBit(from);
      int end = next < 0 ? width : next;
      ranges.add(end - from == 1 ? "[" + from + "]" : "[" + (end - 1) + ":" + from + "]");
      from = set.nextClearBit(end);
    }
    return String.join(" ", ranges.reversed());
  }

  /** The lines that were not executed; lines without a statement do not end a range. */
  private static String ranges(FileCoverage file) {
    List<String> ranges = new ArrayList<>();
    int first = 0;
    int last = 0;
    for (Map.Entry<Integer, Long> line : file.lines().entrySet()) {
      if (line.getValue() == 0) {
        first = first == 0 ? line.getKey() : first;
        last = line.getKey();
      } else if (first != 0) {
        ranges.add(first == last ? "" + first : first + "-" + last);
        first = 0;
      }
    }
    if (first != 0) {
      ranges.add(first == last ? "" + first : first + "-" + last);
    }
    return String.join(", ", ranges);
  }

  private static String share(int part, int whole) {
    return whole == 0
        ? "none"
        : String.format(
            Locale.ROOT, "%d of %d (%.1f %%)", part, whole, Math.floor(1000.0 * part / whole) / 10);
  }
}
