package dev.backplane.examples.digits;

import java.util.Locale;

/** A drawing that grows shape by shape, in the SVG format. Coordinates are pixels, downwards. */
final class Svg {
  /** The position of a text relative to its coordinates. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /**
   * The style of a line.
   *
   * @param color its color
   * @param width its width in pixels
   * @param dashes lengths of dashes and gaps, or {@code none}
   */
  record Stroke(String color, double width, String dashes) {
    static Stroke solid(String color, double width) {
      return new Stroke(color, width, "none");
    }
  }

  private final StringBuilder shapes = new StringBuilder();
  private final int width;
  private final int height;

  Svg(int width, int height) {
    this.width = width;
    this.height = height;
  }

  Svg rectangle(double x, double y, double wide, double high, String fill) {
    return add(
        String.format(
            Locale.ROOT,
            "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'/>",
            x,
            y,
            wide,
            high,
            fill));
  }

  Svg line(double x1, double y1, double x2, double y2, Stroke stroke) {
    return add(
        String.format(
            Locale.ROOT,
            "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='%.1f'"
                + " stroke-dasharray='%s'/>",
            x1,
            y1,
            x2,
            y2,
            stroke.color(),
            stroke.width(),
            stroke.dashes()));
  }

  Svg point(double x, double y, String color) {
    return add(
        String.format(Locale.ROOT, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>", x, y, color));
  }

  Svg text(double x, double y, Anchor anchor, int size, String color, String text) {
    return add(
        String.format(
            Locale.ROOT,
            "<text x='%.1f' y='%.1f' text-anchor='%s' font-size='%d' fill='%s'>%s</text>",
            x,
            y,
            anchor.name().toLowerCase(Locale.ROOT),
            size,
            color,
            escaped(text)));
  }

  /** Adds a text that is read upwards, as beside a vertical axis. */
  Svg textUpwards(double x, double y, int size, String color, String text) {
    return add(
        String.format(
            Locale.ROOT,
            "<text transform='translate(%.1f %.1f) rotate(-90)' text-anchor='middle'"
                + " font-size='%d' fill='%s'>%s</text>",
            x,
            y,
            size,
            color,
            escaped(text)));
  }

  /** {@return the drawing as a file has it} */
  String text() {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">
    <rect width="100%%" height="100%%" fill="#ffffff"/>
    %3$s</svg>
    """
        .formatted(width, height, shapes);
  }

  private Svg add(String shape) {
    shapes.append(shape).append('\n');
    return this;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
