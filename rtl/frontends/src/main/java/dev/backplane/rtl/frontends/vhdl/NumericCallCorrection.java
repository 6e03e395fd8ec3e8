package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Corrects gates that GHDL generates wrongly for calls of the IEEE packages. GHDL 2.0
 *
 * <ul>
 *   <li>swaps the operands of an integer minus a signed number;
 *   <li>truncates an integer to the width of the vector that it is compared with;
 *   <li>multiplies by the whole integer, where numeric_std truncates it first;
 *   <li>rotates by at most the width;
 *   <li>drops the sign of a resized number;
 *   <li>divides a signed number by an integer that does not fit, which is 0 in numeric_std;
 *   <li>gives the result of find_leftmost too few bits.
 * </ul>
 */
final class NumericCallCorrection {
  private static final Set<String> COMPARISONS =
      Set.of("$eq", "$ne", "$slt", "$sle", "$sgt", "$sge", "$ult", "$ule", "$ugt", "$uge");

  private final Function<Net, String> names;
  private final NetDrivers drivers;
  private final IeeeCalls ieeeCalls;
  private final BiFunction<Gate, String, RtlException> unsupported;

  /**
   * Creates a correction.
   *
   * @param names the names of nets
   * @param drivers the drivers of nets
   * @param ieeeCalls the calls in the sources
   * @param unsupported creates the error for an unsupported gate
   */
  NumericCallCorrection(
      Function<Net, String> names,
      NetDrivers drivers,
      IeeeCalls ieeeCalls,
      BiFunction<Gate, String, RtlException> unsupported) {
    this.names = names;
    this.drivers = drivers;
    this.ieeeCalls = ieeeCalls;
    this.unsupported = unsupported;
  }

  /** An integer before its truncation to a vector's width. */
  private record OriginalInteger(Optional<BigInteger> value, Net net, boolean signed) {
    /** The bits of its signed representation. */
    int width() {
      return value
          .map(v -> v.bitLength() + 1)
          .orElseGet(() -> signed ? net.width() : net.width() + 1);
    }
  }

  /**
   * Tells whether a truncation is numeric_std's resize of a signed number, which keeps the sign, or
   * the truncation of a signed quotient or remainder: a result of mod may be as large as the
   * integer.
   */
  boolean keepsSign(Gate gate) {
    return ieeeCalls
        .at(gate)
        .filter(call -> call.is("RESIZE_SGN") || call.is("DIV_INT_SGN") || call.is("MOD_SGN_INT"))
        .isPresent();
  }

  /** The correct expression, if the gate is wrong. */
  Optional<String> correct(Gate gate) {
    return ieeeCalls.at(gate).flatMap(call -> correct(gate, call));
  }

  private Optional<String> correct(Gate gate, IeeeCalls.Call call) {
    if (call.is("FIND_")) {
      checkFindResult(gate);
    } else if (gate.kind().equals("$or") && call.is("RO")) {
      return Optional.of(rotation(gate, call));
    } else if (call.integer() != IeeeCalls.IntegerSide.NONE) {
      return switch (gate.kind()) {
        case "$sub" ->
            call.is("SUB_INT_SGN")
                ? Optional.of(name(gate, "$b") + " - " + name(gate, "$a"))
                : Optional.empty();
        case "$sdiv" ->
            call.is("DIV_SGN_INT")
                ? quotient(gate)
                : call.is("DIV_INT_SGN") ? overflowingQuotient(gate) : Optional.empty();
        case "$smul", "$umul" ->
            Optional.of(product(gate, call, call.signed() ? "$signed(%s)" : "%s"));
        default ->
            // The matching comparisons of numeric_std truncate an integer too.
            COMPARISONS.contains(gate.kind()) && !call.is("MATCH_")
                ? comparison(gate, call)
                : Optional.empty();
      };
    }
    return Optional.empty();
  }

  private String name(Gate gate, String port) {
    return names.apply(gate.input(port));
  }

  private OriginalInteger originalInteger(Gate gate, IeeeCalls.Call call, Net net) {
    Gate driver = drivers.of(net);
    if (driver != null && driver.kind().equals("$const_SB32")) {
      return constant(net, BigInteger.valueOf((long) (int) driver.parameter("$val")));
    }
    if (driver != null && driver.kind().equals("$const_UB32")) {
      return constant(net, BigInteger.valueOf(driver.parameter("$val")));
    }
    if (driver != null
        && driver.location().equals(gate.location())
        && Set.of("$utrunc", "$strunc", "$uextend", "$sextend").contains(driver.kind())) {
      // An extension of an integer has its sign; a truncation has that of the vector.
      boolean signed =
          driver.kind().endsWith("trunc")
              ? call.signed() && !call.natural()
              : driver.kind().startsWith("$s");
      return new OriginalInteger(Optional.empty(), driver.input("$i"), signed);
    }
    return new OriginalInteger(Optional.empty(), net, call.signed() && !call.natural());
  }

  private static OriginalInteger constant(Net net, BigInteger value) {
    return new OriginalInteger(Optional.of(value), net, true);
  }

  /** The bits for both operands, signed; nothing if the bits of the vector are enough. */
  private Optional<Integer> width(Gate gate, IeeeCalls.Call call) {
    Net vector = vector(gate, call);
    int vectorWidth = call.signed() ? vector.width() : vector.width() + 1;
    int integerWidth = originalInteger(gate, call, integer(gate, call)).width();
    return integerWidth <= vectorWidth ? Optional.empty() : Optional.of(integerWidth + 1);
  }

  private static Net vector(Gate gate, IeeeCalls.Call call) {
    return gate.input(call.integer() == IeeeCalls.IntegerSide.LEFT ? "$b" : "$a");
  }

  private static Net integer(Gate gate, IeeeCalls.Call call) {
    return gate.input(call.integer() == IeeeCalls.IntegerSide.LEFT ? "$a" : "$b");
  }

  private String operand(Gate gate, IeeeCalls.Call call, String port, int width) {
    Net net = gate.input(port);
    boolean isInteger = port.equals("$a") == (call.integer() == IeeeCalls.IntegerSide.LEFT);
    if (!isInteger) {
      return "$signed(" + extension(net, call.signed(), width) + ")";
    }
    OriginalInteger whole = originalInteger(gate, call, net);
    return whole
        .value()
        .map(value -> signed(value, width))
        .orElseGet(() -> "$signed(" + extension(whole.net(), whole.signed(), width) + ")");
  }

  /** A signed literal: an unsigned one would make the whole expression unsigned. */
  private static String signed(BigInteger value, int width) {
    return width + "'sh" + value.mod(BigInteger.ONE.shiftLeft(width)).toString(16);
  }

  private String extension(Net net, boolean signed, int width) {
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

  private Optional<String> comparison(Gate gate, IeeeCalls.Call call) {
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

  private void checkPackage(Gate gate, IeeeCalls.Call call) {
    if (!call.numeric()) {
      throw unsupported.apply(
          gate,
          "an operation with an integer that has more bits than the vector, which GHDL cuts."
              + " Extend the vector, or use numeric_std");
    }
  }

  /**
   * Corrects a quotient by an integer that is too large for the vector: it is 0 also for the most
   * negative number, for which the wider division gives -1.
   */
  private Optional<String> quotient(Gate gate) {
    int width = gate.output().width();
    return halfRange(gate, "$a")
        .map(
            limit ->
                "$signed(%1$s) == %2$s ? %3$d'sh0 : $signed(%4$s) / $signed(%1$s)"
                    .formatted(name(gate, "$b"), signed(limit, width), width, name(gate, "$a")));
  }

  /**
   * Corrects the quotient by -1 of a negative power of two that fills its bits: it is the number
   * itself.
   */
  private Optional<String> overflowingQuotient(Gate gate) {
    int width = gate.output().width();
    return halfRange(gate, "$b")
        .map(
            limit ->
                ("$signed(%1$s) == %3$s && $signed(%2$s) <= %4$s && (-%2$s & (-%2$s - %5$s)) == 0"
                        + " ? $signed(%2$s) : $signed(%2$s) / $signed(%1$s)")
                    .formatted(
                        name(gate, "$b"),
                        name(gate, "$a"),
                        signed(BigInteger.ONE.negate(), width),
                        signed(limit.negate(), width),
                        signed(BigInteger.ONE, width)));
  }

  /**
   * {@return half the number of values of the vector that GHDL extends at an input; empty if it
   * extends none}
   */
  private Optional<BigInteger> halfRange(Gate gate, String port) {
    Gate extension = drivers.of(gate.input(port));
    return extension != null && extension.kind().equals("$sextend")
        ? Optional.of(BigInteger.ONE.shiftLeft(extension.input("$i").width() - 1))
        : Optional.empty();
  }

  private String product(Gate gate, IeeeCalls.Call call, String form) {
    Net result = gate.output();
    if (!call.numeric() || result.width() % 2 != 0 || gate.input("$a").width() != result.width()) {
      throw unsupported.apply(
          gate, "a product with an integer that is not understood. Write the integer as a vector");
    }
    int width = result.width() / 2;
    return form.formatted(lowBits(gate.input("$a"), width))
        + " * "
        + form.formatted(lowBits(gate.input("$b"), width));
  }

  private String lowBits(Net net, int width) {
    return "%s[%d:0]".formatted(names.apply(net), width - 1);
  }

  private String rotation(Gate gate, IeeeCalls.Call call) {
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

  private void checkFindResult(Gate gate) {
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
