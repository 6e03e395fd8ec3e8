package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the file that {@code verilator --xml-only} writes. */
final class VerilatorXml {
  private VerilatorXml() {}

  static Element read(Path file) {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // A tree is as deep as the longest expression or chain of else, so the limit is disabled.
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    Element root = Element.of("", Map.of());
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      Deque<Element> open = new ArrayDeque<>();
      open.push(root);
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            Element element = Element.of(reader.getLocalName(), attributes(reader));
            open.element().children().add(element);
            open.push(element);
          }
          case XMLStreamConstants.END_ELEMENT -> open.pop();
          default -> {}
        }
      }
      return root.child(0);
    } catch (IOException | XMLStreamException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "what Verilator wrote cannot be read: " + e, e);
    }
  }

  private static Map<String, String> attributes(XMLStreamReader reader) {
    Map<String, String> attributes = HashMap.newHashMap(reader.getAttributeCount());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i).intern(), reader.getAttributeValue(i));
    }
    return attributes;
  }
}
