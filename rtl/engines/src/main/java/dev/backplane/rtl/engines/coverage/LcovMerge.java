package dev.backplane.rtl.engines.coverage;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds tracefiles of lcov as {@link Lcov} writes them: what several runs have executed is what all
 * of them have together. Used by one thread.
 */
public final class LcovMerge {
  private static final Comparator<Way> ORDER =
      Comparator.comparingInt(Way::line).thenComparingInt(Way::block).thenComparingInt(Way::way);

  /** A way of a decision, by its place in the file. */
  private record Way(int line, int block, int way) {}

  private static final class Source {
    final SortedMap<Integer, Long> lines = new TreeMap<>();

    /** The executions of each way; -1 if its decision was never reached. */
    final SortedMap<Way, Long> ways = new TreeMap<>(ORDER);
  }

  /**
   * The sums over all files.
   *
   * @param lines how many lines there are
   * @param linesHit how many of them were executed
   * @param ways how many ways decisions have
   * @param waysTaken how many of them were taken
   */
  public record Counts(long lines, long linesHit, long ways, long waysTaken) {}

  private final SortedMap<String, Source> sources = new TreeMap<>();

  /** Creates one in which nothing was executed. */
  public LcovMerge() {}

  /**
   * Adds a tracefile.
   *
   * @param file its name, for messages
   * @param text its text
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} naming a line that is not one of
   *     those that {@link Lcov} writes
   */
  public void add(String file, String text) {
    Source source = null;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String record = line.strip();
      String kind = record.contains(":") ? record.substring(0, record.indexOf(':')) : record;
      String value = record.substring(Math.min(record.length(), kind.length() + 1));
      try {
        switch (kind) {
          // Sums are made anew.
          case "", "TN", "LF", "LH", "BRF", "BRH" -> {}
          case "SF" -> source = sources.computeIfAbsent(value, _ -> new Source());
          case "DA" -> line(inside(source), value);
          case "BRDA" -> way(inside(source), value);
          case "end_of_record" -> source = null;
          default ->
              throw new IllegalArgumentException("it has none of the records that are added");
        }
      } catch (IllegalArgumentException e) {
        throw new RtlException(
            RtlError.DESCRIPTION_INVALID,
            "%s:%d: '%s' cannot be merged: %s; a tracefile has the records TN, SF, DA, BRDA, LF, LH,"
                    .formatted(file, number, record, e.getMessage())
                + " BRF, BRH and end_of_record",
            e);
      }
    }
  }

  private static Source inside(@Nullable Source source) {
    if (source == null) {
      throw new IllegalArgumentException("it stands before SF, which names the source");
    }
    return source;
  }

  private static void line(Source source, String value) {
    List<String> fields = fields(value, 2);
    source.lines.merge(number(fields.get(0)), count(fields.get(1)), Long::sum);
  }

  private static void way(Source source, String value) {
    List<String> fields = fields(value, 4);
    long taken = fields.get(3).equals("-") ? -1 : count(fields.get(3));
    source.ways.merge(
        new Way(number(fields.get(0)), number(fields.get(1)), number(fields.get(2))),
        taken,
        (one, other) -> one < 0 ? other : other < 0 ? one : one + other);
  }

  private static List<String> fields(String value, int count) {
    List<String> fields = List.of(value.split(",", -1));
    if (fields.size() != count) {
      throw new IllegalArgumentException(
          "it has %d fields instead of %d".formatted(fields.size(), count));
    }
    return fields;
  }

  private static int number(String text) {
    return (int) Math.min(Integer.MAX_VALUE, count(text));
  }

  private static long count(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("'" + text + "' is no count");
    }
    return Long.parseLong(text);
  }

  /** {@return the sums over all files} */
  public Counts counts() {
    return new Counts(
        sources.values().stream().mapToLong(each -> each.lines.size()).sum(),
        sources.values().stream().mapToLong(each -> positive(each.lines)).sum(),
        sources.values().stream().mapToLong(each -> each.ways.size()).sum(),
        sources.values().stream().mapToLong(each -> positive(each.ways)).sum());
  }

  private static long positive(SortedMap<?, Long> counts) {
    return counts.values().stream().filter(count -> count > 0).count();
  }

  /** {@return the tracefile of all} */
  public String text() {
    StringBuilder text = new StringBuilder();
    sources.forEach(
        (name, source) -> {
          text.append("TN:\nSF:").append(name).append('\n');
          source.ways.forEach(
              (way, taken) ->
                  text.append("BRDA:%d,%d,%d,".formatted(way.line(), way.block(), way.way()))
                      .append(taken < 0 ? "-" : taken.toString())
                      .append('\n'));
          if (!source.ways.isEmpty()) {
            text.append("BRF:").append(source.ways.size()).append('\n');
            text.append("BRH:").append(positive(source.ways)).append('\n');
          }
          source.lines.forEach(
              (line, count) ->
                  text.append("DA:").append(line).append(',').append(count).append('\n'));
          text.append("LF:").append(source.lines.size()).append('\n');
          text.append("LH:").append(positive(source.lines)).append('\n');
          text.append("end_of_record\n");
        });
    return text.toString();
  }
}
