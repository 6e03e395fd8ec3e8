package dev.backplane.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs one area: {@code Bench AREA [--quick] [NAME ...]}. */
public final class Bench {
  private static final Map<String, Function<Options, Area>> AREAS =
      new TreeMap<>(
          Map.of(
              "capi", options -> new CapiArea(options.quick()),
              "compiler", options -> new CompilerArea(options.quick()),
              "engine", options -> new EngineArea(options.quick(), options.only()),
              "dispatch", _ -> new DispatchArea(),
              "opae", options -> new OpaeArea(options.quick()),
              "opencl", options -> new OpenClArea(options.quick()),
              "startup", options -> new StartupArea(options.quick()),
              "trace", _ -> new TraceArea(),
              "vhdl", options -> new VhdlArea(options.quick(), options.only()),
              "xrt", options -> new XrtArea(options.quick())));

  /**
   * The options of an area on the command line.
   *
   * @param quick whether fewer and rougher figures suffice
   * @param only the names of what to measure; empty for all
   */
  private record Options(boolean quick, List<String> only) {}

  private Bench() {}

  /**
   * Measures, prints a table and writes the JSON file.
   *
   * @param arguments the area; {@code --quick} for fewer and rougher figures, and names of what to
   *     measure if not all, where the area has them
   * @throws Exception what the measured code throws
   */
  public static void main(String[] arguments) throws Exception {
    Function<Options, Area> area = arguments.length == 0 ? null : AREAS.get(arguments[0]);
    if (area == null) {
      System.err.println(
          "usage: tools/bench AREA [--quick] [NAME ...], AREA one of " + AREAS.keySet());
      System.exit(2);
      return;
    }
    List<String> rest = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    Options options = new Options(rest.remove("--quick"), rest);
    Path file = Path.of("target/bench/" + arguments[0] + ".json");
    List<Row> rows = area.apply(options).measure();
    System.out.print(Report.table(rows));
    Report.write(file, rows);
    System.out.println("written to " + file);
  }
}
