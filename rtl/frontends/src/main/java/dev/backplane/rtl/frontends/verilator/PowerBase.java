package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The base of a power, whose width is that of its context (IEEE 1800-2017, table 11-21). Verilator
 * computes it in its own width, so {@code (a + b) ** 2} loses the carry. Its tree is the same for
 * {@code {a + b} ** 2}, which has none: the text of the source tells one from the other.
 */
final class PowerBase {
  private static final Pattern WORD = Pattern.compile("([$`]?[A-Za-z_][\\w$]*)$");
  private static final Set<String> STATEMENTS =
      Set.of("return", "if", "while", "case", "casez", "casex", "repeat", "else", "inside");
  private static final Set<String> SIGNS = Set.of("$signed", "$unsigned");

  private PowerBase() {}

  /** A power with its base in the width that the language gives it. */
  static Expression of(Expression.Apply power, SourceTexts texts) {
    if (!ContextSizing.isExtension(power.arguments().getFirst())) {
      return power;
    }
    Expression.Apply extended = (Expression.Apply) power.arguments().getFirst();
    Expression base = extended.arguments().getFirst();
    if (!(base instanceof Expression.Apply operation) || !ContextSizing.dependsOnWidth(operation)) {
      return power;
    }
    if (!texts.textFrom(power.location()).startsWith("**")) {
      return unknown(power);
    }
    return switch (context(operation, texts.linesBefore(power.location()).stripTrailing())) {
      case OWN -> power;
      case UNKNOWN -> unknown(power);
      case SURROUNDING -> {
        int width = ((Type.Packed) extended.type()).width();
        List<Expression> arguments = new ArrayList<>(power.arguments());
        arguments.set(0, ContextSizing.of(operation, width, extended.operator().equals("extends")));
        yield new Expression.Apply(power.type(), power.location(), power.operator(), arguments);
      }
    };
  }

  private static Expression unknown(Expression.Apply power) {
    return new Expression.Unsupported(
        power.type(),
        power.location(),
        "a power of an expression whose width cannot be told here. Assign its base to a variable"
            + " of the width that you mean");
  }

  /** The origin of the width of a base. */
  private enum Context {
    SURROUNDING,
    OWN,
    UNKNOWN
  }

  private static Context context(Expression.Apply operation, String before) {
    boolean isSign = Set.of("negate", "not").contains(operation.operator());
    if (before.endsWith("}")) {
      int open = opening(before, '{', '}');
      if (open < 0) {
        return Context.UNKNOWN;
      }
      // A concatenation has its own width, but not a sign before it.
      String outside = before.substring(0, open).stripTrailing();
      return !isSign
          ? Context.OWN
          : outside.endsWith("-") || outside.endsWith("~") ? Context.UNKNOWN : Context.OWN;
    }
    if (!before.endsWith(")")) {
      return before.isEmpty() ? Context.UNKNOWN : Context.SURROUNDING;
    }
    int open = opening(before, '(', ')');
    if (open < 0) {
      return Context.UNKNOWN;
    }
    String outside = before.substring(0, open).stripTrailing();
    Matcher word = WORD.matcher(outside);
    if (word.find() && !STATEMENTS.contains(word.group(1))) {
      String earlier = outside.substring(0, word.start()).stripTrailing();
      if (SIGNS.contains(word.group(1))) {
        return isSign && (earlier.endsWith("-") || earlier.endsWith("~"))
            ? Context.UNKNOWN
            : Context.OWN;
      }
      return isSign ? Context.SURROUNDING : Context.UNKNOWN;
    }
    return outside.endsWith("'") ? Context.OWN : Context.SURROUNDING;
  }

  /** The place of the bracket that the last one closes, or -1. */
  private static int opening(String text, char open, char close) {
    int depth = 0;
    for (int at = text.length() - 1; at >= 0; at--) {
      depth += text.charAt(at) == close ? 1 : text.charAt(at) == open ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }
}
