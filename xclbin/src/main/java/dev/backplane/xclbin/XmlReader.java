package dev.backplane.xclbin;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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

  private XmlReader() {}

  static XmlElement read(Bytes document) {
    if (document.size() > MOST_BYTES) {
      throw new XclbinException(
          XclbinError.TOO_LARGE,
          "the metadata has %d bytes, at most %d are accepted"
              .formatted(document.size(), MOST_BYTES));
    }
    byte[] text = document.toArray();
    int length = text.length;
    while (length > 0 && text[length - 1] == 0) {
      // Some tools end the text as C does.
      length--;
    }
    try {
      var reader = factory().createXMLStreamReader(new ByteArrayInputStream(text, 0, length));
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
    var open = new ArrayDeque<XmlElement>();
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
          var element = element(reader);
          if (open.isEmpty()) {
            root = element;
          } else {
            open.getLast().children().add(element);
          }
          open.addLast(element);
        }
        case XMLStreamConstants.END_ELEMENT -> open.removeLast();
        default -> {
          // Text, comments and processing instructions have no meaning here.
        }
      }
    }
    if (root == null) {
      throw new XclbinException(XclbinError.BAD_XML, "the metadata has no element");
    }
    return root;
  }

  private static XmlElement element(XMLStreamReader reader) {
    int count = reader.getAttributeCount();
    Map<String, String> attributes = count == 0 ? Map.of() : LinkedHashMap.newLinkedHashMap(count);
    for (int i = 0; i < count; i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    return new XmlElement(
        reader.getLocalName(),
        reader.getLocation().getLineNumber(),
        Collections.unmodifiableMap(attributes),
        new ArrayList<>(0));
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
