package dev.backplane.view.diagram;

import java.util.List;

/**
 * Boxes with ports, and lines between them, without places.
 *
 * @param boxes the boxes
 * @param lines the lines
 * @param down whether lines go down, rather than to the right
 */
public record Diagram(List<Box> boxes, List<Line> lines, boolean down) {
  /** Copies the lists. */
  public Diagram {
    boxes = List.copyOf(boxes);
    lines = List.copyOf(lines);
  }

  /**
   * A box.
   *
   * @param id its name in the diagram
   * @param kind the kind of thing that it is, which the page gives a colour
   * @param title its first line
   * @param text the lines below
   * @param ports where lines may end
   */
  public record Box(String id, String kind, String title, List<String> text, List<Port> ports) {
    /** Copies the lists. */
    public Box {
      text = List.copyOf(text);
      ports = List.copyOf(ports);
    }
  }

  /**
   * A place on the edge of a box.
   *
   * @param id its name in the box
   * @param label what stands beside it
   * @param out whether lines begin there, rather than end
   */
  public record Port(String id, String label, boolean out) {}

  /**
   * A line.
   *
   * @param kind the kind of connection, which the page gives a form
   * @param label what stands beside it; may be empty
   * @param from where it begins
   * @param to where it ends
   */
  public record Line(String kind, String label, End from, End to) {}

  /**
   * An end of a line.
   *
   * @param box the name of the box
   * @param port the name of the port; empty for the box itself
   */
  public record End(String box, String port) {}
}
