package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The width and the sign that an expression takes from what surrounds it (IEEE 1800-2017, 11.6 and
 * 11.8): both go down through operators to their operands, and only those are extended.
 */
final class ContextSizing {
  private static final Set<String> ALL_OPERANDS =
      Set.of(
          "add", "sub", "mul", "muls", "div", "divs", "moddiv", "moddivs", "and", "or", "xor",
          "not", "negate");
  private static final Set<String> FIRST_OPERAND =
      Set.of("shiftl", "shiftr", "shiftrs", "pow", "powss", "powsu", "powus");
  private static final Set<String> MORE_BITS_MATTER =
      Set.of(
          "add", "sub", "mul", "muls", "div", "divs", "moddiv", "moddivs", "not", "negate",
          "shiftl", "pow", "powss", "powsu", "powus");

  private ContextSizing() {}

  /** Returns whether an expression is an operand that its context extended. */
  static boolean isExtension(Expression expression) {
    return expression instanceof Expression.Apply apply
        && (apply.operator().equals("extend") || apply.operator().equals("extends"))
        && apply.location().equals(apply.arguments().getFirst().location());
  }

  /** Returns whether an operation has another value in a wider context than if extended itself. */
  static boolean dependsOnWidth(Expression expression) {
    if (!(expression instanceof Expression.Apply apply)) {
      return false;
    }
    return MORE_BITS_MATTER.contains(apply.operator())
        || operands(apply).stream().anyMatch(i -> dependsOnWidth(apply.arguments().get(i)));
  }

  /** An expression in a context of some width and sign. */
  static Expression of(Expression expression, int width, boolean signed) {
    if (isExtension(expression)) {
      return of(((Expression.Apply) expression).arguments().getFirst(), width, signed);
    }
    Type.Packed type = new Type.Packed(width, signed);
    if (expression instanceof Expression.Apply apply && !operands(apply).isEmpty()) {
      List<Expression> arguments = new ArrayList<>(apply.arguments());
      operands(apply).forEach(i -> arguments.set(i, of(arguments.get(i), width, signed)));
      String operator = signed ? apply.operator() : unsigned(apply.operator());
      return new Expression.Apply(type, apply.location(), operator, arguments);
    }
    return expression.type() instanceof Type.Packed own && own.width() < width
        ? new Expression.Apply(
            type, expression.location(), signed ? "extends" : "extend", List.of(expression))
        : expression;
  }

  /** The places of the operands that have the width of the result. */
  private static List<Integer> operands(Expression.Apply apply) {
    if (ALL_OPERANDS.contains(apply.operator())) {
      return apply.arguments().size() == 1 ? List.of(0) : List.of(0, 1);
    }
    if (FIRST_OPERAND.contains(apply.operator())) {
      return List.of(0);
    }
    return apply.operator().equals("cond") ? List.of(1, 2) : List.of();
  }

  private static String unsigned(String operator) {
    return switch (operator) {
      case "muls", "divs", "moddivs", "shiftrs" -> operator.substring(0, operator.length() - 1);
      case "powss" -> "powus";
      case "powsu" -> "pow";
      default -> operator;
    };
  }
}
