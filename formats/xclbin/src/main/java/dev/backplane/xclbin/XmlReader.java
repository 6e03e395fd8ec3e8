package dev.backplane.xclbin;

import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads a small XML document. Nothing outside of it is ever fetched, no entity is expanded. */
final class XmlReader {
  // Real metadata is some ten kilobytes and seven elements deep; these keep a hostile one from
  // taking all memory.
  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_ELEMENTS = 200_000;
  private static final int MOST_DEPTH = 64;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private XmlReader() {}

  static XmlElement read(Bytes document) {
    if (document.size() > MOST_BYTES) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "the metadata has %d bytes, at most %d are accepted"
              .formatted(document.size(), MOST_BYTES));
    }
    try {
      var reader = factory().createXMLStreamReader(new StringReader(text(document)));
      try {
        return tree(reader);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException e) {
      throw malformed(e);
    } catch (XclbinException e) {
      throw e;
    } catch (RuntimeException e) {
      // The parser of the JDK lets some malformed input out as exceptions of its own making.
      throw malformed(e);
    }
  }

  /** Decodes here, not in the parser, which prints about malformed bytes on the error stream. */
  private static String text(Bytes document) {
    var bytes = document.buffer();
    while (bytes.limit() > 0 && bytes.get(bytes.limit() - 1) == 0) {
      // Some tools end the text as C does.
      bytes.limit(bytes.limit() - 1);
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(bytes);
      return text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK
          ? text.subSequence(1, text.length()).toString()
          : text.toString();
    } catch (CharacterCodingException e) {
      throw new XclbinException(
          XclbinError.BAD_XML,
          "the metadata is not UTF-8 at byte %d; write it as UTF-8".formatted(bytes.position()),
          e);
    }
  }

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    XMLResolver nothing =
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("refers to " + systemId + " outside of the file");
        };
    factory.setXMLResolver(nothing);
    return factory;
  }

  private static XmlElement tree(XMLStreamReader reader) throws XMLStreamException {
    var encoding = reader.getCharacterEncodingScheme();
    if (encoding != null && !encoding.equalsIgnoreCase("UTF-8")) {
      throw refused(reader, "says encoding %s; write it as UTF-8".formatted(encoding));
    }
    var open = new ArrayDeque<Open>();
    @Nullable XmlElement root = null;
    int elements = 0;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.DTD ->
            throw refused(reader, "has a DOCTYPE, which is not accepted; remove it");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw refused(reader, "refers to an entity, which is not accepted; write it out");
        case XMLStreamConstants.START_ELEMENT -> {
          if (++elements > MOST_ELEMENTS || open.size() == MOST_DEPTH) {
            throw refused(
                reader,
                "has more than %d elements or %d levels".formatted(MOST_ELEMENTS, MOST_DEPTH));
          }
          open.addLast(element(reader));
        }
        case XMLStreamConstants.END_ELEMENT -> {
          var element = open.removeLast().close();
          if (open.isEmpty()) {
            root = element;
          } else {
            open.getLast().children().add(element);
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (!open.isEmpty()) {
            open.getLast().content().append(reader.getText());
          }
        }
        default -> {
          // Comments and processing instructions have no meaning here.
        }
      }
    }
    if (root == null) {
      throw new XclbinException(XclbinError.BAD_XML, "the metadata has no element");
    }
    return root;
  }

  /** An element whose end was not seen yet. */
  private record Open(
      String name,
      int line,
      Map<String, String> attributes,
      List<XmlElement> children,
      StringBuilder content) {
    XmlElement close() {
      return new XmlElement(name, line, attributes, children, content.toString().strip());
    }
  }

  private static Open element(XMLStreamReader reader) {
    int count = reader.getAttributeCount();
    Map<String, String> attributes = count == 0 ? Map.of() : LinkedHashMap.newLinkedHashMap(count);
    for (int i = 0; i < count; i++) {
      attributes.put(bare(reader.getAttributeLocalName(i)), reader.getAttributeValue(i));
    }
    return new Open(
        bare(reader.getLocalName()),
        reader.getLocation().getLineNumber(),
        Collections.unmodifiableMap(attributes),
        new ArrayList<>(0),
        new StringBuilder());
  }

  private static String bare(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private static XclbinException refused(XMLStreamReader reader, String why) {
    return new XclbinException(
        XclbinError.BAD_XML,
        "line %d: the metadata %s".formatted(reader.getLocation().getLineNumber(), why));
  }

  private static XclbinException malformed(Exception cause) {
    var message = String.valueOf(cause.getMessage()).replace('\n', ' ');
    return new XclbinException(
        XclbinError.BAD_XML, "the metadata is not well-formed XML: " + message, cause);
  }
}
