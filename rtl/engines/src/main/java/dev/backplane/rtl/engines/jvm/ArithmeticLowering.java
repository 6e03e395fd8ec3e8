package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;

/** Lowers sums, products, quotients and comparisons to words. */
final class ArithmeticLowering {
  private final WordGraph graph;
  private final WideCalls calls;

  ArithmeticLowering(WordGraph graph, WideCalls calls) {
    this.graph = graph;
    this.calls = calls;
  }

  Bits negate(Bits a, boolean signed, int width) {
    return subtract(Bits.of(List.of(graph.zero), 1), a, false, signed, width);
  }

  Bits add(Bits a, Bits b, boolean signed, int width) {
    List<Word> left = WidthConversion.resize(graph, a, signed, width);
    List<Word> right = WidthConversion.resize(graph, b, signed, width);
    List<Word> limbs = new ArrayList<>();
    Word carry = graph.zero;
    for (int i = 0; i < left.size(); i++) {
      Word partial = graph.add(left.get(i), right.get(i));
      Word sum = graph.add(partial, carry);
      limbs.add(sum);
      if (i + 1 < left.size()) {
        boolean fits = Math.max(left.get(i).bits(), right.get(i).bits()) < Long.SIZE;
        Word first = fits ? graph.zero : graph.less(partial, left.get(i));
        carry = graph.or(first, graph.less(sum, partial));
      }
    }
    return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
  }

  Bits subtract(Bits a, Bits b, boolean signed, int width) {
    return subtract(a, b, signed, signed, width);
  }

  private Bits subtract(Bits a, Bits b, boolean signedA, boolean signedB, int width) {
    List<Word> left = WidthConversion.resize(graph, a, signedA, width);
    List<Word> right = WidthConversion.resize(graph, b, signedB, width);
    List<Word> limbs = new ArrayList<>();
    Word borrow = graph.zero;
    for (int i = 0; i < left.size(); i++) {
      Word partial = graph.sub(left.get(i), right.get(i));
      limbs.add(graph.sub(partial, borrow));
      if (i + 1 < left.size()) {
        borrow = graph.or(graph.less(left.get(i), right.get(i)), graph.less(partial, borrow));
      }
    }
    return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
  }

  Bits multiply(Bits a, Bits b, boolean signed, int width) {
    List<Word> left = WidthConversion.resize(graph, a, signed, width);
    List<Word> right = WidthConversion.resize(graph, b, signed, width);
    if (width <= Long.SIZE) {
      Word product = graph.mul(left.getFirst(), right.getFirst());
      return Bits.of(List.of(graph.truncate(product, width)), width);
    }
    if (!signed && width <= 2 * Long.SIZE && a.width() <= Long.SIZE && b.width() <= Long.SIZE) {
      List<Word> limbs =
          List.of(
              graph.mul(left.getFirst(), right.getFirst()),
              graph.mulHigh(left.getFirst(), right.getFirst()));
      return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
    }
    return calls.multiply(left, right, width);
  }

  Bits divide(Bits a, Bits b, boolean signed, int width, boolean remainder) {
    int across = Math.max(width, Math.max(a.width(), b.width()));
    List<Word> left = WidthConversion.extendToLimbs(graph, a, signed, Bits.limbs(across));
    List<Word> right = WidthConversion.extendToLimbs(graph, b, signed, Bits.limbs(across));
    if (across <= Long.SIZE) {
      Word result = divide(left.getFirst(), right.getFirst(), signed, remainder);
      return Bits.of(List.of(graph.truncate(result, width)), width);
    }
    WideRoutine routine =
        remainder
            ? (signed ? WideRoutine.REMAINDER_SIGNED : WideRoutine.REMAINDER)
            : (signed ? WideRoutine.DIVIDE_SIGNED : WideRoutine.DIVIDE);
    return calls.divide(routine, left, right, width);
  }

  private Word divide(Word a, Word b, boolean signed, boolean remainder) {
    if (b.isConstant() && b.imm() > 0 && a.possibleOnes() >= 0) {
      return divideByConstant(a, b, remainder);
    }
    return graph.binary(
        remainder
            ? (signed ? WordOp.REM_SIGNED : WordOp.REM)
            : (signed ? WordOp.DIV_SIGNED : WordOp.DIV),
        a,
        b);
  }

  /**
   * Divides by a constant. Neither operand can be negative, so a signed division gives the same
   * result: C2 turns a signed division by a constant into a multiplication, but not an unsigned
   * one.
   */
  private Word divideByConstant(Word a, Word b, boolean remainder) {
    int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(b.imm());
    if (a.bits() <= log) {
      return remainder ? a : graph.zero;
    }
    if (Long.bitCount(b.imm()) == 1) {
      return remainder ? graph.and(a, graph.constant(b.imm() - 1)) : graph.shr(a, log);
    }
    return remainder
        ? graph.binary(WordOp.REM_SIGNED, a, b, Word.lowMask(log + 1))
        : graph.binary(WordOp.DIV_SIGNED, a, b, Word.lowMask(a.bits() - log));
  }

  Bits power(Bits a, Bits b, boolean signed, int width) {
    List<Word> base = WidthConversion.resize(graph, a, signed, width);
    if (width <= Long.SIZE && b.width() <= Long.SIZE) {
      Word result = graph.binary(WordOp.POW, base.getFirst(), b.word(graph));
      return Bits.of(List.of(graph.truncate(result, width)), width);
    }
    return calls.power(base, b.limbs(graph), width);
  }

  Word less(Bits a, Bits b, boolean signed) {
    int width = Math.max(a.width(), b.width());
    List<Word> left = WidthConversion.extendToLimbs(graph, a, signed, Bits.limbs(width));
    List<Word> right = WidthConversion.extendToLimbs(graph, b, signed, Bits.limbs(width));
    Word below = graph.zero;
    for (int i = 0; i < left.size(); i++) {
      boolean top = i == left.size() - 1;
      boolean narrow = width - i * Long.SIZE < Long.SIZE;
      Word less =
          top && signed
              ? graph.lessSigned(left.get(i), right.get(i), narrow)
              : graph.less(left.get(i), right.get(i));
      below = graph.or(less, graph.and(graph.equal(left.get(i), right.get(i)), below));
    }
    return below;
  }
}
