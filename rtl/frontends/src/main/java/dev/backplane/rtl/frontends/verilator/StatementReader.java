package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads statements from elements of the syntax tree. */
final class StatementReader {
  private static final Set<String> IGNORED =
      Set.of("fflush", "dumpctl", "cover", "assert", "coverinc");
  private static final Set<String> SKIPPED = Set.of("jumplabel", "comment", "typedef", "var");
  private static final Pattern INSIDE = Pattern.compile("case\\s*\\(.*\\)\\s*inside\\b.*");
  private static final Pattern FULL =
      Pattern.compile("(?:\\b(?:unique|priority)|\\(\\*[^)]*\\bfull_case\\b[^)]*\\*\\))\\s*$");

  private static final Pattern FULL_BY_COMMENT =
      Pattern.compile("case[xz]?\\b[^;:]*?(?://|/\\*)[^;:]*\\bfull_case\\b");

  private final SourceTexts texts;
  private final TypeTable types;
  private final ExpressionReader expressions;
  private final ReportReader reports;

  StatementReader(SourceTexts texts, TypeTable types, ExpressionReader expressions) {
    this.texts = texts;
    this.types = types;
    this.expressions = expressions;
    this.reports = new ReportReader(texts, expressions);
  }

  List<Statement> readAll(List<Element> elements) {
    List<Statement> statements = new ArrayList<>();
    for (Element element : elements) {
      if (!SKIPPED.contains(element.tag())) {
        statements.add(read(element));
      }
    }
    return statements;
  }

  Declaration declaration(Element element) {
    String index = element.get("pinIndex");
    return new Declaration(
        element.location(),
        element.get("name"),
        element.get("id"),
        types.of(element),
        element.get("dir"),
        index.isEmpty() ? 0 : Integer.parseInt(index),
        element.children().isEmpty() || element.child(0).is("delay")
            ? null
            : expressions.value(element.child(0), types.of(element)));
  }

  private Statement read(Element element) {
    SourceLocation location = element.location();
    return switch (element.tag()) {
      case "assign", "assigndly" -> assignment(element, location);
      case "if" ->
          isUniqueCheck(element)
              ? new Statement.Block(location, "", List.of(), part(element, 1))
              : new Statement.If(
                  location, expressions.read(element.child(0)), part(element, 1), part(element, 2));
      case "case" -> readCase(element, location);
      case "while" -> readWhile(element, location);
      case "begin" ->
          new Statement.Block(
              location,
              element.get("name"),
              element.children("var").stream().map(this::declaration).toList(),
              readAll(element.children()));
      case "jumpblock" ->
          new Statement.Labelled(location, element.get("id"), readAll(element.children()));
      case "jumpgo" -> new Statement.Jump(location, element.get("target"));
      case "stmtexpr" -> call(element.child(0), location);
      case "taskref", "funcref" -> call(element, location);
      case "readmem" -> {
        List<Expression> operands = expressions.readAll(element.children());
        yield new Statement.ReadFile(
            location,
            !texts.textFrom(location).startsWith("$readmemb"),
            operands.get(0),
            operands.get(1),
            operands.subList(2, operands.size()));
      }
      case "initialstaticstmt" ->
          new Statement.Unsupported(
              location, "a static variable with an initial value inside of a process");
      case "display" -> reports.message(element, location);
      case "finish", "stop" -> reports.end(element, location);
      case "delay" -> delay(element, location);
      case "wait" -> new Statement.Unsupported(location, "'wait'");
      case "fork" -> new Statement.Unsupported(location, "'fork'");
      case "eventcontrol" ->
          new Statement.Unsupported(location, "an event control inside of a process");
      case "fireevent" -> new Statement.Unsupported(location, "an event");
      case "assignforce", "release" -> new Statement.Unsupported(location, "'force' or 'release'");
      default ->
          IGNORED.contains(element.tag())
              ? new Statement.Ignored(location, "$" + element.tag())
              : new Statement.Unsupported(location, "'" + element.tag() + "'");
    };
  }

  private Statement delay(Element element, SourceLocation location) {
    return element.child(0).is("const")
            && Literal.parse(element.child(0).get("name")).value().signum() == 0
        ? new Statement.Afterwards(
            location, readAll(element.children().subList(1, element.children().size())))
        : new Statement.Unsupported(location, "a delay");
  }

  private Statement assignment(Element element, SourceLocation location) {
    Statement assign =
        new Statement.Assign(
            location,
            expressions.read(element.child(1)),
            expressions.read(element.child(0)),
            element.is("assigndly"));
    // An intra-assignment delay is a third child; it has no meaning in clocked logic.
    return element.children("delay").isEmpty()
        ? assign
        : new Statement.Block(
            location, "", List.of(), List.of(new Statement.Ignored(location, "a delay"), assign));
  }

  /**
   * Tells whether an {@code if} is Verilator's check that the conditions of a {@code unique if} are
   * mutually exclusive. If they are not, the first one is taken all the same.
   */
  private static boolean isUniqueCheck(Element element) {
    Element condition = element.child(0);
    return (condition.is("onehot") || condition.is("onehot0"))
        && condition.location().equals(element.location())
        && (element.children().size() == 2 || isViolation(element.child(2), element.location()));
  }

  private static boolean isViolation(Element otherwise, SourceLocation location) {
    return otherwise.children().size() == 1
        && otherwise.child(0).is("if")
        && otherwise.child(0).child(0).is("cexpr")
        && otherwise.child(0).location().equals(location);
  }

  private List<Statement> part(Element element, int index) {
    return index < element.children().size() ? block(element.child(index)) : List.of();
  }

  /** The statements of a part, in a block if the part has variables. */
  private List<Statement> block(Element part) {
    List<Statement> statements = readAll(part.children());
    List<Declaration> variables = part.children("var").stream().map(this::declaration).toList();
    return variables.isEmpty()
        ? statements
        : List.of(new Statement.Block(part.location(), "", variables, statements));
  }

  private Statement call(Element element, SourceLocation location) {
    Expression call = expressions.read(element);
    if (call instanceof Expression.Call c) {
      return new Statement.CallStatement(location, c);
    }
    return call instanceof Expression.Unsupported unsupported
        ? new Statement.Unsupported(location, unsupported.what())
        : new Statement.Block(location, "", List.of(), List.of());
  }

  private Statement readWhile(Element element, SourceLocation location) {
    List<Element> parts = element.children();
    List<Statement> body = new ArrayList<>();
    parts.subList(2, parts.size()).forEach(part -> body.addAll(block(part)));
    return new Statement.While(
        location, readAll(parts.get(0).children()), expressions.read(parts.get(1).child(0)), body);
  }

  private Statement readCase(Element element, SourceLocation location) {
    List<Statement.Item> items = new ArrayList<>();
    for (Element item : element.children("caseitem")) {
      List<Expression> labels = new ArrayList<>();
      int last = item.children().size() - 1;
      item.children().subList(0, last).forEach(label -> labels.add(expressions.read(label)));
      items.add(new Statement.Item(labels, part(item, last)));
    }
    String text = texts.textFrom(location);
    Statement.Wildcards wild =
        switch (element.get("kwd")) {
          case "casex" -> Statement.Wildcards.X_AND_Z;
          case "casez" -> Statement.Wildcards.Z;
          default ->
              INSIDE.matcher(text).matches()
                  ? Statement.Wildcards.X_AND_Z
                  : Statement.Wildcards.NONE;
        };
    boolean full =
        FULL.matcher(texts.textBefore(location)).find()
            || FULL_BY_COMMENT.matcher(text).lookingAt();
    return new Statement.Case(location, expressions.read(element.child(0)), items, wild, full);
  }
}
