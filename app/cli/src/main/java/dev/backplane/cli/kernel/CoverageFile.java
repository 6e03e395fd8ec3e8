package dev.backplane.cli.kernel;

import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.rtl.engines.coverage.Coverage;
import dev.backplane.rtl.engines.coverage.CoverageText;
import dev.backplane.rtl.engines.coverage.FileCoverage;
import dev.backplane.rtl.engines.coverage.Lcov;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms in which what was covered is written: the end of the file's name chooses. */
final class CoverageFile {
  private CoverageFile() {}

  static String text(Path file, Coverage coverage) {
    String name = file.toString();
    return name.endsWith(".txt")
        ? CoverageText.write(coverage)
        : name.endsWith(".json") ? Json.text(report(coverage)) + "\n" : Lcov.write(coverage);
  }

  private record Covered(List<Source> files, List<Toggles> toggles) implements Report {}

  private record Source(String file, Map<String, Long> lines, List<Branch> branches)
      implements Report {
    static Source of(FileCoverage file) {
      Map<String, Long> lines = new LinkedHashMap<>();
      file.lines().forEach((line, count) -> lines.put(line.toString(), count));
      return new Source(
          file.file(),
          lines,
          file.decisions().stream()
              .map(each -> new Branch(each.line(), each.column(), each.ways()))
              .toList());
    }
  }

  private record Branch(int line, int column, Map<String, Long> ways) implements Report {}

  private record Toggles(String name, int bits, String risen, String fallen) implements Report {}

  private static Report report(Coverage coverage) {
    List<Toggles> toggles = new ArrayList<>();
    coverage
        .toggles()
        .forEach(
            (name, signal) ->
                toggles.add(
                    new Toggles(
                        name,
                        signal.width(),
                        hex(signal.risen(), signal.width()),
                        hex(signal.fallen(), signal.width()))));
    return new Covered(FileCoverage.of(coverage).stream().map(Source::of).toList(), toggles);
  }

  /** Bits as a hexadecimal number, as many digits as the signal has. */
  private static String hex(BitSet bits, int width) {
    StringBuilder hex = new StringBuilder("0x");
    for (int digit = (width + 3) / 4 - 1; digit >= 0; digit--) {
      int value = 0;
      for (int bit = 3; bit >= 0; bit--) {
        value = 2 * value + (bits.get(4 * digit + bit) ? 1 : 0);
      }
      hex.append(Character.forDigit(value, 16));
    }
    return hex.toString();
  }
}
