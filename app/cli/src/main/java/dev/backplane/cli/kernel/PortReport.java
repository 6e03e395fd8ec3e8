package dev.backplane.cli.kernel;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reports the traffic through the memory ports of a kernel, as a table, JSON or a picture. */
final class PortReport {
  /** The format of the report. */
  enum Form {
    TABLE,
    JSON,
    SVG;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private PortReport() {}

  static void print(Form form, String kernel, List<PortActivity> ports, PrintWriter out) {
    switch (form) {
      case TABLE -> table(ports, out);
      case JSON -> Json.print(out, new Observed(kernel, rows(ports)));
      case SVG -> out.print(new PortChart(kernel, ports).draw());
    }
    out.flush();
  }

  private static void table(List<PortActivity> ports, PrintWriter out) {
    if (ports.isEmpty()) {
      out.println("no memory ports were observed");
      return;
    }
    TextTable table =
        new TextTable(
            "port",
            "",
            "bytes",
            "B/cycle",
            "GB/s",
            "bursts",
            "lost by kernel",
            "by memory",
            "address waits",
            "response waits",
            "on their way",
            "most");
    for (PortActivity port : ports) {
      table.row(
          port.unit() + "." + port.port(),
          port.direction(),
          Figures.grouped(port.bytes()),
          decimal("%.2f", port.bytesPerCycle()),
          decimal("%.2f", port.bytesPerSecond() / 1e9),
          Figures.grouped(port.bursts()),
          Figures.grouped(port.kernelStalls()),
          Figures.grouped(port.memoryStalls()),
          Figures.grouped(port.addressWaits()),
          Figures.grouped(port.responseWaits()),
          decimal("%.1f", port.meanOutstanding()),
          port.mostOutstanding());
    }
    table.print(out);
    for (PortActivity port : ports) {
      String name = port.unit() + "." + port.port() + " " + port.direction();
      out.println(name + ", cycles to the end of a burst: " + histogram(port.latencies()));
      out.println(name + ", beats of a burst: " + histogram(port.lengths()));
    }
  }

  private static String decimal(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** The buckets that are not empty, for example {@code 8-15: 62, 16-31: 1}. */
  static String histogram(List<Long> buckets) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      if (buckets.get(i) != 0) {
        texts.add(range(i) + ": " + Figures.grouped(buckets.get(i)));
      }
    }
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }

  /** The numbers that a bucket counts. */
  static String range(int bucket) {
    long first = bucket == 0 ? 0 : 1L << (bucket - 1);
    long last = (1L << bucket) - 1;
    return first >= last ? Long.toString(first) : first + "-" + last;
  }

  private record Observed(String kernel, List<Row> ports) implements Report {}

  /** The traffic of a port, for a program. */
  record Row(
      String unit,
      String port,
      String direction,
      long cycles,
      double megahertz,
      long bursts,
      long beats,
      long bytes,
      double bytesPerCycle,
      double bytesPerSecond,
      long kernelStalls,
      long memoryStalls,
      long addressWaits,
      long responseWaits,
      int mostOutstanding,
      double meanOutstanding,
      Map<String, Long> latencyHistogram,
      Map<String, Long> lengthHistogram)
      implements Report {}

  static List<Row> rows(List<PortActivity> ports) {
    return ports.stream().map(PortReport::row).toList();
  }

  private static Row row(PortActivity port) {
    return new Row(
        port.unit(),
        port.port(),
        port.direction(),
        port.cycles(),
        port.megahertz(),
        port.bursts(),
        port.beats(),
        port.bytes(),
        port.bytesPerCycle(),
        port.bytesPerSecond(),
        port.kernelStalls(),
        port.memoryStalls(),
        port.addressWaits(),
        port.responseWaits(),
        port.mostOutstanding(),
        port.meanOutstanding(),
        buckets(port.latencies()),
        buckets(port.lengths()));
  }

  private static Map<String, Long> buckets(List<Long> counts) {
    Map<String, Long> map = new LinkedHashMap<>();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) != 0) {
        map.put(range(i), counts.get(i));
      }
    }
    return map;
  }
}
