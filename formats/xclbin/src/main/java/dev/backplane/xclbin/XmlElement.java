package dev.backplane.xclbin;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An element of an XML document with what it holds. Names stand without the prefix of a namespace:
 * the formats read here have one namespace each, whose prefix differs between tools.
 *
 * @param name its name
 * @param line the line it starts on
 * @param attributes its attributes
 * @param children the elements in it
 * @param content the text directly in it, without space at both ends
 */
public record XmlElement(
    String name,
    int line,
    Map<String, String> attributes,
    List<XmlElement> children,
    String content) {
  /**
   * Reads a small document. Nothing outside of it is ever fetched, and no entity is expanded.
   *
   * @param document the XML text, UTF-8
   * @return its root
   * @throws XclbinException {@link XclbinError#BAD_XML} or {@link XclbinError#TOO_LARGE}
   */
  public static XmlElement read(byte[] document) {
    return XmlReader.read(Bytes.of(document));
  }

  /**
   * {@return the first element of a name in this one}
   *
   * @param child the name
   */
  public Optional<XmlElement> child(String child) {
    return children.stream().filter(element -> element.name.equals(child)).findFirst();
  }

  /**
   * {@return all elements of a name in this one}
   *
   * @param child the name
   */
  public List<XmlElement> all(String child) {
    return children.stream().filter(element -> element.name.equals(child)).toList();
  }

  XmlElement require(String child) {
    return child(child)
        .orElseThrow(
            () ->
                new XclbinException(
                    XclbinError.BAD_XML,
                    "line %d: <%s> has no <%s>; kernel metadata is at project/platform/device/core"
                        .formatted(line, name, child)));
  }

  /**
   * {@return an attribute, or nothing if it is not there}
   *
   * @param attribute its name
   */
  public String text(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  /** {@return an attribute without which the element has no meaning} */
  String required(String attribute) {
    String value = text(attribute);
    if (value.isEmpty()) {
      throw bad(attribute, "is missing; add it");
    }
    return value;
  }

  /** {@return an unsigned 64-bit number, decimal or 0x-hexadecimal; 0 if it is not there} */
  long number(String attribute) {
    String value = text(attribute).strip();
    if (value.isEmpty()) {
      return 0;
    }
    try {
      return value.startsWith("0x") || value.startsWith("0X")
          ? Long.parseUnsignedLong(value, 2, value.length(), 16)
          : Long.parseUnsignedLong(value);
    } catch (NumberFormatException e) {
      throw new XclbinException(
          XclbinError.BAD_XML,
          "line %d: <%s %s=\"%s\"> is not a decimal or 0x number of 64 bits"
              .formatted(line, name, attribute, value),
          e);
    }
  }

  /** {@return a number from 0 to 2^31-1; 0 if it is not there} */
  int small(String attribute) {
    long value = number(attribute);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw bad(attribute, "is not from 0 to 2147483647");
    }
    return (int) value;
  }

  boolean flag(String attribute) {
    return switch (text(attribute)) {
      case "true", "1" -> true;
      case "", "false", "0" -> false;
      default -> throw bad(attribute, "is neither true nor false");
    };
  }

  XclbinException bad(String attribute, String why) {
    return new XclbinException(
        XclbinError.BAD_XML,
        "line %d: <%s %s=\"%s\"> %s".formatted(line, name, attribute, text(attribute), why));
  }
}
