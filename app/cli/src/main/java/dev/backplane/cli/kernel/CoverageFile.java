package dev.backplane.cli.kernel;

import dev.backplane.cli.report.Json;
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
import org.jspecify.annotations.Nullable;

/** The forms in which what was covered is written: the end of the file's name chooses. */
final class CoverageFile {
  private CoverageFile() {}

  static String text(Path file, Coverage coverage) {
    String name = file.toString();
    return name.endsWith(".txt")
        ? CoverageText.write(coverage)
        : name.endsWith(".json") ? Json.text(map(coverage)) + "\n" : Lcov.write(coverage);
  }

  private static Map<String, @Nullable Object> map(Coverage coverage) {
    List<Map<String, @Nullable Object>> files = new ArrayList<>();
    for (FileCoverage file : FileCoverage.of(coverage)) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put("file", file.file());
      Map<String, Long> lines = new LinkedHashMap<>();
      file.lines().forEach((line, count) -> lines.put(line.toString(), count));
      map.put("lines", lines);
      map.put("branches", file.decisions().stream().map(CoverageFile::map).toList());
      files.add(map);
    }
    List<Map<String, @Nullable Object>> toggles = new ArrayList<>();
    coverage
        .toggles()
        .forEach(
            (name, signal) -> {
              Map<String, @Nullable Object> map = new LinkedHashMap<>();
              map.put("name", name);
              map.put("bits", signal.width());
              map.put("risen", hex(signal.risen(), signal.width()));
              map.put("fallen", hex(signal.fallen(), signal.width()));
              toggles.add(map);
            });
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("files", files);
    all.put("toggles", toggles);
    return all;
  }

  private static Map<String, @Nullable Object> map(FileCoverage.Decision decision) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("line", decision.line());
    map.put("column", decision.column());
    map.put("ways", decision.ways());
    return map;
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
