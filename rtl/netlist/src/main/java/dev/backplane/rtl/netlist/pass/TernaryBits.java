package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A ternary value: bits that are 0, 1 or unknown. The output of a cell is monotonic: it is never
 * less known if more bits of the inputs are known.
 *
 * @param width how many bits there are
 * @param zeros a 1 for each bit that is known to be 0
 * @param ones a 1 for each bit that is known to be 1
 */
public record TernaryBits(int width, BigInteger zeros, BigInteger ones) {
  private static final BigInteger[] MASKS = new BigInteger[257];

  static {
    Arrays.setAll(MASKS, bits -> BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
  }

  /**
   * {@return a value of which nothing is known}
   *
   * @param width how many bits
   */
  public static TernaryBits unknown(int width) {
    return new TernaryBits(width, BigInteger.ZERO, BigInteger.ZERO);
  }

  /**
   * {@return a known value}
   *
   * @param value the value
   * @param width how many bits
   */
  public static TernaryBits of(BigInteger value, int width) {
    BigInteger ones = value.and(mask(width));
    return new TernaryBits(width, mask(width).andNot(ones), ones);
  }

  /** The value of an operand. */
  static TernaryBits of(Operand operand, Function<Signal, TernaryBits> values) {
    return operand.parts().stream()
        .map(
            part ->
                switch (part) {
                  case Operand.Slice(Signal signal, int lsb, int width) ->
                      values.apply(signal).slice(lsb, width);
                  case Operand.Constant(BigInteger value, int width) -> of(value, width);
                })
        .reduce(TernaryBits::concat)
        .orElseThrow();
  }

  private static TernaryBits of(boolean value, int width) {
    return of(value ? BigInteger.ONE : BigInteger.ZERO, width);
  }

  static BigInteger mask(int width) {
    return width < MASKS.length
        ? MASKS[width]
        : BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
  }

  /** {@return a 1 for each bit that is known} */
  public BigInteger known() {
    return zeros.or(ones);
  }

  boolean isKnown() {
    return known().equals(mask(width));
  }

  private boolean isZero() {
    return zeros.equals(mask(width));
  }

  TernaryBits slice(int lsb, int bits) {
    if (lsb == 0 && bits == width) {
      return this;
    }
    return new TernaryBits(
        bits, zeros.shiftRight(lsb).and(mask(bits)), ones.shiftRight(lsb).and(mask(bits)));
  }

  /** This value with its lowest bits unknown. */
  TernaryBits above(int bits) {
    return new TernaryBits(width, zeros.andNot(mask(bits)), ones.andNot(mask(bits)));
  }

  /** This value in the lower bits, another one above it. */
  TernaryBits concat(TernaryBits upper) {
    return new TernaryBits(
        width + upper.width,
        zeros.or(upper.zeros.shiftLeft(width)),
        ones.or(upper.ones.shiftLeft(width)));
  }

  /** Truncated, or extended with zeros or the sign bit. */
  private TernaryBits resize(int bits, boolean signed) {
    if (bits <= width) {
      return slice(0, bits);
    }
    BigInteger more = mask(bits).andNot(mask(width));
    boolean zero = !signed || zeros.testBit(width - 1);
    boolean one = signed && ones.testBit(width - 1);
    return new TernaryBits(bits, zero ? zeros.or(more) : zeros, one ? ones.or(more) : ones);
  }

  private BigInteger toNumber(boolean signed) {
    return signed && ones.testBit(width - 1)
        ? ones.subtract(BigInteger.ONE.shiftLeft(width))
        : ones;
  }

  private TernaryBits complement() {
    return new TernaryBits(width, ones, zeros);
  }

  /** The bits that two possible values have in common. */
  TernaryBits common(TernaryBits other) {
    return new TernaryBits(width, zeros.and(other.zeros), ones.and(other.ones));
  }

  /** The known bits of the output of a cell. */
  static TernaryBits output(Cell cell, List<TernaryBits> inputs) {
    int width = cell.output().width();
    boolean signed = cell.signed();
    TernaryBits a = inputs.getFirst();
    TernaryBits b = inputs.size() > 1 ? inputs.get(1) : a;
    return switch (cell.operation()) {
      case EXTEND -> a.resize(width, signed);
      case NOT -> a.resize(width, signed).complement();
      case AND -> and(a.resize(width, signed), b.resize(width, signed));
      case OR -> or(a.resize(width, signed), b.resize(width, signed));
      case XOR -> xor(a.resize(width, signed), b.resize(width, signed));
      case XNOR -> xor(a.resize(width, signed), b.resize(width, signed)).complement();
      case REDUCE_AND -> bit(width, a.isKnown() && a.zeros.signum() == 0, a.zeros.signum() != 0);
      case REDUCE_OR -> bit(width, a.ones.signum() != 0, a.isZero());
      case REDUCE_XOR -> a.isKnown() ? of(a.ones.bitCount() % 2 != 0, width) : unknown(width);
      case LOGIC_NOT -> bit(width, a.isZero(), a.ones.signum() != 0);
      case LOGIC_AND ->
          bit(width, a.ones.signum() != 0 && b.ones.signum() != 0, a.isZero() || b.isZero());
      case LOGIC_OR ->
          bit(width, a.ones.signum() != 0 || b.ones.signum() != 0, a.isZero() && b.isZero());
      case EQ -> equal(a, b, signed, width);
      case NE -> {
        TernaryBits same = equal(a, b, signed, 1);
        yield bit(width, same.zeros.signum() != 0, same.ones.signum() != 0);
      }
      case MUX -> mux(a, b, inputs.get(2));
      case PMUX -> select(a, b, inputs.get(2));
      case LT, LE, GE, GT -> compare(cell.operation(), a, b, signed, width);
      case ADD -> sum(a.resize(width, signed), b.resize(width, signed), false);
      case SUB -> sum(a.resize(width, signed), b.resize(width, signed).complement(), true);
      case NEG -> sum(of(false, width), a.resize(width, signed).complement(), true);
      case MUL -> product(a.resize(width, signed), b.resize(width, signed));
      case SHL, SHR, SSHR -> shift(cell.operation(), a, b, signed, width);
      case SHIFTX, DIV, MOD, POW -> unknown(width);
    };
  }

  private static TernaryBits bit(int width, boolean one, boolean zero) {
    return one ? of(true, width) : zero ? of(false, width) : unknown(width);
  }

  private static TernaryBits and(TernaryBits a, TernaryBits b) {
    return new TernaryBits(a.width, a.zeros.or(b.zeros), a.ones.and(b.ones));
  }

  private static TernaryBits or(TernaryBits a, TernaryBits b) {
    return new TernaryBits(a.width, a.zeros.and(b.zeros), a.ones.or(b.ones));
  }

  private static TernaryBits xor(TernaryBits a, TernaryBits b) {
    BigInteger known = a.known().and(b.known());
    BigInteger ones = a.ones.xor(b.ones).and(known);
    return new TernaryBits(a.width, known.andNot(ones), ones);
  }

  private static TernaryBits equal(TernaryBits a, TernaryBits b, boolean signed, int width) {
    int wide = Math.max(a.width, b.width);
    TernaryBits left = a.resize(wide, signed);
    TernaryBits right = b.resize(wide, signed);
    boolean differ =
        left.ones.and(right.zeros).signum() != 0 || left.zeros.and(right.ones).signum() != 0;
    return bit(width, !differ && left.isKnown() && right.isKnown(), differ);
  }

  private static TernaryBits mux(TernaryBits a, TernaryBits b, TernaryBits s) {
    return s.isZero() ? a : s.ones.signum() != 0 ? b : a.common(b);
  }

  private static TernaryBits select(TernaryBits a, TernaryBits words, TernaryBits s) {
    BigInteger zeros = s.ones.signum() != 0 ? mask(a.width) : a.zeros;
    BigInteger inAll = s.ones.signum() != 0 ? mask(a.width) : a.ones;
    BigInteger surely = BigInteger.ZERO;
    for (int i = 0; i < s.width; i++) {
      if (!s.zeros.testBit(i)) {
        TernaryBits word = words.slice(i * a.width, a.width);
        zeros = zeros.and(word.zeros);
        inAll = inAll.and(word.ones);
        surely = s.ones.testBit(i) ? surely.or(word.ones) : surely;
      }
    }
    return new TernaryBits(a.width, zeros, inAll.or(surely));
  }

  private static TernaryBits compare(
      Operation operation, TernaryBits a, TernaryBits b, boolean signed, int width) {
    if (!a.isKnown() || !b.isKnown()) {
      return unknown(width);
    }
    int order = a.toNumber(signed).compareTo(b.toNumber(signed));
    return of(
        switch (operation) {
          case LT -> order < 0;
          case LE -> order <= 0;
          case GE -> order >= 0;
          default -> order > 0;
        },
        width);
  }

  /** A bit of a sum is known if both bits and the carry into it are. */
  private static TernaryBits sum(TernaryBits a, TernaryBits b, boolean carry) {
    BigInteger in = carry ? BigInteger.ONE : BigInteger.ZERO;
    BigInteger most = mask(a.width).andNot(a.zeros).add(mask(a.width).andNot(b.zeros)).add(in);
    BigInteger least = a.ones.add(b.ones).add(in);
    BigInteger noCarry = most.xor(a.zeros).xor(b.zeros); // 0 where no sum carries into the bit
    BigInteger allCarry = least.xor(a.ones).xor(b.ones);
    BigInteger known = a.known().and(b.known()).and(allCarry.or(mask(a.width).andNot(noCarry)));
    return new TernaryBits(a.width, known.andNot(most), known.and(least));
  }

  private static TernaryBits product(TernaryBits a, TernaryBits b) {
    return a.isZero() || b.isZero()
        ? of(false, a.width)
        : a.isKnown() && b.isKnown() ? of(a.ones.multiply(b.ones), a.width) : unknown(a.width);
  }

  private static TernaryBits shift(
      Operation operation, TernaryBits a, TernaryBits b, boolean signed, int width) {
    int wide = Math.max(width, a.width);
    TernaryBits from = a.resize(wide, signed);
    if (from.isZero()) {
      return of(false, width);
    }
    if (!b.isKnown() || b.ones.bitLength() > 30) {
      return unknown(width);
    }
    int by = Math.min(b.ones.intValue(), wide);
    boolean sign = operation == Operation.SSHR && signed;
    if (by == wide && !sign) {
      return of(false, width);
    }
    if (operation == Operation.SHL) {
      return of(BigInteger.ZERO, by).concat(from.slice(0, wide - by)).slice(0, width);
    }
    int kept = Math.min(by, wide - 1);
    return from.slice(kept, wide - kept).resize(wide, sign).slice(0, width);
  }
}
