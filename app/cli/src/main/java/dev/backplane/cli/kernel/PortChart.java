package dev.backplane.cli.kernel;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.cli.report.Figures;
import java.util.List;
import java.util.Locale;

/**
 * Draws the activity of ports as one SVG that needs nothing else: where the cycles went, and the
 * two histograms of each. Colours are legible on light and dark ground.
 */
final class PortChart {
  private static final int WIDTH = 760;
  private static final int PANEL = 190;
  private static final int BAR = 560;
  private static final int BARS = 70;

  private final String kernel;
  private final List<PortActivity> ports;
  private final StringBuilder svg = new StringBuilder();

  PortChart(String kernel, List<PortActivity> ports) {
    this.kernel = kernel;
    this.ports = ports;
  }

  String draw() {
    int height = 40 + PANEL * Math.max(1, ports.size());
    svg.append(
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"system-ui,sans-serif\" font-size=\"12\">%n")
            .formatted(WIDTH, height, WIDTH, height));
    svg.append(
        """
        <style>
        text{fill:#7a7a7a}.t{font-weight:bold;font-size:14px}.d{fill:#3c8f5a}.k{fill:#c0703a}
        .m{fill:#4a7fb5}.i{fill:#80808040}
        </style>
        """);
    text(12, 22, "t", "memory ports of " + kernel);
    if (ports.isEmpty()) {
      text(12, 60, "", "none were observed");
    }
    for (int i = 0; i < ports.size(); i++) {
      port(ports.get(i), 40 + i * PANEL);
    }
    return svg.append("</svg>\n").toString();
  }

  private void port(PortActivity port, int top) {
    text(
        12,
        top + 14,
        "t",
        String.format(
            Locale.ROOT,
            "%s.%s %s: %s bytes, %.2f bytes/cycle, %.2f GB/s at %.0f MHz",
            port.unit(),
            port.port(),
            port.direction(),
            Figures.grouped(port.bytes()),
            port.bytesPerCycle(),
            port.bytesPerSecond() / 1e9,
            port.megahertz()));
    double cycles = Math.max(1, port.cycles());
    double x = 12;
    x = bar(x, top + 24, "d", port.beats() / cycles);
    x = bar(x, top + 24, "k", port.kernelStalls() / cycles);
    x = bar(x, top + 24, "m", port.memoryStalls() / cycles);
    bar(x, top + 24, "i", Math.max(0, 1 - (x - 12) / BAR));
    text(
        12,
        top + 54,
        "",
        "of %s cycles: %s data, %s lost by the kernel, %s by memory; %s bursts on their way at most"
            .formatted(
                Figures.grouped(port.cycles()),
                Figures.grouped(port.beats()),
                Figures.grouped(port.kernelStalls()),
                Figures.grouped(port.memoryStalls()),
                port.mostOutstanding()));
    histogram(12, top + 66, "cycles to the end of a burst", port.latencies());
    histogram(390, top + 66, "beats of a burst", port.lengths());
  }

  private double bar(double x, int y, String style, double part) {
    double width = Math.min(part * BAR, 12 + BAR - x);
    rectangle(style, x, y, width, 16);
    return x + Math.max(0, width);
  }

  private void histogram(int left, int top, String title, List<Long> buckets) {
    text(left, top + 12, "", title);
    long most = buckets.stream().mapToLong(each -> each).max().orElse(1);
    int column = Math.min(48, 350 / Math.max(1, buckets.size()));
    for (int i = 0; i < buckets.size(); i++) {
      double height = (double) buckets.get(i) / Math.max(1, most) * (BARS - 4);
      rectangle("m", left + i * column, top + 18 + BARS - height, column - 3, height);
      if (buckets.get(i) > 0) {
        text(left + i * column, top + 32 + BARS, "", PortReport.range(i));
      }
    }
  }

  private void rectangle(String style, double x, double y, double width, double height) {
    if (width > 0 && height > 0) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n",
              style,
              x,
              y,
              width,
              height));
    }
  }

  private void text(int x, int y, String style, String words) {
    svg.append(
        "<text x=\"%d\" y=\"%d\"%s>%s</text>%n"
            .formatted(
                x,
                y,
                style.isEmpty() ? "" : " class=\"" + style + "\"",
                words.replace("&", "&amp;").replace("<", "&lt;")));
  }
}
