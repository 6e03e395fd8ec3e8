package dev.backplane.cli.help;

import java.util.List;
import java.util.Locale;

/**
 * Writes the language of manual pages: headings, paragraphs, lists and text that stays as it is.
 */
final class Roff {
  private final StringBuilder page = new StringBuilder();

  /** Begins a page of commands. */
  Roff(String name, String version, String program) {
    request("TH", name.toUpperCase(Locale.ROOT), "1", "", version, program);
    // No hyphens in names of options, and no words pulled apart.
    page.append(".nh\n.ad l\n");
  }

  Roff heading(String title) {
    request("SH", title);
    return this;
  }

  Roff paragraph(String text) {
    page.append(".PP\n");
    return text(text);
  }

  Roff text(String text) {
    line(escaped(text));
    return this;
  }

  /** A word or two, and below them their meaning; the words have their fonts. */
  Roff item(String words, String meaning) {
    page.append(".TP\n");
    line(words);
    return text(meaning);
  }

  /** Lines that keep their ends and their spaces. */
  Roff verbatim(List<String> lines) {
    page.append(".PP\n.RS 4\n.nf\n");
    lines.forEach(each -> line(escaped(each)));
    page.append(".fi\n.RE\n");
    return this;
  }

  static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  static String escaped(String text) {
    return text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace("`", "\\(ga")
        .replace("^", "\\(ha")
        .replace("~", "\\(ti");
  }

  private void request(String name, String... arguments) {
    page.append('.').append(name);
    for (String argument : arguments) {
      page.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
    }
    page.append('\n');
  }

  /** A full stop at the beginning would be a request. */
  private void line(String text) {
    page.append(text.startsWith(".") ? "\\&" : "").append(text).append('\n');
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
