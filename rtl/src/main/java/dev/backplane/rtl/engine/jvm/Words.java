package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the graph of a design. Equal words are one word, constants are computed, and what is
 * simpler is made simpler, at once: a word that was returned is as simple as this class can make
 * it.
 */
final class Words {
  private record Key(WordOp op, long imm, int a, int b, int c) {}

  private final Map<Key, Word> known = new HashMap<>();
  private int count;

  final Word zero = constant(0);
  final Word one = constant(1);

  int count() {
    return count;
  }

  Word constant(long value) {
    return leaf(WordOp.CONSTANT, value, value);
  }

  Word input(int slot, long may) {
    return leaf(WordOp.INPUT, slot, may);
  }

  Word state(int slot, long may) {
    return leaf(WordOp.STATE, slot, may);
  }

  Word read(int memory, int limb, Word address, long may) {
    return make(WordOp.READ, (long) limb << 32 | memory, may, List.of(address));
  }

  /** A call with {@code first} limbs of a first argument, the others of a second. */
  Word call(WideRoutine routine, int first, List<Word> arguments) {
    long imm = (long) first << 32 | routine.number();
    return new Word(count++, WordOp.CALL, imm, List.copyOf(arguments), -1L);
  }

  Word result(Word call, int index) {
    return make(WordOp.RESULT, index, -1L, List.of(call));
  }

  Word and(Word x, Word y) {
    Word a = first(x, y);
    Word b = second(x, y);
    if (b.isConstant()) {
      return masked(a, b.imm());
    }
    if (a.equals(b)) {
      return a;
    }
    if ((a.may() & b.may()) == 0 || isOpposite(a, b)) {
      return zero;
    }
    Word less = met(WordOp.AND, WordOp.OR, a, b);
    return less != null ? less : make(WordOp.AND, 0, a.may() & b.may(), List.of(a, b));
  }

  /**
   * What is left of {@code a op b} if one is made of the other: of x and (x or y), of x and (x and
   * y), of x and (not x or y), and the same with or in place of and; null if nothing is.
   */
  private @Nullable Word met(WordOp op, WordOp dual, Word a, Word b) {
    for (int i = 0; i < 2; i++) {
      Word x = i == 0 ? a : b;
      Word y = i == 0 ? b : a;
      if (y.op() != op && y.op() != dual) {
        continue;
      }
      for (int k = 0; k < 2; k++) {
        Word inner = y.in(k);
        Word other = y.in(1 - k);
        if (inner.equals(x)) {
          return y.op() == op ? y : x;
        }
        if (isOpposite(inner, x)) {
          if (y.op() == op) {
            return op == WordOp.AND ? zero : one;
          }
          return op == WordOp.AND ? and(x, other) : or(x, other);
        }
      }
    }
    return null;
  }

  /** Whether two bits are the complement of each other. */
  static boolean isOpposite(Word a, Word b) {
    if (!a.isBit() || !b.isBit()) {
      return false;
    }
    return isComplement(a, b)
        || isComplement(b, a)
        || (a.op() == WordOp.IS_ZERO && b.op() == WordOp.NOT_ZERO && a.in(0).equals(b.in(0)))
        || (a.op() == WordOp.NOT_ZERO && b.op() == WordOp.IS_ZERO && a.in(0).equals(b.in(0)));
  }

  private static boolean isComplement(Word a, Word of) {
    return a.op() == WordOp.XOR && a.in(1).is(1) && a.in(0).equals(of);
  }

  private Word masked(Word a, long mask) {
    if (a.isConstant()) {
      return constant(a.imm() & mask);
    }
    if ((a.may() & ~mask) == 0) {
      return a;
    }
    if ((a.may() & mask) == 0) {
      return zero;
    }
    if (a.op() == WordOp.AND && a.in(1).isConstant()) {
      return masked(a.in(0), a.in(1).imm() & mask);
    }
    if (a.op() == WordOp.XOR && a.in(1).isConstant()) {
      // So that the complement of a bit is the bit with its one bit changed, and known as that.
      return xor(masked(a.in(0), mask), constant(a.in(1).imm() & mask));
    }
    Word b = trimmed(a, Word.low(Long.SIZE - Long.numberOfLeadingZeros(mask)));
    if ((b.may() & ~mask) == 0) {
      return b;
    }
    return make(WordOp.AND, 0, b.may() & mask, List.of(b, constant(mask)));
  }

  /** A word that equals this one in the bits of a mask 0...01...1, without masks inside. */
  private Word trimmed(Word a, long low) {
    return switch (a.op()) {
      case ADD -> add(uncut(a.in(0), low), uncut(a.in(1), low));
      case SUB -> sub(uncut(a.in(0), low), uncut(a.in(1), low));
      case MUL -> mul(uncut(a.in(0), low), uncut(a.in(1), low));
      case NEG -> neg(uncut(a.in(0), low));
      default -> a;
    };
  }

  private static Word uncut(Word a, long low) {
    return a.op() == WordOp.AND && a.in(1).isConstant() && (~a.in(1).imm() & low) == 0
        ? a.in(0)
        : a;
  }

  Word cut(Word a, int bits) {
    return bits >= Long.SIZE ? a : and(a, constant(Word.low(bits)));
  }

  Word or(Word x, Word y) {
    Word a = first(x, y);
    Word b = second(x, y);
    if (b.isConstant()) {
      long value = b.imm();
      if (a.isConstant()) {
        return constant(a.imm() | value);
      }
      if ((a.may() & ~value) == 0) {
        return b;
      }
      if (value == 0) {
        return a;
      }
      if (a.op() == WordOp.OR && a.in(1).isConstant()) {
        return or(a.in(0), constant(a.in(1).imm() | value));
      }
    }
    if (a.equals(b) || b.is(0)) {
      return a;
    }
    if (isOpposite(a, b)) {
      return one;
    }
    Word less = met(WordOp.OR, WordOp.AND, a, b);
    if (less != null) {
      return less;
    }
    return make(WordOp.OR, 0, a.may() | b.may(), List.of(a, b));
  }

  Word xor(Word x, Word y) {
    Word a = first(x, y);
    Word b = second(x, y);
    if (b.isConstant()) {
      long value = b.imm();
      if (a.isConstant()) {
        return constant(a.imm() ^ value);
      }
      if (value == 0) {
        return a;
      }
      if (a.op() == WordOp.XOR && a.in(1).isConstant()) {
        return xor(a.in(0), constant(a.in(1).imm() ^ value));
      }
      if (value == 1 && a.op() == WordOp.IS_ZERO) {
        return notZero(a.in(0));
      }
      if (value == 1 && a.op() == WordOp.NOT_ZERO) {
        return isZero(a.in(0));
      }
    }
    if (a.equals(b)) {
      return zero;
    }
    return make(WordOp.XOR, 0, a.may() | b.may(), List.of(a, b));
  }

  Word not(Word a, int bits) {
    return xor(a, constant(Word.low(bits)));
  }

  Word add(Word x, Word y) {
    Word a = first(x, y);
    Word b = second(x, y);
    if (a.isConstant() && b.isConstant()) {
      return constant(a.imm() + b.imm());
    }
    if (b.is(0)) {
      return a;
    }
    return make(WordOp.ADD, 0, Word.low(Math.max(a.bits(), b.bits()) + 1), List.of(a, b));
  }

  Word sub(Word a, Word b) {
    if (a.isConstant() && b.isConstant()) {
      return constant(a.imm() - b.imm());
    }
    if (b.is(0)) {
      return a;
    }
    if (a.equals(b)) {
      return zero;
    }
    return a.is(0) ? neg(b) : make(WordOp.SUB, 0, -1L, List.of(a, b));
  }

  Word neg(Word a) {
    return a.isConstant() ? constant(-a.imm()) : make(WordOp.NEG, 0, -1L, List.of(a));
  }

  Word mul(Word x, Word y) {
    Word a = first(x, y);
    Word b = second(x, y);
    if (b.isConstant()) {
      if (a.isConstant()) {
        return constant(a.imm() * b.imm());
      }
      if (Long.bitCount(b.imm()) <= 1) {
        return b.is(0) ? zero : shl(a, Long.numberOfTrailingZeros(b.imm()));
      }
    }
    return make(WordOp.MUL, 0, Word.low(a.bits() + b.bits()), List.of(a, b));
  }

  Word mulHigh(Word a, Word b) {
    int bits = a.bits() + b.bits() - Long.SIZE;
    return bits <= 0 ? zero : make(WordOp.MUL_HIGH, 0, Word.low(bits), List.of(a, b));
  }

  Word shl(Word a, int by) {
    if (by == 0) {
      return a;
    }
    if (by >= Long.SIZE || a.may() << by == 0) {
      return zero;
    }
    if (a.isConstant()) {
      return constant(a.imm() << by);
    }
    if (a.op() == WordOp.SHL) {
      return shl(a.in(0), by + (int) a.imm());
    }
    return make(WordOp.SHL, by, a.may() << by, List.of(a));
  }

  Word shr(Word a, int by) {
    if (by == 0) {
      return a;
    }
    if (by >= Long.SIZE || a.may() >>> by == 0) {
      return zero;
    }
    if (a.isConstant()) {
      return constant(a.imm() >>> by);
    }
    if (a.op() == WordOp.SHR) {
      return shr(a.in(0), by + (int) a.imm());
    }
    if (a.op() == WordOp.SHL && (int) a.imm() == by) {
      return masked(a.in(0), -1L >>> by);
    }
    return make(WordOp.SHR, by, a.may() >>> by, List.of(a));
  }

  /** The bits {@code lsb} and up, as many as said, of a word, moved to where {@code to} says. */
  Word field(Word a, int lsb, int bits, int to) {
    Word moved = lsb >= to ? shr(a, lsb - to) : shl(a, to - lsb);
    return and(moved, constant(Word.low(bits) << to));
  }

  Word signExtend(Word a, int bits) {
    if (bits >= Long.SIZE || (a.may() & ~Word.low(bits - 1)) == 0) {
      return a;
    }
    if (a.isConstant()) {
      return constant((a.imm() << (Long.SIZE - bits)) >> (Long.SIZE - bits));
    }
    return make(WordOp.SIGN_EXTEND, bits, -1L, List.of(a));
  }

  Word shlBy(Word a, Word by) {
    if (by.isConstant()) {
      return shl(a, (int) by.imm());
    }
    int bits = (int) Math.min(Long.SIZE, a.bits() + (by.may() & 63));
    return a.is(0) ? zero : make(WordOp.SHL_BY, 0, Word.low(bits), List.of(a, by));
  }

  Word shrBy(Word a, Word by) {
    if (by.isConstant()) {
      return shr(a, (int) by.imm());
    }
    return a.is(0) ? zero : make(WordOp.SHR_BY, 0, Word.low(a.bits()), List.of(a, by));
  }

  Word sarBy(Word a, Word by) {
    if (by.is(0) || a.is(0)) {
      return a;
    }
    if (a.isConstant() && by.isConstant()) {
      return constant(a.imm() >> by.imm());
    }
    return make(WordOp.SAR_BY, 0, -1L, List.of(a, by));
  }

  Word isZero(Word a) {
    if (a.isConstant()) {
      return a.is(0) ? one : zero;
    }
    return Long.bitCount(a.may()) == 1
        ? xor(notZero(a), one)
        : make(WordOp.IS_ZERO, 0, 1, List.of(a));
  }

  Word notZero(Word a) {
    if (a.isConstant()) {
      return a.is(0) ? zero : one;
    }
    if (Long.bitCount(a.may()) == 1) {
      return shr(a, Long.numberOfTrailingZeros(a.may()));
    }
    return a.op() == WordOp.NEG ? notZero(a.in(0)) : make(WordOp.NOT_ZERO, 0, 1, List.of(a));
  }

  Word equal(Word a, Word b) {
    return isZero(xor(a, b));
  }

  Word less(Word a, Word b) {
    if (a.isConstant() && b.isConstant()) {
      return Long.compareUnsigned(a.imm(), b.imm()) < 0 ? one : zero;
    }
    if (a.equals(b) || b.is(0)) {
      return zero;
    }
    if (b.is(1)) {
      return isZero(a);
    }
    if (a.is(0)) {
      return notZero(b);
    }
    if (b.isConstant() && Long.compareUnsigned(a.may(), b.imm()) < 0) {
      return one;
    }
    return make(WordOp.LESS, 0, 1, List.of(a, b));
  }

  Word lessSigned(Word a, Word b, boolean narrow) {
    if (a.equals(b)) {
      return zero;
    }
    if (a.isConstant() && b.isConstant()) {
      return a.imm() < b.imm() ? one : zero;
    }
    return make(WordOp.LESS_SIGNED, narrow ? 1 : 0, 1, List.of(a, b));
  }

  Word parity(Word a) {
    if (a.isConstant()) {
      return constant(Long.bitCount(a.imm()) & 1);
    }
    return a.isBit() ? a : make(WordOp.PARITY, 0, 1, List.of(a));
  }

  /** {@code b} if the bit {@code s} is 1, else {@code a}. */
  Word mux(Word s, Word a, Word b) {
    if (s.isConstant()) {
      return s.is(0) ? a : b;
    }
    if (a.equals(b)) {
      return a;
    }
    if (s.op() == WordOp.XOR && s.in(1).is(1)) {
      return mux(s.in(0), b, a);
    }
    if (a.op() == WordOp.MUX && a.in(0).equals(s)) {
      return mux(s, a.in(1), b);
    }
    if (b.op() == WordOp.MUX && b.in(0).equals(s)) {
      return mux(s, a, b.in(2));
    }
    if (a.isBit() && b.isBit()) {
      if (b.is(1) || b.equals(s)) {
        return or(s, a);
      }
      if (a.is(1)) {
        return or(xor(s, one), b);
      }
      if (a.is(0) || a.equals(s)) {
        return and(s, b);
      }
      if (b.is(0)) {
        return and(xor(s, one), a);
      }
    }
    if (s.op() == WordOp.NOT_ZERO) {
      return mux(isZero(s.in(0)), b, a);
    }
    return make(WordOp.MUX, 0, a.may() | b.may(), List.of(s, a, b));
  }

  /** One of the operations that need no simplification beyond equal words being one. */
  Word binary(WordOp op, Word a, Word b) {
    return binary(op, a, b, op == WordOp.REM ? Word.low(a.bits()) : -1L);
  }

  /** The same, of which more is known. */
  Word binary(WordOp op, Word a, Word b, long may) {
    return make(op, 0, may, List.of(a, b));
  }

  /** The inputs of what does not care for their order come by number, a constant last. */
  private static Word first(Word x, Word y) {
    if (x.isConstant() || y.isConstant()) {
      return x.isConstant() ? y : x;
    }
    return x.id() < y.id() ? x : y;
  }

  private static Word second(Word x, Word y) {
    return first(x, y).equals(x) ? y : x;
  }

  private Word leaf(WordOp op, long imm, long may) {
    return make(op, imm, may, List.of());
  }

  private Word make(WordOp op, long imm, long may, List<Word> in) {
    if (may == 0 && op != WordOp.CONSTANT) {
      return zero;
    }
    Key key = new Key(op, imm, id(in, 0), id(in, 1), id(in, 2));
    Word old = known.get(key);
    if (old != null) {
      return old;
    }
    Word word = new Word(count++, op, imm, in, may);
    known.put(key, word);
    return word;
  }

  private static int id(List<Word> in, int index) {
    return index < in.size() ? in.get(index).id() : -1;
  }

  /** The or of some words, as a balanced tree. */
  Word orAll(List<Word> words) {
    List<Word> level = words.isEmpty() ? List.of(zero) : words;
    while (level.size() > 1) {
      List<Word> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i += 2) {
        next.add(i + 1 < level.size() ? or(level.get(i), level.get(i + 1)) : level.get(i));
      }
      level = next;
    }
    return level.getFirst();
  }
}
