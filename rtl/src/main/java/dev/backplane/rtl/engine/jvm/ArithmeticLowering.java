package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.List;

/** Sums, products, quotients and comparisons. */
final class ArithmeticLowering {
  private final Words words;
  private final WideCalls calls;

  ArithmeticLowering(Words words, WideCalls calls) {
    this.words = words;
    this.calls = calls;
  }

  Bits negate(Bits a, boolean signed, int width) {
    return subtract(Bits.of(List.of(words.zero), 1), a, false, signed, width);
  }

  Bits add(Bits a, Bits b, boolean signed, int width) {
    List<Word> left = Extension.to(words, a, signed, width);
    List<Word> right = Extension.to(words, b, signed, width);
    List<Word> limbs = new ArrayList<>();
    Word carry = words.zero;
    for (int i = 0; i < left.size(); i++) {
      Word partial = words.add(left.get(i), right.get(i));
      Word sum = words.add(partial, carry);
      limbs.add(sum);
      if (i + 1 < left.size()) {
        boolean fits = Math.max(left.get(i).bits(), right.get(i).bits()) < Long.SIZE;
        Word first = fits ? words.zero : words.less(partial, left.get(i));
        carry = words.or(first, words.less(sum, partial));
      }
    }
    return Bits.of(Extension.cut(words, limbs, width), width);
  }

  Bits subtract(Bits a, Bits b, boolean signed, int width) {
    return subtract(a, b, signed, signed, width);
  }

  private Bits subtract(Bits a, Bits b, boolean signedA, boolean signedB, int width) {
    List<Word> left = Extension.to(words, a, signedA, width);
    List<Word> right = Extension.to(words, b, signedB, width);
    List<Word> limbs = new ArrayList<>();
    Word borrow = words.zero;
    for (int i = 0; i < left.size(); i++) {
      Word partial = words.sub(left.get(i), right.get(i));
      limbs.add(words.sub(partial, borrow));
      if (i + 1 < left.size()) {
        borrow = words.or(words.less(left.get(i), right.get(i)), words.less(partial, borrow));
      }
    }
    return Bits.of(Extension.cut(words, limbs, width), width);
  }

  Bits multiply(Bits a, Bits b, boolean signed, int width) {
    List<Word> left = Extension.to(words, a, signed, width);
    List<Word> right = Extension.to(words, b, signed, width);
    if (width <= Long.SIZE) {
      Word product = words.mul(left.getFirst(), right.getFirst());
      return Bits.of(List.of(words.cut(product, width)), width);
    }
    if (!signed && width <= 2 * Long.SIZE && a.width() <= Long.SIZE && b.width() <= Long.SIZE) {
      List<Word> limbs =
          List.of(
              words.mul(left.getFirst(), right.getFirst()),
              words.mulHigh(left.getFirst(), right.getFirst()));
      return Bits.of(Extension.cut(words, limbs, width), width);
    }
    return calls.multiply(left, right, width);
  }

  Bits divide(Bits a, Bits b, boolean signed, int width, boolean remainder) {
    int across = Math.max(width, Math.max(a.width(), b.width()));
    List<Word> left = Extension.limbs(words, a, signed, Bits.limbs(across));
    List<Word> right = Extension.limbs(words, b, signed, Bits.limbs(across));
    if (across <= Long.SIZE) {
      Word result = divide(left.getFirst(), right.getFirst(), signed, remainder);
      return Bits.of(List.of(words.cut(result, width)), width);
    }
    WideRoutine routine =
        remainder
            ? (signed ? WideRoutine.REMAINDER_SIGNED : WideRoutine.REMAINDER)
            : (signed ? WideRoutine.DIVIDE_SIGNED : WideRoutine.DIVIDE);
    return calls.divide(routine, left, right, width);
  }

  private Word divide(Word a, Word b, boolean signed, boolean remainder) {
    if (b.isConstant() && b.imm() > 0 && a.may() >= 0) {
      return divideByConstant(a, b, remainder);
    }
    return words.binary(
        remainder
            ? (signed ? WordOp.REM_SIGNED : WordOp.REM)
            : (signed ? WordOp.DIV_SIGNED : WordOp.DIV),
        a,
        b);
  }

  /**
   * Neither side can have a sign, so a division with signs does: C2 makes a multiplication of that
   * if it knows the divisor, but not of one without signs.
   */
  private Word divideByConstant(Word a, Word b, boolean remainder) {
    int log = Long.SIZE - 1 - Long.numberOfLeadingZeros(b.imm());
    if (a.bits() <= log) {
      return remainder ? a : words.zero;
    }
    if (Long.bitCount(b.imm()) == 1) {
      return remainder ? words.and(a, words.constant(b.imm() - 1)) : words.shr(a, log);
    }
    return remainder
        ? words.binary(WordOp.REM_SIGNED, a, b, Word.low(log + 1))
        : words.binary(WordOp.DIV_SIGNED, a, b, Word.low(a.bits() - log));
  }

  Bits power(Bits a, Bits b, boolean signed, int width) {
    List<Word> base = Extension.to(words, a, signed, width);
    if (width <= Long.SIZE && b.width() <= Long.SIZE) {
      Word result = words.binary(WordOp.POW, base.getFirst(), b.word(words));
      return Bits.of(List.of(words.cut(result, width)), width);
    }
    return calls.power(base, b.limbs(words), width);
  }

  Word less(Bits a, Bits b, boolean signed) {
    int width = Math.max(a.width(), b.width());
    List<Word> left = Extension.limbs(words, a, signed, Bits.limbs(width));
    List<Word> right = Extension.limbs(words, b, signed, Bits.limbs(width));
    Word below = words.zero;
    for (int i = 0; i < left.size(); i++) {
      boolean top = i == left.size() - 1;
      boolean narrow = width - i * Long.SIZE < Long.SIZE;
      Word less =
          top && signed
              ? words.lessSigned(left.get(i), right.get(i), narrow)
              : words.less(left.get(i), right.get(i));
      below = words.or(less, words.and(words.equal(left.get(i), right.get(i)), below));
    }
    return below;
  }
}
