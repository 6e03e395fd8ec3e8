package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.frontends.text.ParameterValue;
import java.math.BigInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a constant expression in the text of the source: numbers, names, sums, products, {@code
 * $clog2}.
 */
final class SourceConstant {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\d+)?'[sS]?([bodhBODH])([0-9a-fA-F_]+)|(\\d[\\d_]*)|(\\$?[A-Za-z_][\\w$]*)|(\\S))");

  private static final class UnsupportedExpressionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedExpressionException() {
      super(null, null, false, false);
    }
  }

  private final Matcher tokens;
  private final Function<String, @Nullable BigInteger> constant;
  private String operator = "";
  private @Nullable BigInteger number;

  SourceConstant(String text, Function<String, @Nullable BigInteger> constant) {
    this.tokens = TOKEN.matcher(text.strip());
    this.constant = constant;
  }

  /** The value, or null if the expression is not supported. */
  @Nullable BigInteger value() {
    try {
      next();
      BigInteger value = sum();
      return operator.isEmpty() && number == null ? value : null;
    } catch (UnsupportedExpressionException | ArithmeticException e) {
      return null;
    }
  }

  private void next() {
    operator = "";
    number = null;
    if (!tokens.find()) {
      return;
    }
    if (tokens.group(3) != null) {
      int radix = ParameterValue.radix(tokens.group(2));
      number = parsed(tokens.group(3), radix);
    } else if (tokens.group(4) != null) {
      number = parsed(tokens.group(4), 10);
    } else if ("$clog2".equals(tokens.group(5))) {
      operator = "$clog2";
    } else if (tokens.group(5) != null) {
      number = constant.apply(tokens.group(5));
      operator = number == null ? "?" : "";
    } else {
      operator = tokens.group(6);
    }
  }

  private static BigInteger parsed(String digits, int radix) {
    try {
      return new BigInteger(digits.replace("_", ""), radix);
    } catch (NumberFormatException e) {
      throw new UnsupportedExpressionException();
    }
  }

  private BigInteger sum() {
    BigInteger value = product();
    while (operator.equals("+") || operator.equals("-")) {
      BinaryOperator<BigInteger> apply =
          operator.equals("+") ? BigInteger::add : BigInteger::subtract;
      next();
      value = apply.apply(value, product());
    }
    return value;
  }

  private BigInteger product() {
    BigInteger value = factor();
    while (operator.equals("*") || operator.equals("/") || operator.equals("%")) {
      BinaryOperator<BigInteger> apply =
          switch (operator) {
            case "*" -> BigInteger::multiply;
            case "/" -> BigInteger::divide;
            default -> BigInteger::remainder;
          };
      next();
      value = apply.apply(value, factor());
    }
    return value;
  }

  private BigInteger factor() {
    BigInteger found = number;
    if (found != null) {
      next();
      return found;
    }
    switch (operator) {
      case "-" -> {
        next();
        return factor().negate();
      }
      case "(" -> {
        next();
        BigInteger inner = sum();
        if (!operator.equals(")")) {
          throw new UnsupportedExpressionException();
        }
        next();
        return inner;
      }
      case "$clog2" -> {
        next();
        if (!operator.equals("(")) {
          throw new UnsupportedExpressionException();
        }
        BigInteger of = factor();
        return BigInteger.valueOf(of.subtract(BigInteger.ONE).max(BigInteger.ZERO).bitLength());
      }
      default -> throw new UnsupportedExpressionException();
    }
  }
}
