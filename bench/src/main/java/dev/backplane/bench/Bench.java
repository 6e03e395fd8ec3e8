package dev.backplane.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs one area: {@code Bench AREA [--quick | --tiny] [NAME ...]}. */
public final class Bench {
  static final Map<String, Function<Options, Area>> AREAS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("capi", options -> new CapiArea(options.effort())),
              Map.entry("compiler", options -> new CompilerArea(options.effort())),
              Map.entry("engine", options -> new EngineArea(options.effort(), options.only())),
              Map.entry("dispatch", options -> new DispatchArea(options.effort())),
              Map.entry("opae", options -> new OpaeArea(options.effort())),
              Map.entry("opencl", options -> new OpenClArea(options.effort())),
              Map.entry("startup", options -> new StartupArea(options.effort())),
              Map.entry("synthesis", options -> new SynthesisArea(options.effort())),
              Map.entry("trace", options -> new TraceArea(options.effort())),
              Map.entry("vhdl", options -> new VhdlArea(options.effort(), options.only())),
              Map.entry("xrt", options -> new XrtArea(options.effort()))));

  /**
   * The options of an area on the command line.
   *
   * @param effort how much work
   * @param only the names of what to measure; empty for all
   */
  record Options(Effort effort, List<String> only) {}

  private Bench() {}

  /**
   * Measures, prints a table and writes the JSON file.
   *
   * @param arguments the area; {@code --quick} for fewer and rougher figures, {@code --tiny} to see
   *     only that all works; and names of what to measure if not all, where the area has them
   * @throws Exception what the measured code throws
   */
  public static void main(String[] arguments) throws Exception {
    Function<Options, Area> area = arguments.length == 0 ? null : AREAS.get(arguments[0]);
    if (area == null) {
      System.err.println(
          "usage: tools/bench AREA [--quick | --tiny] [NAME ...], AREA one of " + AREAS.keySet());
      System.exit(2);
      return;
    }
    List<String> rest = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
    Effort effort = rest.remove("--quick") ? Effort.QUICK : Effort.WHOLE;
    Options options = new Options(rest.remove("--tiny") ? Effort.TINY : effort, rest);
    Path file = Path.of("target/bench/" + arguments[0] + ".json");
    List<Row> rows = area.apply(options).measure();
    System.out.print(Report.table(rows));
    Report.write(file, rows);
    System.out.println("written to " + file);
  }
}
