package dev.backplane.cli.report;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints for a person what {@link Json} prints for a program: a report or a map as names and
 * values, a list of such as a table.
 */
public final class ReportText {
  private ReportText() {}

  public static void print(PrintWriter out, String title, Object content) {
    out.println(title);
    body(out, "  ", ReportTree.forPeople(content));
  }

  /** Prints as much of a report as is known, where most of it may not be. */
  public static void printKnown(PrintWriter out, String title, Report report) {
    Map<Object, @Nullable Object> known = new LinkedHashMap<>();
    if (ReportTree.forPeople(report) instanceof Map<?, ?> all) {
      all.forEach(
          (key, value) -> {
            if (value != null) {
              known.put(key, value);
            }
          });
    }
    print(out, title, known);
  }

  private static void body(PrintWriter out, String indent, @Nullable Object content) {
    switch (content) {
      case Map<?, ?> map -> map(out, indent, map);
      case List<?> list when !list.isEmpty() && list.getFirst() instanceof Map<?, ?> first ->
          table(out, indent, first, list);
      case Collection<?> list when list.isEmpty() -> out.println(indent + "none");
      case null, default -> out.println(indent + word(content));
    }
  }

  private static void map(PrintWriter out, String indent, Map<?, ?> map) {
    List<Map.Entry<?, ?>> plain =
        map.entrySet().stream()
            .<Map.Entry<?, ?>>map(entry -> entry)
            .filter(entry -> !nested(entry.getValue()))
            .toList();
    if (!plain.isEmpty()) {
      TextTable table =
          new TextTable(
              indent + label(plain.getFirst().getKey()), word(plain.getFirst().getValue()));
      plain.stream()
          .skip(1)
          .forEach(entry -> table.row(indent + label(entry.getKey()), word(entry.getValue())));
      table.print(out);
    }
    map.forEach(
        (key, value) -> {
          if (nested(value)) {
            out.println(indent + label(key));
            body(out, indent + "  ", value);
          }
        });
  }

  private static boolean nested(@Nullable Object value) {
    return value instanceof Map<?, ?>
        || (value instanceof Collection<?> list
            && (list.isEmpty() || list.iterator().next() instanceof Map<?, ?>));
  }

  private static void table(PrintWriter out, String indent, Map<?, ?> first, List<?> rows) {
    List<?> keys = List.copyOf(first.keySet());
    TextTable table =
        new TextTable(
            keys.stream()
                .map(key -> label(key).toUpperCase(Locale.ROOT))
                .map(new Indent(indent)::first)
                .toArray(String[]::new));
    for (Object row : rows) {
      if (row instanceof Map<?, ?> map) {
        table.row(
            keys.stream().map(key -> word(map.get(key))).map(new Indent(indent)::first).toArray());
      }
    }
    table.print(out);
  }

  /** Puts itself before the first word only. */
  private static final class Indent {
    private String next;

    Indent(String indent) {
      next = indent;
    }

    String first(String word) {
      String whole = next + word;
      next = "";
      return whole;
    }
  }

  private static String label(Object key) {
    return String.valueOf(key).replace('_', ' ');
  }

  private static String word(@Nullable Object value) {
    return switch (value) {
      case null -> "-";
      case Boolean yes -> yes ? "yes" : "no";
      case Double number -> String.format(Locale.ROOT, "%.3f", number);
      case Collection<?> list ->
          list.isEmpty()
              ? "-"
              : list.stream().map(Objects::toString).collect(Collectors.joining(", "));
      default -> value.toString().isEmpty() ? "-" : value.toString();
    };
  }
}
