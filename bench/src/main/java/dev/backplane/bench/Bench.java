package dev.backplane.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Runs one area: {@code Bench AREA [FILE.json]}. */
public final class Bench {
  private static final Map<String, Supplier<Area>> AREAS =
      new TreeMap<>(
          Map.of(
              "engine", EngineArea::new,
              "dispatch", DispatchArea::new,
              "startup", StartupArea::new));

  private Bench() {}

  /**
   * Measures, prints a table and writes the JSON file.
   *
   * @param arguments the area, and where to write (default {@code target/bench/AREA.json})
   * @throws Exception what the measured code throws
   */
  public static void main(String[] arguments) throws Exception {
    Supplier<Area> area = arguments.length == 0 ? null : AREAS.get(arguments[0]);
    if (area == null) {
      System.err.println("usage: tools/bench AREA, AREA one of " + AREAS.keySet());
      System.exit(2);
      return;
    }
    Path file =
        Path.of(arguments.length > 1 ? arguments[1] : "target/bench/" + arguments[0] + ".json");
    List<Row> rows = area.get().measure();
    System.out.print(Report.table(rows));
    Report.write(file, rows);
    System.out.println("written to " + file);
  }
}
