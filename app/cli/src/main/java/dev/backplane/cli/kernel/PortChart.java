package dev.backplane.cli.kernel;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.cli.report.Figures;
import dev.backplane.svg.Svg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * Draws the activity of ports as one SVG that needs nothing else: where the cycles went, and the
 * two histograms of each. Colours are legible on light and dark ground.
 */
final class PortChart {
  private static final int WIDTH = 760;
  private static final int HEAD = 64;
  private static final int PANEL = 190;
  private static final int BAR = 560;
  private static final int BARS = 70;

  private final String kernel;
  private final List<PortActivity> ports;

  PortChart(String kernel, List<PortActivity> ports) {
    this.kernel = kernel;
    this.ports = ports;
  }

  String draw() {
    int height = HEAD + PANEL * Math.max(1, ports.size());
    Svg svg = new Svg(WIDTH, height, "font-family", "system-ui,sans-serif", "font-size", 12);
    svg.style(
        """
        text{fill:#7a7a7a}.t{font-weight:bold;font-size:14px}.d{fill:#3c8f5a}.k{fill:#c0703a}
        .m,.b{fill:#4a7fb5}.i{fill:#80808040}
        """);
    svg.text(12, 22, "memory ports of " + kernel, "class", "t");
    SequencedMap<String, String> legend = new LinkedHashMap<>();
    legend.put("d", "data");
    legend.put("k", "lost by the kernel");
    legend.put("m", "lost by memory");
    legend.put("i", "idle");
    svg.legend(12, 34, legend);
    if (ports.isEmpty()) {
      svg.text(12, HEAD + 20, "none were observed");
    }
    for (int i = 0; i < ports.size(); i++) {
      port(svg, ports.get(i), HEAD + i * PANEL);
    }
    return svg.text();
  }

  private static void port(Svg svg, PortActivity port, int top) {
    svg.text(
        12,
        top + 14,
        String.format(
            Locale.ROOT,
            "%s.%s %s: %s bytes, %.2f bytes/cycle, %.2f GB/s at %.0f MHz",
            port.unit(),
            port.port(),
            port.direction(),
            Figures.grouped(port.bytes()),
            port.bytesPerCycle(),
            port.bytesPerSecond() / 1e9,
            port.megahertz()),
        "class",
        "t");
    double cycles = Math.max(1, port.cycles());
    double x = 12;
    x = bar(svg, x, top + 24, "d", port.beats() / cycles);
    x = bar(svg, x, top + 24, "k", port.kernelStalls() / cycles);
    x = bar(svg, x, top + 24, "m", port.memoryStalls() / cycles);
    bar(svg, x, top + 24, "i", Math.max(0, 1 - (x - 12) / BAR));
    svg.text(
        12,
        top + 54,
        "of %s cycles: %s data, %s lost by the kernel, %s by memory; %s bursts on their way at most"
            .formatted(
                Figures.grouped(port.cycles()),
                Figures.grouped(port.beats()),
                Figures.grouped(port.kernelStalls()),
                Figures.grouped(port.memoryStalls()),
                port.mostOutstanding()));
    histogram(svg, 12, top + 66, "cycles to the end of a burst", port.latencies());
    histogram(svg, 390, top + 66, "beats of a burst", port.lengths());
  }

  private static double bar(Svg svg, double x, int y, String style, double part) {
    double width = Math.min(part * BAR, 12 + BAR - x);
    svg.rectangle(x, y, width, 16, "class", style);
    return x + Math.max(0, width);
  }

  private static void histogram(Svg svg, int left, int top, String title, List<Long> buckets) {
    svg.text(left, top + 12, title);
    long most = buckets.stream().mapToLong(each -> each).max().orElse(1);
    int column = Math.min(48, 350 / Math.max(1, buckets.size()));
    for (int i = 0; i < buckets.size(); i++) {
      double height = (double) buckets.get(i) / Math.max(1, most) * (BARS - 4);
      svg.rectangle(left + i * column, top + 18 + BARS - height, column - 3, height, "class", "b");
      if (buckets.get(i) > 0) {
        svg.text(left + i * column, top + 32 + BARS, PortReport.range(i));
      }
    }
  }
}
