package dev.backplane.xclbin;

import java.nio.charset.StandardCharsets;

/** Writes elements and attributes, indented, always in the same way. */
final class XmlWriter {
  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  private int depth;

  /** Starts an element; attributes follow, then {@link #content} or {@link #close}. */
  XmlWriter open(String element) {
    out.repeat("  ", depth).append('<').append(element);
    return this;
  }

  XmlWriter attribute(String name, String value) {
    out.append(' ').append(name).append("=\"");
    value.codePoints().forEach(c -> character(c, name, value));
    out.append('"');
    return this;
  }

  /** Writes an attribute unless it says nothing. */
  XmlWriter optional(String name, String value) {
    return value.isEmpty() ? this : attribute(name, value);
  }

  XmlWriter hex(String name, long value) {
    return attribute(name, "0x" + Long.toHexString(value));
  }

  XmlWriter number(String name, long value) {
    return attribute(name, Long.toUnsignedString(value));
  }

  XmlWriter flag(String name, boolean value) {
    return attribute(name, value ? "true" : "false");
  }

  /** Ends the start tag and writes what is in the element, then its end. */
  void content(String element, Runnable inner) {
    out.append(">\n");
    depth++;
    inner.run();
    depth--;
    out.repeat("  ", depth).append("</").append(element).append(">\n");
  }

  /** Ends an element without content. */
  void close() {
    out.append("/>\n");
  }

  Bytes bytes() {
    return Bytes.owned(out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void character(int c, String name, String value) {
    switch (c) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      case '"' -> out.append("&quot;");
      // A reader turns these into spaces unless they are written as references.
      case '\t', '\n', '\r' -> out.append("&#").append(c).append(';');
      default -> {
        boolean allowed = (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c != 0xfffe && c != 0xffff);
        if (!allowed) {
          throw new XclbinException(
              XclbinError.BAD_VALUE,
              "metadata attribute %s='%s' has the character U+%04X, which XML cannot hold"
                  .formatted(name, value, c));
        }
        out.appendCodePoint(c);
      }
    }
  }
}
