package dev.backplane.svg;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A drawing that grows element by element and needs nothing beside it. Coordinates are pixels,
 * downwards from the top left. Attributes are given as names and values in turn; values are texts,
 * which are escaped, or numbers, which have one decimal at most. The same calls make the same
 * bytes. For use by one thread.
 */
public final class Svg {
  private static final int CHARACTER = 7;
  private static final int SWATCH = 12;

  private final StringBuilder svg = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins a drawing.
   *
   * @param width its width
   * @param height its height
   * @param attributes of the whole, such as {@code "font-size", 12}
   */
  public Svg(double width, double height, Object... attributes) {
    open.push("svg");
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attributes("width", width, "height", height);
    attributes("viewBox", "0 0 " + number(width) + " " + number(height));
    attributes(attributes);
    svg.append(">\n");
  }

  /** Adds rules of CSS for the elements, written as they are. */
  public Svg style(String rules) {
    svg.append("<style>\n").append(rules.strip()).append("\n</style>\n");
    return this;
  }

  /** Defines the tip of an arrow, for {@code "marker-end", "url(#id)"} of a path. */
  public Svg arrow(String id) {
    begin(
        "marker",
        "id",
        id,
        "viewBox",
        "0 0 8 8",
        "refX",
        7,
        "refY",
        4,
        "markerWidth",
        8,
        "markerHeight",
        8,
        "orient",
        "auto");
    return element("path", "d", "M0 0 L8 4 L0 8 z").end();
  }

  /** Begins an element that has others, up to its {@link #end}. */
  public Svg begin(String name, Object... attributes) {
    open.push(name);
    svg.append('<').append(name);
    attributes(attributes);
    svg.append(">\n");
    return this;
  }

  /** Ends the element that was begun last. */
  public Svg end() {
    svg.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** Adds an element without others. */
  public Svg element(String name, Object... attributes) {
    svg.append('<').append(name);
    attributes(attributes);
    svg.append("/>\n");
    return this;
  }

  /** Adds words that a viewer shows for the element that was begun last, or for the whole. */
  public Svg title(String words) {
    svg.append("<title>").append(escaped(words)).append("</title>\n");
    return this;
  }

  /** Adds a text. */
  public Svg text(double x, double y, String words, Object... attributes) {
    svg.append("<text");
    attributes("x", x, "y", y);
    attributes(attributes);
    svg.append('>').append(escaped(words)).append("</text>\n");
    return this;
  }

  /** Adds a rectangle; one without an area is left out. */
  public Svg rectangle(double x, double y, double width, double height, Object... attributes) {
    if (width <= 0 || height <= 0) {
      return this;
    }
    svg.append("<rect");
    attributes("x", x, "y", y, "width", width, "height", height);
    attributes(attributes);
    svg.append("/>\n");
    return this;
  }

  /**
   * Adds a legend in one line: for each class of CSS a square in its colours, and words.
   *
   * @param x its left end
   * @param y its top
   * @param words by class
   */
  public Svg legend(double x, double y, SequencedMap<String, String> words) {
    double left = x;
    for (Map.Entry<String, String> each : words.entrySet()) {
      rectangle(left, y, SWATCH, SWATCH, "class", each.getKey());
      text(left + SWATCH + 5, y + SWATCH - 2, each.getValue());
      left += SWATCH + 5 + CHARACTER * each.getValue().length() + 16;
    }
    return this;
  }

  /** {@return the drawing as a file has it, which ends with a line feed} */
  public String text() {
    if (open.size() != 1) {
      throw new IllegalStateException("the element " + open.peek() + " has no end");
    }
    return svg + "</svg>\n";
  }

  private void attributes(Object... pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      Object value = pairs[i + 1];
      svg.append(' ')
          .append(pairs[i])
          .append("=\"")
          .append(
              value instanceof Number number
                  ? number(number.doubleValue())
                  : escaped(value.toString()))
          .append('"');
    }
  }

  /** {@return a number for data of a path, with one decimal at most, alike in every locale} */
  public static String number(double value) {
    long tenths = Math.round(value * 10);
    return tenths % 10 == 0 ? Long.toString(tenths / 10) : Double.toString(tenths / 10.0);
  }

  /** Characters that XML does not have become a question mark. */
  private static String escaped(String words) {
    StringBuilder escaped = new StringBuilder(words.length());
    words
        .codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isCharacterOfXml(each) ? each : '?');
              }
            });
    return escaped.toString();
  }

  private static boolean isCharacterOfXml(int each) {
    boolean half = each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE;
    return each >= ' ' && each != 0xfffe && each != 0xffff && !half;
  }
}
