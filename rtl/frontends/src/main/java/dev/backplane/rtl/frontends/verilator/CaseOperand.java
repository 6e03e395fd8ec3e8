package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The subject or a label of a {@code case}. They are signed only if all of them are (IEEE
 * 1800-2017, 12.5), and then extended by their signs; Verilator extends each by its own, and gives
 * it the common type.
 */
final class CaseOperand {
  private static final Pattern SIGNED_LITERAL = Pattern.compile("(\\d+)\\s*'[sS][bodhBODH].*");
  private static final Pattern NAME = Pattern.compile("([A-Za-z_][\\w$]*)\\b(?!\\s*(?:::|\\.)).*");

  private CaseOperand() {}

  static Expression of(Expression operand, ExecutionContext context) {
    if (!(operand.type() instanceof Type.Packed common) || common.signed()) {
      return operand;
    }
    if (operand instanceof Expression.Apply apply
        && apply.operator().equals("extends")
        && (ContextSizing.isExtension(apply)
            || context.texts().textFrom(apply.location()).startsWith("$signed"))) {
      return new Expression.Apply(apply.type(), apply.location(), "extend", apply.arguments());
    }
    if (operand instanceof Expression.Constant constant
        && constant.isKnown()
        && constant.value().testBit(common.width() - 1)) {
      int width = ownWidth(constant, context);
      if (width < common.width()) {
        BigInteger own = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        return new Expression.Constant(
            constant.type(),
            constant.location(),
            constant.value().and(own),
            BigInteger.ZERO,
            BigInteger.ZERO,
            "");
      }
    }
    return operand;
  }

  /** The width of a signed constant in the source. */
  private static int ownWidth(Expression.Constant constant, ExecutionContext context) {
    String text = context.texts().textFrom(constant.location());
    Matcher literal = SIGNED_LITERAL.matcher(text);
    if (literal.matches() && literal.group(1).length() < 6) {
      return Integer.parseInt(literal.group(1));
    }
    Matcher name = NAME.matcher(text);
    @Nullable Variable parameter = name.matches() ? context.parameter(name.group(1)) : null;
    return parameter != null && parameter.type() instanceof Type.Packed packed && packed.signed()
        ? packed.width()
        : Integer.MAX_VALUE;
  }
}
