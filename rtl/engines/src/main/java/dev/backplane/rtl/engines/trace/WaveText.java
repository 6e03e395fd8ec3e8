package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;

/** Draws cycles of a table as text, for a terminal. */
public final class WaveText {
  private final WaveTable table;

  /**
   * Creates a drawing.
   *
   * @param table the table to draw
   */
  public WaveText(WaveTable table) {
    this.table = table;
  }

  /**
   * Draws cycles.
   *
   * @param first the index of the first cycle in the table
   * @param end the index after the last
   * @param width the characters of a line; further cycles are drawn below
   * @return the lines
   */
  public List<String> lines(int first, int end, int width) {
    List<Port> signals = table.signals();
    int names = signals.stream().mapToInt(port -> port.name().length()).max().orElse(0) + 2;
    int room = Math.max(20, width - names);
    int cell = Math.clamp(room / Math.max(1, end - first), 2, 10);
    int perLine = Math.max(1, room / cell);
    List<String> lines = new ArrayList<>();
    for (int start = first; start < end; start += perLine) {
      if (start > first) {
        lines.add("");
      }
      draw(lines, start, Math.min(end, start + perLine), names, cell);
    }
    return lines;
  }

  private void draw(List<String> lines, int first, int end, int names, int cell) {
    StringBuilder head = new StringBuilder(" ".repeat(names));
    for (int i = first; i < end; i++) {
      int at = names + (i - first) * cell;
      if (head.length() <= at) {
        head.append(" ".repeat(at - head.length())).append(table.cycles().get(i)).append(' ');
      }
    }
    lines.add(head.toString().stripTrailing());
    int fault = table.faultCycle();
    if (fault >= first && fault < end) {
      lines.add(" ".repeat(names + (fault - first) * cell) + "v fault");
    }
    List<Port> signals = table.signals();
    for (int i = 0; i < signals.size(); i++) {
      StringBuilder line = new StringBuilder(signals.get(i).name());
      line.append(" ".repeat(names - line.length()));
      if (signals.get(i).width() == 1) {
        for (int row = first; row < end; row++) {
          String text = table.text(row, i);
          line.append((text.equals("0") ? "_" : text.equals("1") ? "#" : "x").repeat(cell));
        }
      } else {
        values(line, i, first, end, cell);
      }
      lines.add(line.toString());
    }
  }

  private void values(StringBuilder line, int signal, int first, int end, int cell) {
    int start = first;
    while (start < end) {
      int after = table.nextChange(start, end, signal);
      String text = table.text(start, signal);
      int room = (after - start) * cell - 1;
      String fitting =
          text.length() <= room
              ? text
              : room < 2 ? "~".repeat(room) : "~" + text.substring(text.length() - room + 1);
      line.append('|')
          .append(fitting)
          .append((text.equals("x") ? "x" : "-").repeat(room - fitting.length()));
      start = after;
    }
  }
}
