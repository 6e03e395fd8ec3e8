package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Shows the figures of an area as a table and writes them as JSON. */
final class Report {
  private Report() {}

  static String table(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    int what = rows.stream().mapToInt(row -> row.what().length()).max().orElse(4);
    int peer = rows.stream().mapToInt(row -> name(row.peer()).length()).max().orElse(4);
    String format = "%-" + what + "s  %12s  %-12s  %-" + Math.max(4, peer) + "s  %12s  %7s%n";
    text.append(
        String.format(Locale.ROOT, format, "what", "ours", "unit", "peer", "theirs", "ratio"));
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              format,
              row.what(),
              number(row.ours()),
              row.unit(),
              name(row.peer()),
              number(row.theirs()),
              number(row.ratio())));
    }
    return text.toString();
  }

  static void write(Path file, List<Row> rows) throws IOException {
    if (file.getParent() != null) {
      Files.createDirectories(file.getParent());
    }
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    Files.writeString(file, mapper.writeValueAsString(rows) + "\n");
  }

  private static String name(@Nullable String peer) {
    return peer == null ? "-" : peer;
  }

  private static String number(@Nullable Double value) {
    if (value == null) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.3f" : "%.1f", value);
  }
}
