package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Statement.Choice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads sequential statements. */
final class StatementParser {
  private final TokenStream in;
  private final ExpressionParser expressions;

  StatementParser(TokenStream in, ExpressionParser expressions) {
    this.in = in;
    this.expressions = expressions;
  }

  /** Statements up to a word that ends them. */
  List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    while (!in.atAny("end", "elsif", "else", "when")) {
      statements.add(statement());
    }
    return statements;
  }

  private Statement statement() {
    String label = null;
    if (in.atName() && in.peek(1).is(":")) {
      label = in.name();
      in.next();
    }
    Place place = in.place();
    Token token = in.peek();
    if (in.accept("if")) {
      return ifStatement(place);
    }
    if (in.accept("case")) {
      return caseStatement(place);
    }
    if (in.atAny("for", "while", "loop")) {
      return loop(label, place);
    }
    if (in.atAny("exit", "next")) {
      boolean next = in.next().is("next");
      String of = in.optionalName();
      Expression condition = expressions.optionalCondition("when");
      return end(new Statement.Leave(next, of, condition, place));
    }
    if (in.accept("return")) {
      Expression value = in.at(";") ? null : expressions.expression();
      return end(new Statement.Return(value, place));
    }
    if (in.accept("null")) {
      return end(new Statement.Nothing(place));
    }
    if (in.accept("assert")) {
      return end(assertion(place));
    }
    if (in.accept("report")) {
      expressions.expression();
      if (in.accept("severity")) {
        expressions.expression();
      }
      return end(new Statement.Nothing(place));
    }
    if (in.accept("wait")) {
      Expression until = null;
      while (!in.at(";")) {
        if (in.accept("until")) {
          until = expressions.expression();
        } else {
          in.next();
        }
      }
      return end(new Statement.Wait(until, place));
    }
    if (in.accept("with")) {
      return selected(place, null);
    }
    if (token.kind() != Token.Kind.NAME && !in.at("(")) {
      throw in.unexpected("a statement");
    }
    Expression target = target();
    if (in.atAny("<=", ":=")) {
      return end(assignment(target, place));
    }
    return end(new Statement.Call(target, place));
  }

  /** A name, or names in parentheses. */
  Expression target() {
    return in.at("(")
        ? new Expression.Aggregate(expressions.elements(), in.place())
        : expressions.name();
  }

  private Statement end(Statement statement) {
    in.expect(";");
    return statement;
  }

  Statement assertion(Place place) {
    expressions.expression();
    if (in.accept("report")) {
      expressions.expression();
    }
    if (in.accept("severity")) {
      expressions.expression();
    }
    return new Statement.Nothing(place);
  }

  /** An assignment after its target. */
  Statement assignment(Expression target, Place place) {
    boolean variable = in.next().is(":=");
    if (!variable) {
      delayMechanism();
    }
    List<Choice> values = new ArrayList<>();
    do {
      Expression value = waveform();
      Expression condition = expressions.optionalCondition("when");
      values.add(new Choice(value, condition));
    } while (in.accept("else"));
    return new Statement.Assign(target, values, variable, place);
  }

  private void delayMechanism() {
    if (in.accept("guarded")) {
      throw in.unexpected("a value; guards are not read");
    }
    if (in.accept("reject")) {
      expressions.expression();
    }
    if (!in.accept("transport")) {
      in.accept("inertial");
    }
  }

  /** A value; its delay means nothing. Null for one that changes nothing. */
  private @Nullable Expression waveform() {
    if (in.accept("unaffected")) {
      return null;
    }
    Expression value = expressions.expression();
    if (in.accept("after")) {
      expressions.expression();
    }
    if (in.at(",")) {
      throw Refusal.unsupported(in.place(), "waveforms of several values are not hardware");
    }
    return value;
  }

  /** A selected assignment after the word with. */
  Statement selected(Place place, @Nullable Expression ignored) {
    Expression selector = expressions.expression();
    in.expect("select");
    boolean matching = in.accept("?");
    Expression target = target();
    boolean variable = in.at(":=");
    if (!variable && !in.at("<=")) {
      throw in.unexpected("'<='");
    }
    in.next();
    delayMechanism();
    List<Statement.Selected> alternatives = new ArrayList<>();
    do {
      Expression value = waveform();
      in.expect("when");
      alternatives.add(new Statement.Selected(expressions.choices(), value));
    } while (in.accept(","));
    in.expect(";");
    return new Statement.SelectAssign(selector, target, alternatives, variable, matching, place);
  }

  private Statement ifStatement(Place place) {
    List<Statement.Branch> branches = new ArrayList<>();
    do {
      Expression condition = expressions.expression();
      in.expect("then");
      branches.add(new Statement.Branch(condition, statements()));
    } while (in.accept("elsif"));
    if (in.accept("else")) {
      branches.add(new Statement.Branch(null, statements()));
    }
    in.expect("end");
    in.expect("if");
    in.optionalName();
    return end(new Statement.If(branches, place));
  }

  private Statement caseStatement(Place place) {
    boolean matching = in.accept("?");
    Expression selector = expressions.expression();
    in.expect("is");
    List<Statement.Alternative> alternatives = new ArrayList<>();
    while (in.accept("when")) {
      List<Expression> choices = expressions.choices();
      in.expect("=>");
      alternatives.add(new Statement.Alternative(choices, statements()));
    }
    in.expect("end");
    in.expect("case");
    in.accept("?");
    in.optionalName();
    return end(new Statement.Case(selector, alternatives, matching, place));
  }

  private Statement loop(@Nullable String label, Place place) {
    String variable = null;
    Expression head = null;
    if (in.accept("for")) {
      variable = in.name();
      in.expect("in");
      head = expressions.discreteRange();
    } else if (in.accept("while")) {
      head = expressions.expression();
    }
    in.expect("loop");
    List<Statement> body = statements();
    in.expect("end");
    in.expect("loop");
    in.optionalName();
    return end(
        variable == null || head == null
            ? new Statement.While(label, head, body, place)
            : new Statement.For(label, variable, head, body, place));
  }
}
