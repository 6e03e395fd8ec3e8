package dev.backplane.rtl.frontend.vhdl;

import dev.backplane.rtl.RtlException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Calls of the packages of IEEE whose gates mean something else than the call does. GHDL 2.0
 *
 * <ul>
 *   <li>swaps the operands of an integer minus a signed number;
 *   <li>cuts an integer to the width of the vector that it is compared with;
 *   <li>multiplies by the whole integer, where numeric_std cuts it first;
 *   <li>rotates by at most the width;
 *   <li>cuts the sign off a resized number;
 *   <li>gives the position that find_leftmost finds too few bits.
 * </ul>
 */
final class NumericCalls {
  private static final Set<String> COMPARISONS =
      Set.of("$eq", "$ne", "$slt", "$sle", "$sgt", "$sge", "$ult", "$ule", "$ugt", "$uge");

  private final Function<Net, String> names;
  private final Drivers drivers;
  private final Operators operators;
  private final BiFunction<Gate, String, RtlException> unsupported;

  /**
   * Calls.
   *
   * @param names the names of nets
   * @param drivers who drives them
   * @param operators what the sources call
   * @param unsupported the error that a gate cannot be
   */
  NumericCalls(
      Function<Net, String> names,
      Drivers drivers,
      Operators operators,
      BiFunction<Gate, String, RtlException> unsupported) {
    this.names = names;
    this.drivers = drivers;
    this.operators = operators;
    this.unsupported = unsupported;
  }

  /** An integer as it was before it was cut to a vector's width. */
  private record Whole(Optional<BigInteger> value, Net net, boolean signed) {
    /** Bits that hold it with a sign. */
    int width() {
      return value
          .map(v -> v.bitLength() + 1)
          .orElseGet(() -> signed ? net.width() : net.width() + 1);
    }
  }

  /** Whether a truncation is that of numeric_std's resize of a signed number: it keeps the sign. */
  boolean keepsSign(Gate gate) {
    return operators
        .at(gate)
        .filter(call -> call.is("RESIZE_SGN") || call.is("DIV_INT_SGN"))
        .isPresent();
  }

  /** What the call means, if the gate means something else. */
  Optional<String> of(Gate gate) {
    return operators.at(gate).flatMap(call -> of(gate, call));
  }

  private Optional<String> of(Gate gate, Operators.Call call) {
    if (call.is("FIND_")) {
      checkFound(gate);
    } else if (gate.kind().equals("$or") && call.is("RO")) {
      return Optional.of(rotated(gate, call));
    } else if (call.integer() != Operators.IntegerSide.NONE) {
      return switch (gate.kind()) {
        case "$sub" ->
            call.is("SUB_INT_SGN")
                ? Optional.of(name(gate, "$b") + " - " + name(gate, "$a"))
                : Optional.empty();
        case "$smul", "$umul" ->
            Optional.of(multiplied(gate, call, call.signed() ? "$signed(%s)" : "%s"));
        default ->
            // The matching comparisons cut an integer in numeric_std too.
            COMPARISONS.contains(gate.kind()) && !call.is("MATCH_")
                ? compared(gate, call)
                : Optional.empty();
      };
    }
    return Optional.empty();
  }

  private String name(Gate gate, String port) {
    return names.apply(gate.input(port));
  }

  private Whole whole(Gate gate, Operators.Call call, Net net) {
    Gate driver = drivers.of(net);
    if (driver != null && driver.kind().equals("$const_SB32")) {
      return constant(net, BigInteger.valueOf((long) (int) driver.parameter("$val")));
    }
    if (driver != null && driver.kind().equals("$const_UB32")) {
      return constant(net, BigInteger.valueOf(driver.parameter("$val")));
    }
    if (driver != null
        && driver.place().equals(gate.place())
        && Set.of("$utrunc", "$strunc", "$uextend", "$sextend").contains(driver.kind())) {
      // What extends an integer knows its sign; what cuts it knows that of the vector.
      boolean signed =
          driver.kind().endsWith("trunc")
              ? call.signed() && !call.natural()
              : driver.kind().startsWith("$s");
      return new Whole(Optional.empty(), driver.input("$i"), signed);
    }
    return new Whole(Optional.empty(), net, call.signed() && !call.natural());
  }

  private static Whole constant(Net net, BigInteger value) {
    return new Whole(Optional.of(value), net, true);
  }

  /** Bits that hold both operands with a sign; nothing if those of the vector do. */
  private Optional<Integer> width(Gate gate, Operators.Call call) {
    Net vector = vector(gate, call);
    int vectorWidth = call.signed() ? vector.width() : vector.width() + 1;
    int integerWidth = whole(gate, call, integer(gate, call)).width();
    return integerWidth <= vectorWidth ? Optional.empty() : Optional.of(integerWidth + 1);
  }

  private static Net vector(Gate gate, Operators.Call call) {
    return gate.input(call.integer() == Operators.IntegerSide.LEFT ? "$b" : "$a");
  }

  private static Net integer(Gate gate, Operators.Call call) {
    return gate.input(call.integer() == Operators.IntegerSide.LEFT ? "$a" : "$b");
  }

  private String operand(Gate gate, Operators.Call call, String port, int width) {
    Net net = gate.input(port);
    boolean isInteger = port.equals("$a") == (call.integer() == Operators.IntegerSide.LEFT);
    if (!isInteger) {
      return "$signed(" + extended(net, call.signed(), width) + ")";
    }
    Whole whole = whole(gate, call, net);
    return whole
        .value()
        .map(value -> signed(value, width))
        .orElseGet(() -> "$signed(" + extended(whole.net(), whole.signed(), width) + ")");
  }

  /** A literal with a sign: one without would make the whole expression unsigned. */
  private static String signed(BigInteger value, int width) {
    return width + "'sh" + value.mod(BigInteger.ONE.shiftLeft(width)).toString(16);
  }

  private String extended(Net net, boolean signed, int width) {
    int more = width - net.width();
    String name = names.apply(net);
    if (more == 0) {
      return name;
    }
    String sign = net.width() == 1 ? name : name + "[" + (net.width() - 1) + "]";
    return signed
        ? "{{%d{%s}}, %s}".formatted(more, sign, name)
        : "{%d'h0, %s}".formatted(more, name);
  }

  private Optional<String> compared(Gate gate, Operators.Call call) {
    return width(gate, call)
        .map(
            width -> {
              checkPackage(gate, call);
              String operator =
                  switch (gate.kind()) {
                    case "$eq" -> "==";
                    case "$ne" -> "!=";
                    case "$slt", "$ult" -> "<";
                    case "$sle", "$ule" -> "<=";
                    case "$sgt", "$ugt" -> ">";
                    default -> ">=";
                  };
              return operand(gate, call, "$a", width)
                  + " "
                  + operator
                  + " "
                  + operand(gate, call, "$b", width);
            });
  }

  private void checkPackage(Gate gate, Operators.Call call) {
    if (!call.numeric()) {
      throw unsupported.apply(
          gate,
          "an operation with an integer that has more bits than the vector, which GHDL cuts."
              + " Extend the vector, or use numeric_std");
    }
  }

  private String multiplied(Gate gate, Operators.Call call, String form) {
    Net result = gate.output();
    if (!call.numeric() || result.width() % 2 != 0 || gate.input("$a").width() != result.width()) {
      throw unsupported.apply(
          gate, "a product with an integer that is not understood. Write the integer as a vector");
    }
    int width = result.width() / 2;
    return form.formatted(cut(gate.input("$a"), width))
        + " * "
        + form.formatted(cut(gate.input("$b"), width));
  }

  private String cut(Net net, int width) {
    return "%s[%d:0]".formatted(names.apply(net), width - 1);
  }

  private String rotated(Gate gate, Operators.Call call) {
    boolean left = call.function().contains("LEFT") || call.function().startsWith("ROL");
    String towards = left ? "$lsl" : "$lsr";
    for (Net net : gate.inputs().values()) {
      Gate shift = drivers.of(net);
      if (shift != null && shift.kind().equals(towards)) {
        String value = names.apply(shift.input("$a"));
        int width = gate.output().width();
        return left
            ? "({%1$s, %1$s} << (%2$s %% %3$d)) >> %3$d"
                .formatted(value, names.apply(shift.input("$b")), width)
            : "{%1$s, %1$s} >> (%2$s %% %3$d)"
                .formatted(value, names.apply(shift.input("$b")), width);
      }
    }
    throw unsupported.apply(
        gate, "a rotation that is not understood. Write it with slices or with shifts");
  }

  private void checkFound(Gate gate) {
    if (!gate.kind().equals("$mux2")) {
      return;
    }
    Net position = gate.input("$i1");
    Gate constant = drivers.of(position);
    if (constant != null
        && constant.kind().startsWith("$const_")
        && BigInteger.valueOf((long) (int) constant.parameter("$val")).bitLength()
            >= position.width()) {
      throw unsupported.apply(
          gate,
          "a search for a bit in a vector whose length GHDL 2.0 gets wrong. Write a loop, or resize"
              + " the vector to a power of two");
    }
  }
}
