package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Concurrent.Block;
import dev.backplane.bench.vhdl.Declaration.Kind;
import dev.backplane.bench.vhdl.Expression.Element;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads design units and their concurrent statements. */
final class UnitParser {
  private final TokenStream in;
  private final ExpressionParser expressions;
  private final StatementParser statements;
  private final DeclarationParser declarations;
  private final Set<String> libraries = new HashSet<>();

  UnitParser(List<Token> tokens) {
    in = new TokenStream(tokens);
    expressions = new ExpressionParser(in);
    statements = new StatementParser(in, expressions);
    declarations = new DeclarationParser(in, expressions, statements);
  }

  /** {@return the names of libraries that the units mention} */
  Set<String> libraries() {
    return libraries;
  }

  List<DesignUnit> units() {
    List<DesignUnit> units = new ArrayList<>();
    List<Declaration> context = new ArrayList<>();
    while (in.peek().kind() != Token.Kind.END) {
      Place place = in.place();
      if (in.accept("library")) {
        do {
          libraries.add(in.name());
        } while (in.accept(","));
        in.expect(";");
      } else if (in.accept("use")) {
        do {
          context.add(new Declaration.Use(declarations.useName(), place));
        } while (in.accept(","));
        in.expect(";");
      } else {
        units.add(unit(List.copyOf(context)));
        context.clear();
      }
    }
    return units;
  }

  private DesignUnit unit(List<Declaration> context) {
    Place place = in.place();
    if (in.accept("entity")) {
      return entity(context, place);
    }
    if (in.accept("architecture")) {
      String name = in.name();
      in.expect("of");
      String entity = in.name();
      in.expect("is");
      Block body = body();
      ending("architecture", name);
      return new DesignUnit.Architecture(name, entity, context, body, place);
    }
    if (in.accept("package")) {
      boolean body = in.accept("body");
      String name = in.name();
      in.expect("is");
      if (in.atAny("new", "generic")) {
        throw Refusal.unsupported(place, "packages with generics are not read");
      }
      List<Declaration> list = declarations.declarations();
      in.expect("end");
      if (in.accept("package")) {
        in.accept("body");
      }
      name(name);
      in.expect(";");
      return new DesignUnit.PackageUnit(name, body, context, list, place);
    }
    if (in.accept("configuration")) {
      return configuration(place);
    }
    throw in.unexpected("a design unit");
  }

  private DesignUnit configuration(Place place) {
    String name = in.name();
    in.expect("of");
    String entity = in.name();
    in.expect("is");
    in.expect("for");
    String architecture = in.name();
    if (!in.at("end")) {
      throw Refusal.unsupported(in.place(), "bindings in configurations are not read");
    }
    in.next();
    in.expect("for");
    in.expect(";");
    ending("configuration", name);
    return new DesignUnit.Configuration(name, entity, architecture, place);
  }

  private DesignUnit entity(List<Declaration> context, Place place) {
    String spelled = in.peek().spelled();
    String name = in.name();
    in.expect("is");
    List<Declaration.Objects> generics =
        in.accept("generic") ? declarations.clause(Kind.CONSTANT) : List.of();
    List<Declaration.Objects> ports =
        in.accept("port") ? declarations.clause(Kind.SIGNAL) : List.of();
    List<Declaration> own = declarations.declarations();
    if (in.accept("begin")) {
      concurrent();
    }
    ending("entity", name);
    return new DesignUnit.Entity(name, spelled, context, generics, ports, own, place);
  }

  private void ending(String keyword, String name) {
    in.expect("end");
    in.accept(keyword);
    name(name);
    in.expect(";");
  }

  private void name(String expected) {
    Place place = in.place();
    String found = in.optionalName();
    if (found != null && !found.equals(expected)) {
      throw Refusal.invalid(place, "'" + found + "' ends what is called '" + expected + "'");
    }
  }

  /** Declarations, begin, statements; the end is left. */
  private Block body() {
    List<Declaration> list = declarations.declarations();
    in.expect("begin");
    return new Block(list, concurrent());
  }

  private List<Concurrent> concurrent() {
    List<Concurrent> list = new ArrayList<>();
    while (!in.atAny("end", "elsif", "else", "when")) {
      Concurrent statement = concurrentStatement();
      if (statement != null) {
        list.add(statement);
      }
    }
    return list;
  }

  private @Nullable Concurrent concurrentStatement() {
    Place place = in.place();
    String label = "";
    if (in.atName() && in.peek(1).is(":")) {
      label = in.name();
      in.next();
    }
    in.accept("postponed");
    if (in.accept("process")) {
      return process(label, place);
    }
    if (in.accept("block")) {
      in.accept("is");
      Block body = body();
      in.expect("end");
      in.expect("block");
      in.optionalName();
      in.expect(";");
      return new Concurrent.Inner(label, body, place);
    }
    if (in.atAny("for", "if", "case")) {
      return generate(label, place);
    }
    if (in.accept("assert")) {
      statements.assertion(place);
      in.expect(";");
      return null;
    }
    if (in.accept("with")) {
      return assignment(label, statements.selected(place, null), place);
    }
    if (in.atAny("entity", "component", "configuration")) {
      return instance(label, in.next().text(), expressions.name(), place);
    }
    Expression first = statements.target();
    if (in.at("<=")) {
      Statement made = statements.assignment(first, place);
      in.expect(";");
      return assignment(label, made, place);
    }
    if (in.atAny("generic", "port") || (!label.isEmpty() && first instanceof Expression.Simple)) {
      return instance(label, "component", first, place);
    }
    in.expect(";");
    return assignment(label, new Statement.Call(first, place), place);
  }

  private static Concurrent assignment(String label, Statement statement, Place place) {
    return new Concurrent.ProcessStatement(label, List.of(), List.of(statement), place);
  }

  private Concurrent process(String label, Place place) {
    if (in.at("(")) {
      if (in.peek(1).is("all")) {
        in.next();
        in.next();
        in.expect(")");
      } else {
        expressions.elements();
      }
    }
    in.accept("is");
    List<Declaration> list = declarations.declarations();
    in.expect("begin");
    List<Statement> body = statements.statements();
    in.expect("end");
    in.accept("postponed");
    in.expect("process");
    in.optionalName();
    in.expect(";");
    return new Concurrent.ProcessStatement(label, list, body, place);
  }

  private Concurrent instance(String label, String kind, Expression named, Place place) {
    Expression unit = named;
    String architecture = null;
    if (kind.equals("entity")
        && unit instanceof Expression.Applied applied
        && applied.elements().size() == 1
        && applied.elements().getFirst().value() instanceof Expression.Simple simple) {
      architecture = simple.name();
      unit = applied.prefix();
    }
    List<Element> generics = List.of();
    List<Element> ports = List.of();
    if (in.accept("generic")) {
      in.expect("map");
      generics = expressions.elements();
    }
    if (in.accept("port")) {
      in.expect("map");
      ports = expressions.elements();
    }
    in.expect(";");
    return new Concurrent.Instance(label, kind, unit, architecture, generics, ports, place);
  }

  private Concurrent generate(String label, Place place) {
    if (in.accept("for")) {
      String variable = in.name();
      in.expect("in");
      Expression range = expressions.discreteRange();
      in.expect("generate");
      Block body = arm();
      endGenerate();
      return new Concurrent.ForGenerate(label, variable, range, body, place);
    }
    if (in.accept("if")) {
      List<Concurrent.Arm> arms = new ArrayList<>();
      do {
        alternativeLabel();
        Expression condition = expressions.expression();
        in.expect("generate");
        arms.add(new Concurrent.Arm(condition, arm()));
      } while (in.accept("elsif"));
      if (in.accept("else")) {
        alternativeLabel();
        in.expect("generate");
        arms.add(new Concurrent.Arm(null, arm()));
      }
      endGenerate();
      return new Concurrent.IfGenerate(label, arms, place);
    }
    in.expect("case");
    Expression selector = expressions.expression();
    in.expect("generate");
    List<Concurrent.CaseArm> arms = new ArrayList<>();
    while (in.accept("when")) {
      alternativeLabel();
      List<Expression> choices = expressions.choices();
      in.expect("=>");
      arms.add(new Concurrent.CaseArm(choices, arm()));
    }
    endGenerate();
    return new Concurrent.CaseGenerate(label, selector, arms, place);
  }

  private void alternativeLabel() {
    if (in.atName() && in.peek(1).is(":")) {
      in.next();
      in.next();
    }
  }

  private Block arm() {
    List<Declaration> list = new ArrayList<>();
    boolean declared =
        in.atAny(
            "begin",
            "signal",
            "constant",
            "type",
            "subtype",
            "function",
            "procedure",
            "component",
            "attribute",
            "alias",
            "shared",
            "use",
            "pure",
            "impure");
    if (declared) {
      list.addAll(declarations.declarations());
      in.expect("begin");
    }
    Block block = new Block(list, concurrent());
    // The end of an alternative with a begin of its own.
    if (declared && in.at("end") && !in.peek(1).is("generate")) {
      in.next();
      in.optionalName();
      in.expect(";");
    }
    return block;
  }

  private void endGenerate() {
    in.expect("end");
    in.expect("generate");
    in.optionalName();
    in.expect(";");
  }
}
