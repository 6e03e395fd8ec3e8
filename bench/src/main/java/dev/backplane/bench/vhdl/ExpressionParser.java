package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.bench.vhdl.Token.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads expressions, names, ranges and types. */
final class ExpressionParser {
  private static final Set<String> LOGICAL = Set.of("and", "or", "xor", "nand", "nor", "xnor");
  private static final Set<String> RELATIONS =
      Set.of("=", "/=", "<", "<=", ">", ">=", "?=", "?/=", "?<", "?<=", "?>", "?>=");
  private static final Set<String> SHIFTS = Set.of("sll", "srl", "sla", "sra", "rol", "ror");
  private static final Set<String> SUMS = Set.of("+", "-", "&");
  private static final Set<String> PRODUCTS = Set.of("*", "/", "mod", "rem");

  private final TokenStream in;

  ExpressionParser(TokenStream in) {
    this.in = in;
  }

  private boolean at(Set<String> operators) {
    return (in.peek().kind() == Kind.SYMBOL || in.peek().kind() == Kind.KEYWORD)
        && operators.contains(in.peek().text());
  }

  Expression expression() {
    Place place = in.place();
    if (in.accept("??")) {
      return new Expression.Unary("??", primary(), place);
    }
    Expression left = relation();
    while (at(LOGICAL)) {
      Token operator = in.next();
      left = new Expression.Binary(operator.text(), left, relation(), operator.place());
    }
    return left;
  }

  private Expression relation() {
    Expression left = shift();
    if (at(RELATIONS)) {
      Token operator = in.next();
      return new Expression.Binary(operator.text(), left, shift(), operator.place());
    }
    return left;
  }

  private Expression shift() {
    Expression left = sum();
    if (at(SHIFTS)) {
      Token operator = in.next();
      return new Expression.Binary(operator.text(), left, sum(), operator.place());
    }
    return left;
  }

  private Expression sum() {
    Place place = in.place();
    Expression left;
    if (in.at("-") || in.at("+")) {
      String sign = in.next().text();
      left = new Expression.Unary(sign, product(), place);
    } else {
      left = product();
    }
    while (at(SUMS)) {
      Token operator = in.next();
      left = new Expression.Binary(operator.text(), left, product(), operator.place());
    }
    return left;
  }

  private Expression product() {
    Expression left = factor();
    while (at(PRODUCTS)) {
      Token operator = in.next();
      left = new Expression.Binary(operator.text(), left, factor(), operator.place());
    }
    return left;
  }

  private Expression factor() {
    Place place = in.place();
    if (in.atAny("abs", "not") || at(LOGICAL)) {
      String operator = in.next().text();
      return new Expression.Unary(operator, primary(), place);
    }
    Expression base = primary();
    if (in.accept("**")) {
      return new Expression.Binary("**", base, primary(), place);
    }
    return base;
  }

  private Expression primary() {
    Token token = in.peek();
    Place place = token.place();
    switch (token.kind()) {
      case INTEGER -> {
        in.next();
        Expression number = new Expression.Whole(new BigInteger(token.text()), place);
        return in.atName() ? new Expression.Physical(number, in.name(), place) : number;
      }
      case REAL -> {
        in.next();
        Expression number = new Expression.RealNumber(Double.parseDouble(token.text()), place);
        return in.atName() ? new Expression.Physical(number, in.name(), place) : number;
      }
      case CHARACTER -> {
        in.next();
        return new Expression.Letter(token.spelled(), place);
      }
      case BITS -> {
        in.next();
        return new Expression.Text(token.text(), place);
      }
      case STRING -> {
        return in.peek(1).is("(") ? name() : new Expression.Text(in.next().text(), place);
      }
      case NAME -> {
        return name();
      }
      default -> {
        if (in.at("(")) {
          return aggregate();
        }
        if (in.accept("open")) {
          return new Expression.Open(place);
        }
        throw in.unexpected("an expression");
      }
    }
  }

  private Expression aggregate() {
    Place place = in.place();
    List<Element> elements = elements();
    return elements.size() == 1 && elements.getFirst().choices().isEmpty()
        ? elements.getFirst().value()
        : new Expression.Aggregate(elements, place);
  }

  /** A name with all that is applied to it. */
  Expression name() {
    Token first = in.peek();
    Expression name;
    if (first.kind() == Kind.STRING) {
      name = new Expression.Simple('"' + in.next().text() + '"', first.place());
    } else {
      name = new Expression.Simple(in.name(), first.place());
    }
    while (true) {
      Place place = in.place();
      if (in.accept(".")) {
        Token suffix = in.next();
        name =
            new Expression.Selected(
                name,
                suffix.kind() == Kind.STRING ? '"' + suffix.text() + '"' : suffix.text(),
                place);
      } else if (in.at("(")) {
        name = new Expression.Applied(name, elements(), place);
      } else if (in.at("[")) {
        while (!in.accept("]")) {
          in.next();
        }
      } else if (in.accept("'")) {
        if (in.at("(")) {
          name = new Expression.Qualified(name, aggregate(), place);
        } else {
          String attribute = in.next().text();
          Expression argument = null;
          if (in.at("(")) {
            List<Element> elements = elements();
            argument = elements.getFirst().value();
          }
          name = new Expression.Attribute(name, attribute, argument, place);
        }
      } else {
        return name;
      }
    }
  }

  /** Arguments, indices, elements of an aggregate. */
  List<Element> elements() {
    in.expect("(");
    List<Element> elements = new ArrayList<>();
    do {
      List<Expression> choices = choices();
      if (in.accept("=>")) {
        elements.add(new Element(choices, choice()));
      } else if (choices.size() == 1) {
        elements.add(new Element(List.of(), choices.getFirst()));
      } else {
        throw in.unexpected("'=>'");
      }
    } while (in.accept(","));
    in.expect(")");
    return elements;
  }

  /** Choices with bars between them. */
  List<Expression> choices() {
    List<Expression> choices = new ArrayList<>();
    do {
      choices.add(choice());
    } while (in.accept("|"));
    return choices;
  }

  /** An expression, a range, a subtype or the word others. */
  Expression choice() {
    Place place = in.place();
    if (in.accept("others")) {
      return new Expression.Others(place);
    }
    if (in.accept("<>")) {
      return new Expression.Open(place);
    }
    Expression expression = expression();
    if (in.accept("range")) {
      if (in.accept("<>")) {
        return new Expression.Subtype(expression, new Expression.Open(place), List.of(), place);
      }
      return new Expression.Subtype(expression, range(), List.of(), place);
    }
    return rangeAfter(expression);
  }

  private Expression rangeAfter(Expression left) {
    if (in.atAny("to", "downto")) {
      Token direction = in.next();
      return new Expression.Span(left, direction.is("downto"), expression(), left.place());
    }
    return left;
  }

  /** A range: bounds, an attribute or a subtype. */
  Expression range() {
    return rangeAfter(expression());
  }

  /** A range of a loop or a generate statement. */
  Expression discreteRange() {
    Expression choice = choice();
    return choice;
  }

  /** A subtype indication. */
  Expression subtype() {
    Place place = in.place();
    if (in.at("(")) {
      // A resolution function of elements.
      elements();
    }
    Expression mark = markName();
    if (in.atName()) {
      mark = markName(); // the first name was a resolution function
    }
    if (in.accept("range")) {
      return new Expression.Subtype(mark, range(), List.of(), place);
    }
    // A constraint of elements follows that of the array.
    Expression made = mark;
    while (in.at("(")) {
      made = new Expression.Subtype(made, null, elements(), place);
    }
    return made;
  }

  private Expression markName() {
    Expression mark = new Expression.Simple(in.name(), in.place());
    while (true) {
      Place place = in.place();
      if (in.accept(".")) {
        mark = new Expression.Selected(mark, in.name(), place);
      } else if (in.at("'") && in.peek(1).kind() == Kind.NAME) {
        in.next();
        mark = new Expression.Attribute(mark, in.name(), null, place);
      } else {
        return mark;
      }
    }
  }

  @Nullable Expression optionalCondition(String keyword) {
    return in.accept(keyword) ? expression() : null;
  }
}
