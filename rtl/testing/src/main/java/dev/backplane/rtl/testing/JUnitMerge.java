package dev.backplane.rtl.testing;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Joins files of JUnit XML, of this or other programs, into one: suites of one name become one
 * suite, and all numbers are counted anew. Used by one thread.
 */
public final class JUnitMerge {
  private static final String SUITES = "testsuites";
  private static final String SUITE = "testsuite";
  private static final String CASE = "testcase";

  /**
   * The numbers of a document.
   *
   * @param suites how many suites
   * @param tests how many cases
   * @param failures how many of them failed
   * @param errors how many of them could not be run
   * @param skipped how many of them were left out
   */
  public record Counts(int suites, int tests, int failures, int errors, int skipped) {
    /** {@return how many passed} */
    public int passed() {
      return tests - failures - errors - skipped;
    }
  }

  private final Document merged = builder().newDocument();
  private final Map<String, Element> suites = new LinkedHashMap<>();

  /** The first file that has a case, by suite and case. */
  private final Map<String, String> places = new HashMap<>();

  private final List<String> duplicates = new ArrayList<>();
  private BigDecimal time = BigDecimal.ZERO;

  /** Creates one without suites. */
  public JUnitMerge() {
    merged.appendChild(merged.createElement(SUITES));
  }

  /**
   * Adds a file.
   *
   * @param file its name, for messages
   * @param content its bytes
   * @throws RtlException {@link RtlError#DESCRIPTION_INVALID} if it is not JUnit XML; nothing of it
   *     was added then
   */
  public void add(String file, byte[] content) {
    Element root = root(file, content);
    List<Element> found =
        switch (root.getTagName()) {
          case SUITES -> children(root, SUITE);
          case SUITE -> List.of(root);
          default ->
              throw invalid(
                  file,
                  "its root is <%s>, not <testsuites> or <testsuite>".formatted(root.getTagName()),
                  null);
        };
    found.forEach(suite -> check(file, suite));
    found.forEach(suite -> add(file, suite));
  }

  /** {@return sentences about cases that are there more than once; all of them are kept} */
  public List<String> duplicates() {
    return List.copyOf(duplicates);
  }

  /** {@return the numbers of all files} */
  public Counts counts() {
    return counts(merged.getDocumentElement(), suites.size());
  }

  /** {@return the text of the document} */
  public String text() {
    suites.values().forEach(suite -> count(suite, counts(suite, 1)));
    Element root = merged.getDocumentElement();
    count(root, counts());
    root.setAttribute("time", seconds(time));
    try {
      Transformer writer = TransformerFactory.newDefaultInstance().newTransformer();
      writer.setOutputProperty(OutputKeys.INDENT, "yes");
      writer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
      // The writer puts no end of a line behind it.
      writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      StringWriter text = new StringWriter();
      text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
      writer.transform(new DOMSource(merged), new StreamResult(text));
      return text.toString();
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
  }

  private void add(String file, Element from) {
    String name = from.getAttribute("name");
    Element suite = suites.get(name);
    if (suite == null) {
      suite = (Element) merged.importNode(from, false);
      merged.getDocumentElement().appendChild(suite);
      suite.setAttribute("time", "0");
      suites.put(name, suite);
    }
    BigDecimal took = time(file, from);
    time = time.add(took);
    suite.setAttribute("time", seconds(took.add(new BigDecimal(suite.getAttribute("time")))));
    for (Element part : children(from)) {
      if (part.getTagName().equals(CASE)) {
        note(file, name, part);
      }
      append(suite, withoutBlanks((Element) merged.importNode(part, true)));
    }
  }

  /** Every shard repeats its suite, such as its properties: it is there once. */
  private static void append(Element suite, Element part) {
    if (part.getTagName().equals(CASE)
        || children(suite).stream().noneMatch(there -> there.isEqualNode(part))) {
      suite.appendChild(part);
    }
  }

  private void note(String file, String suite, Element test) {
    String name = test.getAttribute("name");
    String before =
        places.putIfAbsent(String.join("\0", suite, test.getAttribute("classname"), name), file);
    if (before != null) {
      duplicates.add(
          before.equals(file)
              ? "'%s' of %s is twice in %s; both are kept".formatted(name, suite, file)
              : "'%s' of %s is in %s and in %s; both are kept"
                  .formatted(name, suite, before, file));
    }
  }

  private static void check(String file, Element suite) {
    var _ = time(file, suite);
    for (Element test : children(suite, CASE)) {
      if (test.getAttribute("name").isEmpty()) {
        throw invalid(file, "a <testcase> of it has no name", null);
      }
    }
  }

  /** {@return the time that a suite says it took, or else its cases together} */
  private static BigDecimal time(String file, Element suite) {
    if (suite.hasAttribute("time")) {
      return number(file, suite.getAttribute("time"));
    }
    return children(suite, CASE).stream()
        .filter(test -> test.hasAttribute("time"))
        .map(test -> number(file, test.getAttribute("time")))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal number(String file, String text) {
    try {
      // Ant writes thousands with a comma.
      return new BigDecimal(text.strip().replace(",", ""));
    } catch (NumberFormatException e) {
      throw invalid(file, "its time '%s' is no number of seconds".formatted(text), e);
    }
  }

  private static Counts counts(Element element, int suites) {
    int[] counts = new int[4];
    count(element, counts);
    return new Counts(suites, counts[0], counts[1], counts[2], counts[3]);
  }

  private static void count(Element element, int[] counts) {
    for (Element part : children(element)) {
      if (!part.getTagName().equals(CASE)) {
        count(part, counts);
        continue;
      }
      counts[0]++;
      // One that failed and could not clean up has both, and counts once.
      if (!children(part, "error").isEmpty()) {
        counts[2]++;
      } else if (!children(part, "failure").isEmpty()) {
        counts[1]++;
      } else if (!children(part, "skipped").isEmpty()) {
        counts[3]++;
      }
    }
  }

  private static void count(Element element, Counts counts) {
    element.setAttribute("tests", Integer.toString(counts.tests()));
    element.setAttribute("failures", Integer.toString(counts.failures()));
    element.setAttribute("errors", Integer.toString(counts.errors()));
    element.setAttribute("skipped", Integer.toString(counts.skipped()));
  }

  private static String seconds(BigDecimal time) {
    return time.toPlainString();
  }

  /** The writer makes lines of its own between elements. */
  private static Element withoutBlanks(Element element) {
    List<Node> all = nodes(element);
    boolean structure = all.stream().anyMatch(Element.class::isInstance);
    for (Node node : all) {
      if (node instanceof Element part) {
        withoutBlanks(part);
      } else if (structure
          && node.getNodeType() == Node.TEXT_NODE
          && node.getTextContent().isBlank()) {
        element.removeChild(node);
      }
    }
    return element;
  }

  private static List<Node> nodes(Element element) {
    return IntStream.range(0, element.getChildNodes().getLength())
        .mapToObj(element.getChildNodes()::item)
        .toList();
  }

  private static List<Element> children(Element element) {
    return nodes(element).stream()
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .toList();
  }

  private static List<Element> children(Element element, String name) {
    return children(element).stream().filter(each -> each.getTagName().equals(name)).toList();
  }

  private static Element root(String file, byte[] content) {
    try {
      return builder().parse(new ByteArrayInputStream(content)).getDocumentElement();
    } catch (SAXParseException e) {
      throw invalid(file, "line %d: %s".formatted(e.getLineNumber(), e.getMessage()), e);
    } catch (SAXException | IOException e) {
      throw invalid(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static RtlException invalid(String file, String problem, @Nullable Exception cause) {
    return new RtlException(
        RtlError.DESCRIPTION_INVALID, file + ": it is not JUnit XML: " + problem, cause);
  }

  private static DocumentBuilder builder() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      // A document type could name files of this machine.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new Throwing());
      return builder;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without it, the parser prints errors. */
  private static final class Throwing implements ErrorHandler {
    @Override
    public void warning(SAXParseException exception) {}

    @Override
    public void error(SAXParseException exception) throws SAXException {
      throw exception;
    }

    @Override
    public void fatalError(SAXParseException exception) throws SAXException {
      throw exception;
    }
  }
}
