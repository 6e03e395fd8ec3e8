package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the file that {@code verilator --xml-only} writes, of versions up to 5.043. It has no
 * pointers: {@link XmlResolution} adds what they would say.
 */
record XmlTreeReader() implements SyntaxTreeReader {
  @Override
  public String file() {
    return "design.xml";
  }

  @Override
  public List<String> options() {
    return List.of("--xml-only", "--xml-output", file(), "-Wno-DEPRECATED");
  }

  @Override
  public SyntaxTree read(Path work, UnaryOperator<String> originalNames) {
    Element document = parse(work.resolve(file()));
    Map<String, String> files = new HashMap<>();
    for (Element list : document.children("files")) {
      list.children("file").forEach(each -> files.put(each.get("id"), each.get("filename")));
    }
    SyntaxTree tree = new SyntaxTree(document.children("netlist").getFirst(), files);
    new XmlResolution(new SourceTexts(work, files, originalNames)).resolve(tree.root());
    return tree;
  }

  private static Element parse(Path file) {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // A tree is as deep as the longest expression or chain of else, so the limit is disabled.
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    Element root = Element.of("", new HashMap<>());
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
