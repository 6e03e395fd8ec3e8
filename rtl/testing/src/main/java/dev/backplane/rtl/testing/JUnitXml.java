package dev.backplane.rtl.testing;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes results as JUnit XML, as Jenkins, GitLab and GitHub's actions read it. The waveform of a
 * failure is attached both as a property and as {@code [[ATTACHMENT|file]]} in its output.
 */
public final class JUnitXml {
  private static final double NANOS = 1e9;

  private JUnitXml() {}

  /**
   * Writes a document.
   *
   * @param suites the results, by the file that has the cases
   * @return its text
   */
  public static String write(Map<Path, List<CaseResult>> suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, 0);
      xml.writeStartElement("testsuites");
      counts(xml, suites.values().stream().flatMap(List::stream).toList());
      for (Map.Entry<Path, List<CaseResult>> suite : suites.entrySet()) {
        line(xml, 1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", clean(suite.getKey().toString()));
        counts(xml, suite.getValue());
        xml.writeAttribute("skipped", "0");
        for (CaseResult result : suite.getValue()) {
          testCase(xml, suite.getKey(), result);
        }
        line(xml, 1);
        xml.writeEndElement();
      }
      line(xml, 0);
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text.append("\n").toString();
  }

  private static void counts(XMLStreamWriter xml, List<CaseResult> results)
      throws XMLStreamException {
    xml.writeAttribute("tests", Integer.toString(results.size()));
    xml.writeAttribute("failures", count(results, CaseResult.Status.FAILED));
    xml.writeAttribute("errors", count(results, CaseResult.Status.ERROR));
    xml.writeAttribute("time", seconds(results.stream().mapToLong(CaseResult::nanos).sum()));
  }

  private static String count(List<CaseResult> results, CaseResult.Status status) {
    return Long.toString(results.stream().filter(result -> result.status() == status).count());
  }

  private static void testCase(XMLStreamWriter xml, Path file, CaseResult result)
      throws XMLStreamException {
    line(xml, 2);
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", clean(file.toString()));
    xml.writeAttribute("name", clean(result.name()));
    xml.writeAttribute("file", clean(file.toString()));
    xml.writeAttribute("line", Integer.toString(result.line()));
    xml.writeAttribute("time", seconds(result.nanos()));
    line(xml, 3);
    xml.writeStartElement("properties");
    property(xml, "engine", result.engine());
    property(xml, "seed", Long.toString(result.seed()));
    property(xml, "cycles", Long.toString(result.cycles()));
    if (result.waveform().isPresent()) {
      property(xml, "attachment", result.waveform().get().toString());
    }
    line(xml, 3);
    xml.writeEndElement();
    if (result.status() != CaseResult.Status.PASSED) {
      line(xml, 3);
      boolean failed = result.status() == CaseResult.Status.FAILED;
      xml.writeStartElement(failed ? "failure" : "error");
      xml.writeAttribute("message", clean(result.problem().lines().findFirst().orElse("")));
      xml.writeAttribute("type", failed ? "failure" : "error");
      xml.writeCharacters(clean(result.problem()));
      xml.writeEndElement();
    }
    output(xml, result);
    line(xml, 2);
    xml.writeEndElement();
  }

  private static void output(XMLStreamWriter xml, CaseResult result) throws XMLStreamException {
    if (result.warnings().isEmpty() && result.waveform().isEmpty()) {
      return;
    }
    line(xml, 3);
    xml.writeStartElement("system-out");
    for (String warning : result.warnings()) {
      xml.writeCharacters(clean(warning) + "\n");
    }
    if (result.waveform().isPresent()) {
      xml.writeCharacters("[[ATTACHMENT|" + clean(result.waveform().get().toString()) + "]]\n");
    }
    xml.writeEndElement();
  }

  private static void property(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    line(xml, 4);
    xml.writeEmptyElement("property");
    xml.writeAttribute("name", name);
    xml.writeAttribute("value", clean(value));
  }

  private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / NANOS);
  }

  /** The text without what XML cannot say. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder();
    text.codePoints()
        .map(
            c ->
                c == '\n'
                        || c == '\t'
                        || (c >= 0x20 && c < 0xd800)
                        || (c > 0xdfff && c != 0xfffe && c != 0xffff)
                    ? c
                    : '?')
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }
}
