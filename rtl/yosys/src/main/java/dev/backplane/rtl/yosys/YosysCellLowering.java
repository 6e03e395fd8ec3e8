package dev.backplane.rtl.yosys;

import static dev.backplane.rtl.netlist.Operation.*;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.yosys.YosysModule.YosysCell;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Lowers a combinational cell of yosys to cells of the netlist. Its semantics are those of yosys'
 * simulation library: a binary operation is signed only if both inputs are.
 */
final class YosysCellLowering {
  /** Cells with the same operation and inputs in the netlist. */
  private static final Map<String, Operation> DIRECT =
      Map.ofEntries(
          Map.entry("$pos", EXTEND),
          Map.entry("$not", NOT),
          Map.entry("$neg", NEG),
          Map.entry("$and", AND),
          Map.entry("$or", OR),
          Map.entry("$xor", XOR),
          Map.entry("$xnor", XNOR),
          Map.entry("$reduce_and", REDUCE_AND),
          Map.entry("$reduce_or", REDUCE_OR),
          Map.entry("$reduce_bool", REDUCE_OR),
          Map.entry("$reduce_xor", REDUCE_XOR),
          Map.entry("$logic_not", LOGIC_NOT),
          Map.entry("$logic_and", LOGIC_AND),
          Map.entry("$logic_or", LOGIC_OR),
          Map.entry("$add", ADD),
          Map.entry("$sub", SUB),
          Map.entry("$mul", MUL),
          Map.entry("$div", DIV),
          Map.entry("$mod", MOD),
          Map.entry("$lt", LT),
          Map.entry("$le", LE),
          Map.entry("$ge", GE),
          Map.entry("$gt", GT),
          Map.entry("$mux", MUX),
          Map.entry("$pmux", PMUX),
          Map.entry("$_NOT_", NOT),
          Map.entry("$_AND_", AND),
          Map.entry("$_OR_", OR),
          Map.entry("$_XOR_", XOR),
          Map.entry("$_XNOR_", XNOR),
          Map.entry("$_MUX_", MUX));

  private final WordRecovery words;
  private final Consumer<Cell> out;

  YosysCellLowering(WordRecovery words, Consumer<Cell> out) {
    this.words = words;
    this.out = out;
  }

  /** Tells whether a cell is bitwise, so that it can be split into bits if words form a loop. */
  static boolean isBitwise(YosysCell cell) {
    return switch (cell.type()) {
      case "$pos", "$not", "$and", "$or", "$xor", "$xnor", "$mux", "$pmux", "$bwmux" -> true;
      default -> false;
    };
  }

  /** Lowers a cell that drives {@code y}. */
  void lower(YosysCell cell, Signal y) {
    Operation direct = DIRECT.get(cell.type());
    if (direct != null) {
      out.accept(new Cell(direct, signed(cell, direct), inputs(cell, direct), y));
      return;
    }
    switch (cell.type()) {
      case "$reduce_xnor" -> {
        Operand odd = temporary(REDUCE_XOR, false, 1, in(cell, "A"));
        emit(LOGIC_NOT, false, y, odd);
      }
      case "$eq", "$eqx" -> equality(cell, EQ, y);
      case "$ne", "$nex" -> equality(cell, NE, y);
      case "$shl", "$sshl" -> emit(SHL, cell.flag("A_SIGNED"), y, in(cell, "A"), in(cell, "B"));
      case "$shr" -> emit(SHR, cell.flag("A_SIGNED"), y, in(cell, "A"), in(cell, "B"));
      case "$sshr" -> emit(SSHR, cell.flag("A_SIGNED"), y, in(cell, "A"), in(cell, "B"));
      case "$shift", "$shiftx" -> shift(cell, y);
      case "$divfloor" -> divideFloor(cell, y);
      case "$modfloor" -> moduloFloor(cell, y);
      case "$pow" -> power(cell, y);
      case "$bmux" -> binaryMux(cell, y);
      case "$demux" -> demux(cell, y);
      case "$bwmux" -> {
        Operand s = in(cell, "S");
        Operand not = temporary(NOT, false, y.width(), s);
        Operand a = temporary(AND, false, y.width(), in(cell, "A"), not);
        Operand b = temporary(AND, false, y.width(), in(cell, "B"), s);
        emit(OR, false, y, a, b);
      }
      case "$lut" -> {
        String table = cell.parameters().getOrDefault("LUT", "0").replace('x', '0');
        Operand bits = Operand.of(new BigInteger(table, 2), table.length());
        emit(SHIFTX, false, y, bits, in(cell, "A"));
      }
      case "$_NAND_" -> inverted(AND, y, in(cell, "A"), in(cell, "B"));
      case "$_NOR_" -> inverted(OR, y, in(cell, "A"), in(cell, "B"));
      case "$_NMUX_" -> inverted(MUX, y, in(cell, "A"), in(cell, "B"), in(cell, "S"));
      case "$_ANDNOT_" -> emit(AND, false, y, in(cell, "A"), not(in(cell, "B")));
      case "$_ORNOT_" -> emit(OR, false, y, in(cell, "A"), not(in(cell, "B")));
      default -> throw unknown(cell, words);
    }
  }

  /** Lowers bit {@code i} of a bitwise cell. */
  void lowerBit(YosysCell cell, int i, Signal y) {
    boolean signed = cell.flag("A_SIGNED") && (cell.flag("B_SIGNED") || !isBinary(cell));
    Operand a = words.operand(bit(cell.bits("A"), i, signed));
    switch (cell.type()) {
      case "$pos" -> emit(EXTEND, false, y, a);
      case "$not" -> emit(NOT, false, y, a);
      case "$mux" -> emit(MUX, false, y, a, words.operand(cell.bits("B")[i]), in(cell, "S"));
      case "$bwmux" ->
          emit(
              MUX, false, y, a, words.operand(cell.bits("B")[i]), words.operand(cell.bits("S")[i]));
      case "$pmux" -> {
        int width = cell.bits("Y").length;
        int[] choices =
            IntStream.range(0, cell.bits("S").length)
                .map(k -> cell.bits("B")[k * width + i])
                .toArray();
        emit(PMUX, false, y, a, words.operand(choices), in(cell, "S"));
      }
      default ->
          emit(
              DIRECT.getOrDefault(cell.type(), EXTEND),
              false,
              y,
              a,
              words.operand(bit(cell.bits("B"), i, signed)));
    }
  }

  private static boolean isBinary(YosysCell cell) {
    return cell.connections().containsKey("B");
  }

  private static int bit(int[] bits, int i, boolean signed) {
    return i < bits.length ? bits[i] : signed ? bits[bits.length - 1] : YosysModule.ZERO;
  }

  private static boolean signed(YosysCell cell, Operation operation) {
    return switch (operation) {
      case EXTEND, NOT, NEG -> cell.flag("A_SIGNED");
      default -> cell.flag("A_SIGNED") && cell.flag("B_SIGNED");
    };
  }

  private List<Operand> inputs(YosysCell cell, Operation operation) {
    return List.of("A", "B", "S").subList(0, operation.inputs()).stream()
        .map(port -> in(cell, port))
        .toList();
  }

  private Operand in(YosysCell cell, String port) {
    return words.operand(cell.bits(port));
  }

  /**
   * A comparison with an unknown bit is never true in a condition, and {@code !==} gives unequal.
   * With 0 instead of the unknown bit, it could become true.
   */
  private void equality(YosysCell cell, Operation operation, Signal y) {
    boolean unknown =
        IntStream.concat(Arrays.stream(cell.bits("A")), Arrays.stream(cell.bits("B")))
            .map(words::resolve)
            .anyMatch(bit -> bit == YosysModule.UNKNOWN || bit == YosysModule.FLOATING);
    if (unknown) {
      BigInteger value = cell.type().equals("$nex") ? BigInteger.ONE : BigInteger.ZERO;
      emit(EXTEND, false, y, Operand.of(value, 1));
    } else {
      emit(operation, signed(cell, operation), y, in(cell, "A"), in(cell, "B"));
    }
  }

  /** {@code $shift} sign-extends A if the result is wider, {@code $shiftx} never does. */
  private void shift(YosysCell cell, Signal y) {
    Operand a = in(cell, "A");
    if (cell.type().equals("$shift") && cell.flag("A_SIGNED") && y.width() > a.width()) {
      a = temporary(EXTEND, true, y.width(), a);
    }
    emit(SHIFTX, cell.flag("B_SIGNED"), y, a, in(cell, "B"));
  }

  private void divideFloor(YosysCell cell, Signal y) {
    if (!signed(cell, DIV)) {
      emit(DIV, false, y, in(cell, "A"), in(cell, "B"));
      return;
    }
    int width = widest(cell, y);
    Operand quotient = temporary(DIV, true, width, in(cell, "A"), in(cell, "B"));
    emit(SUB, false, y, quotient, roundsDown(cell, remainder(cell, width)));
  }

  private void moduloFloor(YosysCell cell, Signal y) {
    if (!signed(cell, MOD)) {
      emit(MOD, false, y, in(cell, "A"), in(cell, "B"));
      return;
    }
    int width = widest(cell, y);
    Operand remainder = remainder(cell, width);
    Operand moved = temporary(ADD, true, width, remainder, in(cell, "B"));
    Operand result = temporary(MUX, false, width, remainder, moved, roundsDown(cell, remainder));
    emit(EXTEND, false, y, result);
  }

  private Operand remainder(YosysCell cell, int width) {
    return temporary(MOD, true, width, in(cell, "A"), in(cell, "B"));
  }

  /**
   * {@return a bit that is 1 if rounding to zero and rounding down differ: the remainder is not 0,
   * and its sign differs from that of B}
   */
  private Operand roundsDown(YosysCell cell, Operand remainder) {
    Operand some = temporary(REDUCE_OR, false, 1, remainder);
    Operand differ = temporary(XOR, false, 1, highest(remainder), highest(in(cell, "B")));
    return temporary(AND, false, 1, some, differ);
  }

  /** A power with a negative exponent is 0, except for the bases 1 and -1. */
  private void power(YosysCell cell, Signal y) {
    boolean signed = cell.flag("A_SIGNED");
    Operand a = in(cell, "A");
    Operand b = in(cell, "B");
    Operand exponent = words.operand(append(cell.bits("B"), YosysModule.ZERO));
    if (!cell.flag("B_SIGNED")) {
      emit(POW, signed, y, a, exponent);
      return;
    }
    int width = widest(cell, y);
    Operand power = temporary(POW, signed, y.width(), a, exponent);
    Operand base = temporary(EXTEND, signed, width, a);
    Operand one = temporary(EQ, false, 1, base, Operand.of(BigInteger.ONE, width));
    Operand minusOne =
        signed
            ? temporary(EQ, false, 1, base, Operand.of(ones(width), width))
            : Operand.of(BigInteger.ZERO, 1);
    Operand even = not(words.operand(cell.bits("B")[0]));
    Operand plus = temporary(OR, false, 1, one, temporary(AND, false, 1, minusOne, even));
    Operand minus = temporary(AND, false, 1, minusOne, words.operand(cell.bits("B")[0]));
    Operand unit = temporary(EXTEND, false, y.width(), plus);
    Operand inverse =
        temporary(MUX, false, y.width(), unit, Operand.of(ones(y.width()), y.width()), minus);
    emit(MUX, false, y, power, inverse, highest(b));
  }

  /** Halves the number of inputs with each bit of the select, the highest first. */
  private void binaryMux(YosysCell cell, Signal y) {
    int[] select = cell.bits("S");
    Operand choices = in(cell, "A");
    for (int i = select.length - 1; i >= 0; i--) {
      int half = y.width() << i;
      choices =
          temporary(
              MUX,
              false,
              half,
              choices.slice(0, half),
              choices.slice(half, half),
              words.operand(select[i]));
    }
    emit(EXTEND, false, y, choices);
  }

  private void demux(YosysCell cell, Signal y) {
    Operand placed = in(cell, "A");
    int[] select = cell.bits("S");
    for (int i = 0; i < select.length; i++) {
      int width = placed.width();
      Operand zeros = Operand.of(BigInteger.ZERO, width);
      Operand s = words.operand(select[i]);
      Operand low = temporary(MUX, false, width, placed, zeros, s);
      Operand high = temporary(MUX, false, width, zeros, placed, s);
      placed = new Operand(List.of(low.parts().getFirst(), high.parts().getFirst()));
    }
    emit(EXTEND, false, y, placed);
  }

  private void inverted(Operation operation, Signal y, Operand... inputs) {
    emit(NOT, false, y, temporary(operation, false, 1, inputs));
  }

  private Operand not(Operand bit) {
    return temporary(NOT, false, 1, bit);
  }

  private static int widest(YosysCell cell, Signal y) {
    return Math.max(y.width(), Math.max(cell.bits("A").length, cell.bits("B").length));
  }

  private static int[] append(int[] bits, int bit) {
    int[] longer = Arrays.copyOf(bits, bits.length + 1);
    longer[bits.length] = bit;
    return longer;
  }

  private static BigInteger ones(int width) {
    return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
  }

  private static Operand highest(Operand operand) {
    return operand.slice(operand.width() - 1, 1);
  }

  private Operand temporary(Operation operation, boolean signed, int width, Operand... inputs) {
    Signal signal = words.newSignal(width);
    emit(operation, signed, signal, inputs);
    return Operand.of(signal);
  }

  private void emit(Operation operation, boolean signed, Signal y, Operand... inputs) {
    out.accept(new Cell(operation, signed, List.of(inputs), y));
  }

  static RtlException unknown(YosysCell cell, WordRecovery words) {
    boolean own = cell.type().startsWith("$");
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED,
        words.messagePrefix(cell.source())
            + (own
                ? "the construct becomes a '" + cell.type() + "' cell, which is not supported"
                : "instance '"
                    + cell.name()
                    + "' is of module '"
                    + cell.type()
                    + "', which has no content (a black box)")
            + ". "
            + (own ? "Write it otherwise" : "Give a model of it that behaves the same"));
  }
}
