package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads messages: {@code $display}, {@code $error} and its like, and what assertions become. */
final class ReportReader {
  /** The text that Verilator puts before the text of the source. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "\\[%0t\\] (?:%%Error|%%Fatal|%%Warning|-Info): [^\\s:]+:\\d+: [^%]*%m(?:: )?");

  /** Promises that are not checked: see the decisions on what sources promise. */
  private static final Pattern PROMISE =
      Pattern.compile("'?(?:unique0?|priority|synthesis|synopsys)\\b.*", Pattern.DOTALL);

  private static final Pattern CALL = Pattern.compile("\\$\\w+");
  private static final Pattern PLACE = Pattern.compile("%(\\d*)([a-zA-Z%~])");

  private final SourceTexts texts;
  private final ExpressionReader expressions;

  ReportReader(SourceTexts texts, ExpressionReader expressions) {
    this.texts = texts;
    this.expressions = expressions;
  }

  Statement message(Element element, SourceLocation location) {
    if (element.children().size() != 1 || !element.child(0).is("sformatf")) {
      return new Statement.Ignored(location, "a message into a file");
    }
    List<Element> arguments =
        element.child(0).children().stream().filter(each -> !each.is("scopename")).toList();
    String text = element.child(0).get("name").replaceAll("\n+$", "");
    Matcher prefix = PREFIX.matcher(text);
    if (!prefix.lookingAt()) {
      return report(location, Effect.Severity.INFO, text, arguments);
    }
    String own = text.substring(prefix.end());
    if (PROMISE.matcher(own).matches()) {
      return new Statement.Block(location, "", List.of(), List.of());
    }
    String source = texts.textFrom(location);
    Effect.Severity severity =
        source.startsWith("$fatal")
            ? Effect.Severity.FATAL
            : source.startsWith("$warning")
                ? Effect.Severity.WARNING
                : source.startsWith("$info") ? Effect.Severity.INFO : Effect.Severity.ERROR;
    Matcher call = CALL.matcher(source);
    String what = call.lookingAt() ? call.group() : "an assertion does not hold";
    boolean silent = own.isEmpty() || own.equals("'assert' failed.");
    return report(
        location,
        severity,
        what + " in %m" + (silent ? "" : ": " + own),
        arguments.subList(Math.min(1, arguments.size()), arguments.size()));
  }

  /** An end of the simulation, unless it belongs to the message before it. */
  Statement end(Element element, SourceLocation location) {
    String call = "$" + element.tag();
    return texts.textFrom(location).startsWith(call)
        ? new Statement.Report(
            location, Effect.Severity.FATAL, "the design called " + call + " in %m", List.of())
        : new Statement.Block(location, "", List.of(), List.of());
  }

  /** Gives each place of a format its argument; times are written without one. */
  private Statement report(
      SourceLocation location, Effect.Severity severity, String text, List<Element> arguments) {
    StringBuilder format = new StringBuilder();
    List<Expression> values = new ArrayList<>();
    Matcher place = PLACE.matcher(text);
    int next = 0;
    while (place.find()) {
      // Verilator marks decimal numbers with a sign by a tilde.
      String letter = place.group(2).replace('~', 'd').toLowerCase(Locale.ROOT);
      String written;
      if (letter.equals("%") || letter.equals("m")) {
        written = "%" + letter;
      } else if (next == arguments.size()) {
        written = "?";
      } else {
        Element argument = arguments.get(next++);
        if (argument.is("time") || argument.is("timed")) {
          written = "%t";
        } else if ("dhxobcst".contains(letter)) {
          values.add(expressions.read(argument));
          written = letter.equals("t") ? "%0d" : "%" + place.group(1) + letter;
        } else {
          written = "?";
        }
      }
      place.appendReplacement(format, Matcher.quoteReplacement(written));
    }
    place.appendTail(format);
    return new Statement.Report(location, severity, format.toString(), values);
  }
}
