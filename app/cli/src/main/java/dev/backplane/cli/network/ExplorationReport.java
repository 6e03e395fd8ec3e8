package dev.backplane.cli.network;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.OutputFolder;
import dev.backplane.compiler.exploration.DesignPoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration has found: a table, a drawing, a page, and JSON.
 *
 * @param name the name of the network
 * @param points all points within the limits
 * @param front the Pareto front, the most accurate first
 * @param chosen the one that was chosen
 */
record ExplorationReport(
    String name, List<DesignPoint> points, List<DesignPoint> front, DesignPoint chosen) {
  static final String CHOSEN = "chosen.json";

  private record Described(String name, List<DescribedPoint> points) implements Report {}

  private record DescribedPoint(
      int activations,
      int weights,
      long folding,
      @Nullable Double sqnrDecibels,
      double agreement,
      long interval,
      long multipliers,
      long memoryBits,
      boolean front,
      boolean chosen)
      implements Report {}

  private DescribedPoint described(DesignPoint point) {
    return new DescribedPoint(
        point.bits().activations(),
        point.bits().weights(),
        point.folding(),
        point.decibels().isPresent() ? point.decibels().getAsDouble() : null,
        point.agreement(),
        point.interval(),
        point.hardware().multipliers(),
        point.hardware().memoryBits(),
        front.contains(point),
        point.equals(chosen));
  }

  Report forPrograms() {
    return new Described(name, points.stream().map(this::described).toList());
  }

  void write(Path folder) {
    String drawing = new ParetoDrawing(name, points, front, chosen).text();
    SequencedMap<String, String> files = new LinkedHashMap<>();
    files.put("exploration.json", Json.text(forPrograms()) + "\n");
    files.put("exploration.svg", drawing);
    files.put("exploration.html", page(drawing));
    files.put(CHOSEN, ChosenPoint.of(chosen).text());
    SequencedMap<String, byte[]> bytes = new LinkedHashMap<>();
    files.forEach((file, text) -> bytes.put(file, text.getBytes(StandardCharsets.UTF_8)));
    OutputFolder.write(folder, bytes);
  }

  void print(Console console, Path model, Path folder) {
    TextTable table =
        new TextTable("BITS", "SQNR", "SAME CLASS", "INTERVAL", "MULTIPLIERS", "MEMORY BITS", "");
    front.forEach(
        point -> {
          List<String> cells = cells(point);
          table.row(cells.toArray());
        });
    table.print(console.out());
    console
        .out()
        .printf(
            "%d points, %d on the Pareto front; written to %s%n",
            points.size(), front.size(), folder);
    console
        .out()
        .printf("next: backplane compile %s --point %s -o OUT%n", model, folder.resolve(CHOSEN));
  }

  private List<String> cells(DesignPoint point) {
    return List.of(
        point.bits().activations() + "," + point.bits().weights(),
        point.decibels().isPresent()
            ? String.format(Locale.ROOT, "%.1f dB", point.decibels().getAsDouble())
            : "exact",
        String.format(Locale.ROOT, "%.1f %%", 100 * point.agreement()),
        Long.toString(point.interval()),
        Long.toString(point.hardware().multipliers()),
        Long.toString(point.hardware().memoryBits()),
        point.equals(chosen) ? "chosen" : "");
  }

  /** A page that needs nothing beside it; names of networks are letters and digits. */
  private String page(String drawing) {
    StringBuilder rows = new StringBuilder();
    for (DesignPoint point : front) {
      rows.append(point.equals(chosen) ? "<tr class=\"chosen\">" : "<tr>");
      cells(point).forEach(cell -> rows.append("<td>").append(cell).append("</td>"));
      rows.append("</tr>\n");
    }
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>NAME: accuracy, speed and hardware</title>
    <style>
    body { font-family: sans-serif; margin: 1em 2em; color: #202020 }
    table { border-collapse: collapse } td, th { padding: 0.2em 0.8em; text-align: right }
    tr:nth-child(even) { background: #f0f2f4 } .chosen { font-weight: bold }
    </style>
    </head>
    <body>
    <h1>NAME: accuracy, speed and hardware</h1>
    DRAWING
    <h2>The Pareto front</h2>
    <table>
    <tr><th>bits</th><th>signal to noise</th><th>same class</th><th>clocks between samples</th><th>multipliers</th><th>bits of memory</th><th></th></tr>
    ROWS</table>
    </body>
    </html>
    """
        .replace("NAME", name)
        .replace("DRAWING", drawing.strip())
        .replace("ROWS", rows);
  }
}
