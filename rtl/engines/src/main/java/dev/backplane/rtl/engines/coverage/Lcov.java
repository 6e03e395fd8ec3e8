package dev.backplane.rtl.engines.coverage;

import java.util.Map;

/**
 * Writes a tracefile of lcov, which {@code genhtml} and most coverage services read: lines and
 * branches. It has no place for bits that changed.
 */
public final class Lcov {
  private Lcov() {}

  /**
   * Writes a tracefile.
   *
   * @param coverage what was covered
   * @return its text
   */
  public static String write(Coverage coverage) {
    StringBuilder text = new StringBuilder();
    for (FileCoverage file : FileCoverage.of(coverage)) {
      text.append("TN:\n").append("SF:").append(file.file()).append('\n');
      branches(file, text);
      file.lines()
          .forEach(
              (line, count) ->
                  text.append("DA:").append(line).append(',').append(count).append('\n'));
      text.append("LF:").append(file.lines().size()).append('\n');
      text.append("LH:").append(file.linesHit()).append('\n');
      text.append("end_of_record\n");
    }
    return text.toString();
  }

  private static void branches(FileCoverage file, StringBuilder text) {
    int line = 0;
    int block = 0;
    for (FileCoverage.Decision decision : file.decisions()) {
      block = decision.line() == line ? block + 1 : 0;
      line = decision.line();
      int way = 0;
      for (Map.Entry<String, Long> each : decision.ways().entrySet()) {
        text.append("BRDA:%d,%d,%d,".formatted(line, block, way++))
            // A dash says that the decision was never reached.
            .append(decision.taken() == 0 ? "-" : each.getValue().toString())
            .append('\n');
      }
    }
    if (!file.decisions().isEmpty()) {
      text.append("BRF:").append(file.ways()).append('\n');
      text.append("BRH:").append(file.waysTaken()).append('\n');
    }
  }
}
