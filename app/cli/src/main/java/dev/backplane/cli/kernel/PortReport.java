package dev.backplane.cli.kernel;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
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
      case JSON -> Json.print(out, Map.of("kernel", kernel, "ports", maps(ports)));
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

  static List<Map<String, Object>> maps(List<PortActivity> ports) {
    return ports.stream().map(PortReport::map).toList();
  }

  private static Map<String, Object> map(PortActivity port) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("unit", port.unit());
    map.put("port", port.port());
    map.put("direction", port.direction());
    map.put("cycles", port.cycles());
    map.put("megahertz", port.megahertz());
    map.put("bursts", port.bursts());
    map.put("beats", port.beats());
    map.put("bytes", port.bytes());
    map.put("bytes_per_cycle", port.bytesPerCycle());
    map.put("bytes_per_second", port.bytesPerSecond());
    map.put("kernel_stalls", port.kernelStalls());
    map.put("memory_stalls", port.memoryStalls());
    map.put("address_waits", port.addressWaits());
    map.put("response_waits", port.responseWaits());
    map.put("most_outstanding", port.mostOutstanding());
    map.put("mean_outstanding", port.meanOutstanding());
    map.put("latency_histogram", buckets(port.latencies()));
    map.put("length_histogram", buckets(port.lengths()));
    return map;
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
