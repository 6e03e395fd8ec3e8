package dev.backplane.rtl.frontends.vhdl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Translates gates to Verilog expressions for their outputs. */
final class GateExpressions {
  private final Function<Net, String> names;
  private final NumericCallCorrection corrections;
  private final UnknownConstants unknown;

  /**
   * Creates a translator.
   *
   * @param names the names of nets
   * @param corrections corrects gates for some calls
   * @param unknown finds constants that nothing is compared with
   */
  GateExpressions(
      Function<Net, String> names, NumericCallCorrection corrections, UnknownConstants unknown) {
    this.names = names;
    this.corrections = corrections;
    this.unknown = unknown;
  }

  /** The expression, or nothing if the gate is not a combinational function. */
  Optional<String> of(Gate gate) {
    return corrections.correct(gate).or(() -> plain(gate));
  }

  private Optional<String> plain(Gate gate) {
    return Optional.ofNullable(
        switch (gate.kind()) {
          case "$and" -> binary(gate, "&");
          case "$or" -> binary(gate, "|");
          case "$xor" -> binary(gate, "^");
          case "$nand" -> "~(" + binary(gate, "&") + ")";
          case "$nor" -> "~(" + binary(gate, "|") + ")";
          case "$xnor" -> "~(" + binary(gate, "^") + ")";
          case "$add" -> binary(gate, "+");
          case "$sub" -> binary(gate, "-");
          case "$umul" -> binary(gate, "*");
          case "$smul" -> signed(gate, "*");
          case "$udiv" -> binary(gate, "/");
          case "$sdiv" -> signed(gate, "/");
          case "$umod" -> binary(gate, "%");
          case "$srem" -> signed(gate, "%");
          case "$smod" -> modulo(gate);
          case "$umin" -> conditional(gate, binary(gate, "<"));
          case "$umax" -> conditional(gate, binary(gate, ">"));
          case "$smin" -> conditional(gate, signed(gate, "<"));
          case "$smax" -> conditional(gate, signed(gate, ">"));
          case "$lsl" -> binary(gate, "<<");
          case "$lsr" -> binary(gate, ">>");
          case "$asr" -> "$signed(" + in(gate, "$a") + ") >>> " + in(gate, "$b");
          case "$rol" -> rotation(gate, "<<", gate.output().width());
          case "$ror" -> rotation(gate, ">>", 0);
          case "$not" -> "~" + in(gate, "$i");
          case "$neg" -> "-" + in(gate, "$i");
          case "$abs" -> "$signed(%1$s) < 0 ? -%1$s : %1$s".formatted(in(gate, "$i"));
          case "$eq" -> compared(gate, binary(gate, "=="));
          case "$ne" -> compared(gate, binary(gate, "!="));
          case "$ult" -> compared(gate, binary(gate, "<"));
          case "$ule" -> compared(gate, binary(gate, "<="));
          case "$ugt" -> compared(gate, binary(gate, ">"));
          case "$uge" -> compared(gate, binary(gate, ">="));
          case "$slt" -> compared(gate, signed(gate, "<"));
          case "$sle" -> compared(gate, signed(gate, "<="));
          case "$sgt" -> compared(gate, signed(gate, ">"));
          case "$sge" -> compared(gate, signed(gate, ">="));
          case "$red_or" -> "|" + in(gate, "$i");
          case "$red_and" -> "&" + in(gate, "$i");
          case "$red_xor" -> "^" + in(gate, "$i");
          case "$concat2", "$concat3", "$concat4", "$concatn" -> concatenation(gate);
          case "$extract" ->
              slice(gate.input("$i"), (int) gate.parameter("$offset"), gate.output().width());
          case "$utrunc" -> slice(gate.input("$i"), 0, gate.output().width());
          case "$strunc" -> truncation(gate);
          case "$uextend" -> extension(gate, false);
          case "$sextend" -> extension(gate, true);
          case "$mux2" ->
              "%s ? %s : %s".formatted(in(gate, "$s"), in(gate, "$i1"), in(gate, "$i0"));
          case "$mux4" -> mux4(gate);
          case "$pmux" -> oneHotMux(gate);
          case "$bmux" ->
              "%s >> ({32'h0, %s} * %d)"
                  .formatted(in(gate, "$mem"), in(gate, "$idx"), gate.output().width());
          // A choice between new and old is a latch to every front end.
          case "$dlatch" ->
              "%s ? %s : %s".formatted(in(gate, "$en"), in(gate, "$d"), names.apply(gate.output()));
          case "$memidx" -> in(gate, "$i") + " * " + gate.parameter("$step");
          case "$addidx" -> in(gate, "$i0") + " + " + in(gate, "$i1");
          case "$dyn_extract" ->
              "(%s >> %d) >> %s"
                  .formatted(in(gate, "$v"), gate.parameter("$offset"), in(gate, "$i"));
          case "$dyn_insert" -> insertion(gate);
          case "$dyn_insert_en" ->
              "%s ? (%s) : %s".formatted(in(gate, "$en"), insertion(gate), in(gate, "$v"));
          case "$const_UB32",
              "$const_SB32",
              "$const_UL32",
              "$const_bit",
              "$const_log",
              "$const_X" ->
              null; // written as a constant
          default -> null;
        });
  }

  static String literal(BigInteger value, int width) {
    return width + "'h" + value.toString(16);
  }

  private String in(Gate gate, String port) {
    return names.apply(gate.input(port));
  }

  private String binary(Gate gate, String operator) {
    return in(gate, "$a") + " " + operator + " " + in(gate, "$b");
  }

  private String compared(Gate gate, String plain) {
    return !unknown.isCompared(gate) ? plain : gate.kind().equals("$ne") ? "1'h1" : "1'h0";
  }

  private String signed(Gate gate, String operator) {
    return "$signed(%s) %s $signed(%s)".formatted(in(gate, "$a"), operator, in(gate, "$b"));
  }

  /** The remainder with the sign of the divisor. */
  private String modulo(Gate gate) {
    return "($signed(%1$s) %% $signed(%2$s)) != 0 && ($signed(%1$s) < 0) != ($signed(%2$s) < 0)"
            .formatted(in(gate, "$a"), in(gate, "$b"))
        + " ? ($signed(%1$s) %% $signed(%2$s)) + $signed(%2$s) : $signed(%1$s) %% $signed(%2$s)"
            .formatted(in(gate, "$a"), in(gate, "$b"));
  }

  private String conditional(Gate gate, String first) {
    return "%s ? %s : %s".formatted(first, in(gate, "$a"), in(gate, "$b"));
  }

  private String rotation(Gate gate, String shift, int down) {
    return "({%1$s, %1$s} %2$s (%3$s %% %4$d)) >> %5$d"
        .formatted(in(gate, "$a"), shift, in(gate, "$b"), gate.output().width(), down);
  }

  private String concatenation(Gate gate) {
    List<String> parts = new ArrayList<>();
    for (Net net : gate.inputs().values()) {
      if (net.width() > 0) {
        parts.add(names.apply(net));
      }
    }
    return "{" + String.join(", ", parts) + "}";
  }

  private String slice(Net net, int from, int width) {
    return width == net.width()
        ? names.apply(net)
        : "%s[%d:%d]".formatted(names.apply(net), from + width - 1, from);
  }

  private String truncation(Gate gate) {
    Net from = gate.input("$i");
    int width = gate.output().width();
    if (width < from.width() && corrections.keepsSign(gate)) {
      String sign = names.apply(from) + "[" + (from.width() - 1) + "]";
      return width == 1 ? sign : "{" + sign + ", " + slice(from, 0, width - 1) + "}";
    }
    return slice(from, 0, width);
  }

  private String extension(Gate gate, boolean sign) {
    Net from = gate.input("$i");
    int more = gate.output().width() - from.width();
    if (more <= 0) {
      return slice(from, 0, gate.output().width());
    }
    if (from.width() == 0) {
      return literal(BigInteger.ZERO, gate.output().width());
    }
    String top =
        !sign
            ? more + "'h0"
            : from.width() == 1
                ? "{%d{%s}}".formatted(more, names.apply(from))
                : "{%d{%s[%d]}}".formatted(more, names.apply(from), from.width() - 1);
    return "{" + top + ", " + names.apply(from) + "}";
  }

  private String mux4(Gate gate) {
    String select = in(gate, "$s");
    return "%1$s[1] ? (%1$s[0] ? %5$s : %4$s) : (%1$s[0] ? %3$s : %2$s)"
        .formatted(select, in(gate, "$i0"), in(gate, "$i1"), in(gate, "$i2"), in(gate, "$i3"));
  }

  /** A multiplexer with a one-hot select; input 2 belongs to the lowest bit. */
  private String oneHotMux(Gate gate) {
    Net select = gate.input("$s");
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < select.width(); bit++) {
      text.append(slice(select, bit, 1))
          .append(" ? ")
          .append(in(gate, String.valueOf(bit + 2)))
          .append(" : ");
    }
    return text.append(in(gate, "$def")).toString();
  }

  private String insertion(Gate gate) {
    Net whole = gate.input("$v");
    int width = gate.input("$d").width();
    long offset = gate.parameter("$offset");
    BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    return "(%1$s & ~((%2$s << %3$d) << %4$s)) | (((%5$s & %2$s) << %3$d) << %4$s)"
        .formatted(
            names.apply(whole),
            literal(mask, whole.width()),
            offset,
            in(gate, "$i"),
            in(gate, "$d"));
  }
}
