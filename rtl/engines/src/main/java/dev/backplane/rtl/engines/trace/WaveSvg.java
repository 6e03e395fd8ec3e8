package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.svg.Svg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * Draws cycles of a table as a self-contained SVG: a row for each signal, a column for each cycle,
 * with handshakes tinted and the fault marked. Colours are legible on light and dark backgrounds.
 */
public final class WaveSvg {
  private static final int ROW = 26;
  private static final int HIGH = 6;
  private static final int LOW = 20;
  private static final int CHARACTER = 7;
  private static final int HEAD = 44;
  private static final int FOOT = 26;

  private final WaveTable table;
  private final int first;
  private final int end;
  private final int column;
  private final int left;

  /**
   * Creates an image.
   *
   * @param table the table to draw
   * @param first the index of the first cycle in the table
   * @param end the index after the last
   */
  public WaveSvg(WaveTable table, int first, int end) {
    this.table = table;
    this.first = first;
    this.end = end;
    // With few cycles, columns are wide enough for values.
    column = end - first > 96 ? 14 : end - first > 40 ? 26 : 44;
    left =
        24
            + CHARACTER
                * table.signals().stream().mapToInt(port -> port.name().length()).max().orElse(1);
  }

  /** {@return the SVG text} */
  public String draw() {
    List<Port> signals = table.signals();
    int width = left + column * Math.max(1, end - first) + 12;
    int height = HEAD + ROW * signals.size() + 12 + FOOT;
    String fault = table.fault().orElse("");
    int textWidth = fault.isEmpty() ? 0 : 24 + CHARACTER * Math.min(fault.length(), 160);
    width = Math.max(width, textWidth);
    Svg svg =
        new Svg(
            width, height, "font-family", "ui-monospace,Menlo,Consolas,monospace", "font-size", 11);
    svg.style(
        """
        text{fill:#7a7a7a}.n{font-size:12px}.w{fill:none;stroke:#3c8f5a;stroke-width:1.5}
        .v{fill:none;stroke:#4a7fb5;stroke-width:1.2}.x{fill:#c0504033;stroke:#c05040}
        .g{stroke:#80808040}.h{fill:#3c8f5a26}.f{fill:#d0403030}.m{fill:#d04030;font-weight:bold}
        """);
    svg.title(fault.isEmpty() ? "waveform" : fault);
    if (!fault.isEmpty()) {
      String shown = fault.length() > 160 ? fault.substring(0, 159) + "\u2026" : fault;
      svg.text(12, 14, shown, "class", "m");
    }
    grid(svg, height - FOOT);
    for (int i = 0; i < signals.size(); i++) {
      row(svg, i, signals.get(i), HEAD + i * ROW);
    }
    SequencedMap<String, String> legend = new LinkedHashMap<>();
    legend.put("h", "VALID and READY");
    legend.put("x", "unknown");
    if (!fault.isEmpty()) {
      legend.put("f", "cycle of the fault");
    }
    return svg.legend(12, height - FOOT, legend).text();
  }

  private void grid(Svg svg, int height) {
    int step = Math.max(1, (CHARACTER * 8 + column - 1) / column);
    for (int i = first; i < end; i++) {
      int x = left + (i - first) * column;
      svg.element("path", "class", "g", "d", "M%d %dV%d".formatted(x, HEAD - 8, height - 8));
      if ((i - first) % step == 0) {
        svg.text(x + 2, HEAD - 12, Long.toString(table.cycles().get(i)));
      }
    }
    int fault = table.faultCycle();
    if (fault >= first && fault < end) {
      int x = left + (fault - first) * column;
      svg.rectangle(x, HEAD - 8, column, height - HEAD, "class", "f");
    }
  }

  private void row(Svg svg, int signal, Port port, int top) {
    boolean named = !port.name().isEmpty() && table.fault().orElse("").startsWith(portOf(port));
    svg.text(12, top + 17, port.name(), "class", named ? "n m" : "n");
    if (port.width() == 1) {
      bits(svg, signal, port, top);
    } else {
      values(svg, signal, top);
    }
  }

  /** The bus of a signal, according to its name. */
  private static String portOf(Port port) {
    int underscore = port.name().lastIndexOf('_');
    return underscore < 0 ? port.name() + " " : port.name().substring(0, underscore) + " ";
  }

  private void bits(Svg svg, int signal, Port port, int top) {
    int partner = partner(port);
    StringBuilder path = new StringBuilder();
    String before = "";
    for (int i = first; i < end; i++) {
      int x = left + (i - first) * column;
      String text = table.text(i, signal);
      if (partner >= 0 && text.equals("1") && table.text(i, partner).equals("1")) {
        svg.rectangle(x, top + HIGH, column, LOW - HIGH, "class", "h");
      }
      if (text.equals("x")) {
        svg.rectangle(x, top + HIGH, column, LOW - HIGH, "class", "x");
        before = "";
        continue;
      }
      int y = top + (text.equals("1") ? HIGH : LOW);
      path.append(before.isEmpty() ? "M%d %d".formatted(x, y) : "V" + y)
          .append('H')
          .append(x + column);
      before = text;
    }
    if (!path.isEmpty()) {
      svg.element("path", "class", "w", "d", path);
    }
  }

  /** The READY of a VALID or the VALID of a READY, by name; -1 if there is none. */
  private int partner(Port port) {
    String name = port.name().toUpperCase(Locale.ROOT);
    String other =
        name.endsWith("VALID")
            ? name.substring(0, name.length() - 5) + "READY"
            : name.endsWith("READY") ? name.substring(0, name.length() - 5) + "VALID" : "";
    List<Port> signals = table.signals();
    for (int i = 0; i < signals.size(); i++) {
      if (signals.get(i).name().toUpperCase(Locale.ROOT).equals(other)) {
        return i;
      }
    }
    return -1;
  }

  private void values(Svg svg, int signal, int top) {
    int start = first;
    while (start < end) {
      int after = table.nextChange(start, end, signal);
      String text = table.text(start, signal);
      int x = left + (start - first) * column;
      int width = (after - start) * column;
      String shape = "M%d %dl3 -7h%dl3 7l-3 7h%dz".formatted(x, top + 13, width - 6, -(width - 6));
      svg.element("path", "class", text.equals("x") ? "x" : "v", "d", shape);
      int room = (width - 8) / CHARACTER;
      if (!text.equals("x") && room > 0) {
        String shown =
            text.length() <= room
                ? text
                : room < 3 ? "" : "\u2026" + text.substring(text.length() - room + 1);
        svg.text(x + 5, top + 17, shown);
      }
      start = after;
    }
  }
}
