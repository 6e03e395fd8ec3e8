package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.frontend.text.ParameterValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parser of an index, by the precedence of operators (IEEE 1800-2017, table 11-2). */
final class IndexParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<size>\\d+)?\\s*'(?<sign>[sS]?)(?<radix>[bodhBODH])\\s*(?<digits>[0-9a-fA-F_]+)"
              + "|(?<plain>\\d[\\d_]*)(?!\\s*')"
              + "|(?<name>[A-Za-z_][\\w$]*)"
              + "|(?<operator><<<|>>>|<<|>>|[-+*/%&|^~()]))");

  /** The operators with two operands that are read, the weakest first. */
  private static final List<Set<String>> LEVELS =
      List.of(
          Set.of("|"),
          Set.of("^"),
          Set.of("&"),
          Set.of("<<", ">>", "<<<", ">>>"),
          Set.of("+", "-"),
          Set.of("*", "/", "%"));

  private static final Pattern SLICE = Pattern.compile("\\[([^\\[\\]:]*):([^\\[\\]:]*)\\]");

  private static final int MOST_DIGITS = 6;

  private final String text;
  private final int column;
  private final Map<Integer, Expression> operands;
  private final Matcher token;
  private int at;

  private IndexParser(String text, int column, Map<Integer, Expression> operands) {
    this.text = text.stripTrailing();
    this.column = column;
    this.operands = operands;
    this.token = TOKEN.matcher(this.text);
  }

  /**
   * Parses an index.
   *
   * @param text the text
   * @param column the column where it begins
   * @param operands the operands that the tree has, by the columns where they begin
   * @return the term, or null if the index has something that is not read here
   */
  static @Nullable IndexTerm parse(String text, int column, Map<Integer, Expression> operands) {
    IndexParser parser = new IndexParser(text, column, operands);
    IndexTerm term = parser.level(0);
    return parser.at == parser.text.length() ? term : null;
  }

  private boolean look() {
    return token.region(at, text.length()).lookingAt();
  }

  private @Nullable String operator() {
    return look() ? token.group("operator") : null;
  }

  private @Nullable IndexTerm level(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    IndexTerm left = level(level + 1);
    for (String operator = operator();
        left != null && operator != null && LEVELS.get(level).contains(operator);
        operator = operator()) {
      at = token.end();
      IndexTerm right = level(level + 1);
      left = right == null ? null : new IndexTerm.Binary(operator, left, right);
    }
    return left;
  }

  private @Nullable IndexTerm unary() {
    String operator = operator();
    if (operator == null) {
      return look() ? primary() : null;
    }
    at = token.end();
    return switch (operator) {
      case "(" -> {
        IndexTerm inner = level(0);
        if (!")".equals(operator())) {
          yield null;
        }
        at = token.end();
        yield inner;
      }
      case "+", "-", "~" -> {
        IndexTerm operand = unary();
        yield operand == null ? null : new IndexTerm.Unary(operator, operand);
      }
      default -> null;
    };
  }

  private @Nullable IndexTerm primary() {
    at = token.end();
    String name = token.group("name");
    if (name != null) {
      return named(name, token.start("name"));
    }
    String plain = token.group("plain");
    if (plain != null) {
      return literal(plain, 10, Integer.SIZE, true);
    }
    String size = token.group("size");
    if (size != null && size.length() > MOST_DIGITS) {
      return null;
    }
    return literal(
        token.group("digits"),
        ParameterValue.radix(token.group("radix")),
        size == null ? Integer.SIZE : Integer.parseInt(size),
        !token.group("sign").isEmpty());
  }

  private @Nullable IndexTerm named(String name, int start) {
    String selection = selectionFrom(at);
    Expression operand = operands.get(column + start);
    if (selection == null || (operand == null && !selection.isEmpty())) {
      return null;
    }
    at += selection.length();
    if (operand == null) {
      return new IndexTerm.Constant(name);
    }
    if (operand instanceof Expression.Bits || operand instanceof Expression.Name) {
      Expression of = operand instanceof Expression.Bits bits ? bits.from() : operand;
      boolean same = of instanceof Expression.Name found && found.name().equals(name);
      return !same ? null : selection.isEmpty() ? whole(operand) : slice(operand, selection);
    }
    return selection.isEmpty() ? null : new IndexTerm.Operand(operand);
  }

  private static @Nullable IndexTerm whole(Expression operand) {
    return operand instanceof Expression.Name ? new IndexTerm.Operand(operand) : null;
  }

  private static @Nullable IndexTerm slice(Expression operand, String selection) {
    Matcher bounds = SLICE.matcher(selection);
    if (!bounds.matches()) {
      // One bit, whose place may be variable, is never cut.
      return selection.indexOf(':') < 0 && selection.indexOf('[', 1) < 0
          ? new IndexTerm.Operand(operand)
          : null;
    }
    IndexTerm left = parse(bounds.group(1), 0, Map.of());
    IndexTerm right = parse(bounds.group(2), 0, Map.of());
    return left == null || right == null ? null : new IndexTerm.Slice(operand, left, right);
  }

  /** The selections or arguments behind a name, or null if there is something else. */
  private @Nullable String selectionFrom(int from) {
    int place = from;
    while (place >= 0 && place < text.length() && "[(".indexOf(text.charAt(place)) >= 0) {
      place = behindBracket(place);
    }
    boolean more = place < 0 || (place < text.length() && ".:".indexOf(text.charAt(place)) >= 0);
    return more ? null : text.substring(from, place);
  }

  private int behindBracket(int open) {
    int depth = 0;
    for (int place = open; place < text.length(); place++) {
      char c = text.charAt(place);
      depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
      if (depth == 0) {
        return place + 1;
      }
    }
    return -1;
  }

  private static @Nullable IndexTerm literal(String digits, int radix, int width, boolean signed) {
    try {
      return new IndexTerm.Literal(new BigInteger(digits.replace("_", ""), radix), width, signed);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
