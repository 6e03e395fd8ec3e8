package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Definition;
import dev.backplane.bench.vhdl.Declaration.Kind;
import dev.backplane.bench.vhdl.Declaration.Objects;
import java.util.ArrayList;
import java.util.List;

/** Reads declarations. */
final class DeclarationParser {
  private final TokenStream in;
  private final ExpressionParser expressions;
  private final StatementParser statements;

  DeclarationParser(TokenStream in, ExpressionParser expressions, StatementParser statements) {
    this.in = in;
    this.expressions = expressions;
    this.statements = statements;
  }

  /** Declarations up to the word begin or end. */
  List<Declaration> declarations() {
    List<Declaration> declarations = new ArrayList<>();
    while (!in.atAny("begin", "end")) {
      declarations.add(declaration());
    }
    return declarations;
  }

  private Declaration declaration() {
    Place place = in.place();
    return switch (in.peek().text()) {
      case "type" -> type(place);
      case "subtype" -> {
        in.next();
        String name = in.name();
        in.expect("is");
        yield end(new Declaration.SubtypeOf(name, expressions.subtype(), place));
      }
      case "constant", "signal", "variable", "shared", "file" -> {
        in.accept("shared");
        yield end(objects(Kind.CONSTANT));
      }
      case "alias" -> {
        in.next();
        Token name = in.next();
        Expression type = in.accept(":") ? expressions.subtype() : null;
        in.expect("is");
        yield end(
            new Declaration.Alias(
                name.spelled().startsWith("\\") || name.kind() != Token.Kind.NAME
                    ? name.spelled()
                    : name.text(),
                type,
                expressions.name(),
                place));
      }
      case "component" -> component(place);
      case "function", "procedure", "pure", "impure" -> subprogram(place);
      case "use" -> {
        in.next();
        yield end(new Declaration.Use(useName(), place));
      }
      case "attribute", "disconnect", "group" -> {
        skipTo(";");
        yield new Declaration.Ignored(place);
      }
      case "for" -> binding(place);
      case "package" ->
          throw Refusal.unsupported(place, "packages inside of other declarations are not read");
      default -> throw in.unexpected("a declaration, or 'begin'");
    };
  }

  private Declaration end(Declaration declaration) {
    in.expect(";");
    return declaration;
  }

  private void skipTo(String symbol) {
    while (!in.accept(symbol)) {
      if (in.peek().kind() == Token.Kind.END) {
        throw in.unexpected("'" + symbol + "'");
      }
      in.next();
    }
  }

  Expression useName() {
    Place place = in.place();
    Expression name = new Expression.Simple(in.name(), place);
    while (in.accept(".")) {
      Token suffix = in.next();
      name = new Expression.Selected(name, suffix.text(), place);
    }
    return name;
  }

  private Declaration binding(Place place) {
    in.expect("for");
    List<String> labels = new ArrayList<>();
    do {
      labels.add(in.atAny("all", "others") ? in.next().text() : in.name());
    } while (in.accept(","));
    in.expect(":");
    String component = in.name();
    in.expect("use");
    in.expect("entity");
    Expression entity = expressions.name();
    List<Expression.Element> generics = map("generic");
    List<Expression.Element> ports = map("port");
    in.expect(";");
    if (in.at("end") && in.peek(1).is("for")) {
      in.next();
      in.next();
      in.expect(";");
    }
    return new Declaration.Binding(labels, component, entity, generics, ports, place);
  }

  private List<Expression.Element> map(String word) {
    if (!in.accept(word)) {
      return List.of();
    }
    in.expect("map");
    return expressions.elements();
  }

  private Declaration type(Place place) {
    in.expect("type");
    String name = in.name();
    if (in.accept(";")) {
      return new Declaration.TypeOf(name, null, place);
    }
    in.expect("is");
    Definition definition = definition();
    if (definition instanceof Definition.Other other) {
      if (other.what().equals("protected")) {
        while (!(in.at("end") && in.peek(1).is("protected"))) {
          in.next();
        }
      }
      skipTo(";");
      return new Declaration.TypeOf(name, definition, place);
    }
    return end(new Declaration.TypeOf(name, definition, place));
  }

  private Definition definition() {
    if (in.accept("(")) {
      List<String> literals = new ArrayList<>();
      do {
        Token literal = in.next();
        literals.add(literal.kind() == Token.Kind.CHARACTER ? literal.spelled() : literal.text());
      } while (in.accept(","));
      in.expect(")");
      return new Definition.Enumeration(literals);
    }
    if (in.accept("range")) {
      Expression range = expressions.range();
      if (in.accept("units")) {
        while (!(in.at("end") && in.peek(1).is("units"))) {
          in.next();
        }
        return new Definition.Other("units");
      }
      return new Definition.Numbers(range);
    }
    if (in.accept("array")) {
      in.expect("(");
      List<Expression> indices = new ArrayList<>();
      boolean open = false;
      do {
        Expression index = expressions.choice();
        open |= index instanceof Expression.Subtype s && s.range() instanceof Expression.Open;
        indices.add(index);
      } while (in.accept(","));
      in.expect(")");
      in.expect("of");
      return new Definition.Array(indices, open, expressions.subtype());
    }
    if (in.accept("record")) {
      List<Objects> fields = new ArrayList<>();
      while (!in.accept("end")) {
        fields.add(objects(Kind.VARIABLE));
        in.expect(";");
      }
      in.expect("record");
      in.optionalName();
      return new Definition.Fields(fields);
    }
    return new Definition.Other(in.peek().text());
  }

  /** Objects of one declaration: also generics, ports and parameters. */
  Objects objects(Kind assumed) {
    Place place = in.place();
    Kind kind = assumed;
    for (Kind each : Kind.values()) {
      if (in.accept(each.name().toLowerCase(java.util.Locale.ROOT))) {
        kind = each;
      }
    }
    if (in.atAny("type", "package", "function", "procedure", "impure", "pure")) {
      throw Refusal.unsupported(place, "generics that are no values are not read");
    }
    List<String> names = new ArrayList<>();
    List<String> spelled = new ArrayList<>();
    do {
      spelled.add(in.peek().spelled());
      names.add(in.name());
    } while (in.accept(","));
    in.expect(":");
    String mode = in.atAny("in", "out", "inout", "buffer", "linkage") ? in.next().text() : "";
    Expression type = expressions.subtype();
    in.accept("bus");
    Expression initial = in.accept(":=") ? expressions.expression() : null;
    if (kind == Kind.FILE && in.atAny("open", "is")) {
      while (!in.at(";")) {
        in.next();
      }
    }
    return new Objects(kind, names, spelled, mode, type, initial, place);
  }

  /** A list in parentheses, with its word before it. */
  List<Objects> list(Kind assumed) {
    in.expect("(");
    List<Objects> list = new ArrayList<>();
    while (!in.at(")")) {
      list.add(objects(assumed));
      if (!in.accept(";")) {
        break;
      }
    }
    in.expect(")");
    return list;
  }

  private Declaration component(Place place) {
    in.expect("component");
    String name = in.name();
    in.accept("is");
    List<Objects> generics = in.accept("generic") ? clause(Kind.CONSTANT) : List.of();
    List<Objects> ports = in.accept("port") ? clause(Kind.SIGNAL) : List.of();
    in.expect("end");
    in.accept("component");
    in.optionalName();
    return end(new Declaration.Component(name, generics, ports, place));
  }

  List<Objects> clause(Kind kind) {
    List<Objects> list = list(kind);
    in.expect(";");
    return list;
  }

  private Declaration subprogram(Place place) {
    if (!in.accept("pure")) {
      in.accept("impure");
    }
    boolean function = in.next().is("function");
    Token token = in.next();
    String name = token.kind() == Token.Kind.STRING ? '"' + token.text() + '"' : token.text();
    if (in.at("is") && in.peek(1).is("new")) {
      throw Refusal.unsupported(place, "instances of generic subprograms are not read");
    }
    in.accept("parameter");
    List<Objects> parameters = in.at("(") ? list(Kind.CONSTANT) : List.of();
    Expression result = null;
    if (function) {
      in.expect("return");
      result = expressions.subtype();
    }
    Declaration.Body body = in.accept("is") ? body(function) : null;
    return end(new Declaration.Subprogram(name, function, parameters, result, body, place));
  }

  private Declaration.Body body(boolean function) {
    List<Declaration> declarations = declarations();
    in.expect("begin");
    List<Statement> body = statements.statements();
    in.expect("end");
    in.accept(function ? "function" : "procedure");
    if (!in.at(";")) {
      in.next();
    }
    return new Declaration.Body(declarations, body);
  }
}
