package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The graph of a design, built and simplified in one step: equal words become one node, constants
 * are folded, and algebraic identities are applied. A word that was returned is as simple as this
 * class can make it.
 */
final class WordGraph {
  private record Key(WordOp op, long imm, int a, int b, int c) {}

  private final Map<Key, Word> interned = new HashMap<>();
  private int count;

  final Word zero = constant(0);
  final Word one = constant(1);

  int count() {
    return count;
  }

  Word constant(long value) {
    return leaf(WordOp.CONSTANT, value, value);
  }

  Word input(int slot, long possibleOnes) {
    return leaf(WordOp.INPUT, slot, possibleOnes);
  }

  Word state(int slot, long possibleOnes) {
    return leaf(WordOp.STATE, slot, possibleOnes);
  }

  Word read(int memory, int limb, Word address, long possibleOnes) {
    return intern(WordOp.READ, (long) limb << 32 | memory, possibleOnes, List.of(address));
  }

  /** A call whose first argument has {@code firstLimbs} limbs; the others belong to the second. */
  Word call(WideRoutine routine, int firstLimbs, List<Word> arguments) {
    long imm = (long) firstLimbs << 32 | routine.number();
    return new Word(count++, WordOp.CALL, imm, List.copyOf(arguments), -1L);
  }

  Word result(Word call, int index) {
    return intern(WordOp.RESULT, index, -1L, List.of(call));
  }

  Word and(Word x, Word y) {
    Word a = firstOperand(x, y);
    Word b = secondOperand(x, y);
    if (b.isConstant()) {
      return masked(a, b.imm());
    }
    if (a.equals(b)) {
      return a;
    }
    if ((a.possibleOnes() & b.possibleOnes()) == 0 || isOpposite(a, b)) {
      return zero;
    }
    Word less = absorb(WordOp.AND, WordOp.OR, a, b);
    return less != null
        ? less
        : intern(WordOp.AND, 0, a.possibleOnes() & b.possibleOnes(), List.of(a, b));
  }

  /**
   * Applies the absorption laws to {@code a op b}: x and (x or y), x and (x and y), x and (not x or
   * y), and the same with AND and OR exchanged. Null if none applies.
   */
  private @Nullable Word absorb(WordOp op, WordOp dual, Word a, Word b) {
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

  /** Tells whether two bits are the complement of each other. */
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
    return a.op() == WordOp.XOR && a.in(1).isConstant(1) && a.in(0).equals(of);
  }

  private Word masked(Word a, long mask) {
    if (a.isConstant()) {
      return constant(a.imm() & mask);
    }
    if ((a.possibleOnes() & ~mask) == 0) {
      return a;
    }
    if ((a.possibleOnes() & mask) == 0) {
      return zero;
    }
    if (a.op() == WordOp.AND && a.in(1).isConstant()) {
      return masked(a.in(0), a.in(1).imm() & mask);
    }
    if (a.op() == WordOp.XOR && a.in(1).isConstant()) {
      // The complement of a bit keeps the form "bit XOR 1", which isOpposite recognises.
      return xor(masked(a.in(0), mask), constant(a.in(1).imm() & mask));
    }
    Word b = withoutInnerMasks(a, Word.lowMask(Long.SIZE - Long.numberOfLeadingZeros(mask)));
    if ((b.possibleOnes() & ~mask) == 0) {
      return b;
    }
    return intern(WordOp.AND, 0, b.possibleOnes() & mask, List.of(b, constant(mask)));
  }

  /** A word that equals this one in the bits of a mask 0...01...1, without masks on its inputs. */
  private Word withoutInnerMasks(Word a, long low) {
    return switch (a.op()) {
      case ADD -> add(unmasked(a.in(0), low), unmasked(a.in(1), low));
      case SUB -> sub(unmasked(a.in(0), low), unmasked(a.in(1), low));
      case MUL -> mul(unmasked(a.in(0), low), unmasked(a.in(1), low));
      case NEG -> neg(unmasked(a.in(0), low));
      default -> a;
    };
  }

  private static Word unmasked(Word a, long low) {
    return a.op() == WordOp.AND && a.in(1).isConstant() && (~a.in(1).imm() & low) == 0
        ? a.in(0)
        : a;
  }

  Word truncate(Word a, int bits) {
    return bits >= Long.SIZE ? a : and(a, constant(Word.lowMask(bits)));
  }

  Word or(Word x, Word y) {
    Word a = firstOperand(x, y);
    Word b = secondOperand(x, y);
    if (b.isConstant()) {
      long value = b.imm();
      if (a.isConstant()) {
        return constant(a.imm() | value);
      }
      if ((a.possibleOnes() & ~value) == 0) {
        return b;
      }
      if (value == 0) {
        return a;
      }
      if (a.op() == WordOp.OR && a.in(1).isConstant()) {
        return or(a.in(0), constant(a.in(1).imm() | value));
      }
    }
    if (a.equals(b) || b.isConstant(0)) {
      return a;
    }
    if (isOpposite(a, b)) {
      return one;
    }
    Word less = absorb(WordOp.OR, WordOp.AND, a, b);
    if (less != null) {
      return less;
    }
    return intern(WordOp.OR, 0, a.possibleOnes() | b.possibleOnes(), List.of(a, b));
  }

  Word xor(Word x, Word y) {
    Word a = firstOperand(x, y);
    Word b = secondOperand(x, y);
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
    return intern(WordOp.XOR, 0, a.possibleOnes() | b.possibleOnes(), List.of(a, b));
  }

  Word not(Word a, int bits) {
    return xor(a, constant(Word.lowMask(bits)));
  }

  Word add(Word x, Word y) {
    Word a = firstOperand(x, y);
    Word b = secondOperand(x, y);
    if (a.isConstant() && b.isConstant()) {
      return constant(a.imm() + b.imm());
    }
    if (b.isConstant(0)) {
      return a;
    }
    Word counted = BitSums.add(this, a, b);
    return counted != null
        ? counted
        : intern(WordOp.ADD, 0, Word.lowMask(Math.max(a.bits(), b.bits()) + 1), List.of(a, b));
  }

  Word sub(Word a, Word b) {
    if (a.isConstant() && b.isConstant()) {
      return constant(a.imm() - b.imm());
    }
    if (b.isConstant(0)) {
      return a;
    }
    if (a.equals(b)) {
      return zero;
    }
    return a.isConstant(0) ? neg(b) : intern(WordOp.SUB, 0, -1L, List.of(a, b));
  }

  Word neg(Word a) {
    return a.isConstant() ? constant(-a.imm()) : intern(WordOp.NEG, 0, -1L, List.of(a));
  }

  Word mul(Word x, Word y) {
    Word a = firstOperand(x, y);
    Word b = secondOperand(x, y);
    if (b.isConstant()) {
      if (a.isConstant()) {
        return constant(a.imm() * b.imm());
      }
      if (Long.bitCount(b.imm()) <= 1) {
        return b.isConstant(0) ? zero : shl(a, Long.numberOfTrailingZeros(b.imm()));
      }
    }
    return intern(WordOp.MUL, 0, Word.lowMask(a.bits() + b.bits()), List.of(a, b));
  }

  Word mulHigh(Word a, Word b) {
    int bits = a.bits() + b.bits() - Long.SIZE;
    return bits <= 0 ? zero : intern(WordOp.MUL_HIGH, 0, Word.lowMask(bits), List.of(a, b));
  }

  Word shl(Word a, int by) {
    if (by == 0) {
      return a;
    }
    if (by >= Long.SIZE || a.possibleOnes() << by == 0) {
      return zero;
    }
    if (a.isConstant()) {
      return constant(a.imm() << by);
    }
    if (a.op() == WordOp.SHL) {
      return shl(a.in(0), by + (int) a.imm());
    }
    return intern(WordOp.SHL, by, a.possibleOnes() << by, List.of(a));
  }

  Word shr(Word a, int by) {
    if (by == 0) {
      return a;
    }
    if (by >= Long.SIZE || a.possibleOnes() >>> by == 0) {
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
    return intern(WordOp.SHR, by, a.possibleOnes() >>> by, List.of(a));
  }

  /** The {@code bits} bits of a word from {@code lsb} up, moved to bit {@code to}. */
  Word bitField(Word a, int lsb, int bits, int to) {
    Word moved = lsb >= to ? shr(a, lsb - to) : shl(a, to - lsb);
    return and(moved, constant(Word.lowMask(bits) << to));
  }

  Word signExtend(Word a, int bits) {
    if (bits >= Long.SIZE || (a.possibleOnes() & ~Word.lowMask(bits - 1)) == 0) {
      return a;
    }
    if (a.isConstant()) {
      return constant((a.imm() << (Long.SIZE - bits)) >> (Long.SIZE - bits));
    }
    return intern(WordOp.SIGN_EXTEND, bits, -1L, List.of(a));
  }

  Word shlBy(Word a, Word by) {
    if (by.isConstant()) {
      return shl(a, (int) by.imm());
    }
    int bits = (int) Math.min(Long.SIZE, a.bits() + (by.possibleOnes() & 63));
    return a.isConstant(0) ? zero : intern(WordOp.SHL_BY, 0, Word.lowMask(bits), List.of(a, by));
  }

  Word shrBy(Word a, Word by) {
    if (by.isConstant()) {
      return shr(a, (int) by.imm());
    }
    return a.isConstant(0)
        ? zero
        : intern(WordOp.SHR_BY, 0, Word.lowMask(a.bits()), List.of(a, by));
  }

  Word sarBy(Word a, Word by) {
    if (by.isConstant(0) || a.isConstant(0)) {
      return a;
    }
    if (a.isConstant() && by.isConstant()) {
      return constant(a.imm() >> by.imm());
    }
    return intern(WordOp.SAR_BY, 0, -1L, List.of(a, by));
  }

  Word isZero(Word a) {
    if (a.isConstant()) {
      return a.isConstant(0) ? one : zero;
    }
    return Long.bitCount(a.possibleOnes()) == 1
        ? xor(notZero(a), one)
        : intern(WordOp.IS_ZERO, 0, 1, List.of(a));
  }

  Word notZero(Word a) {
    if (a.isConstant()) {
      return a.isConstant(0) ? zero : one;
    }
    if (Long.bitCount(a.possibleOnes()) == 1) {
      return shr(a, Long.numberOfTrailingZeros(a.possibleOnes()));
    }
    return a.op() == WordOp.NEG ? notZero(a.in(0)) : intern(WordOp.NOT_ZERO, 0, 1, List.of(a));
  }

  Word equal(Word a, Word b) {
    return isZero(xor(a, b));
  }

  Word less(Word a, Word b) {
    if (a.isConstant() && b.isConstant()) {
      return Long.compareUnsigned(a.imm(), b.imm()) < 0 ? one : zero;
    }
    if (a.equals(b) || b.isConstant(0)) {
      return zero;
    }
    if (b.isConstant(1)) {
      return isZero(a);
    }
    if (a.isConstant(0)) {
      return notZero(b);
    }
    if (b.isConstant() && Long.compareUnsigned(a.possibleOnes(), b.imm()) < 0) {
      return one;
    }
    return intern(WordOp.LESS, 0, 1, List.of(a, b));
  }

  Word lessSigned(Word a, Word b, boolean narrow) {
    if (a.equals(b)) {
      return zero;
    }
    if (a.isConstant() && b.isConstant()) {
      return a.imm() < b.imm() ? one : zero;
    }
    return intern(WordOp.LESS_SIGNED, narrow ? 1 : 0, 1, List.of(a, b));
  }

  Word parity(Word a) {
    if (a.isConstant()) {
      return constant(Long.bitCount(a.imm()) & 1);
    }
    return a.isBit() ? a : intern(WordOp.PARITY, 0, 1, List.of(a));
  }

  /** {@return a word with the number of ones in a word} */
  Word bitCount(Word a) {
    if (a.isConstant() || a.isBit()) {
      return a.isConstant() ? constant(Long.bitCount(a.imm())) : a;
    }
    int most = Long.bitCount(a.possibleOnes());
    return intern(
        WordOp.BIT_COUNT,
        0,
        Word.lowMask(Integer.SIZE - Integer.numberOfLeadingZeros(most)),
        List.of(a));
  }

  /** {@code b} if the bit {@code s} is 1, else {@code a}. */
  Word mux(Word s, Word a, Word b) {
    if (s.isConstant()) {
      return s.isConstant(0) ? a : b;
    }
    if (a.equals(b)) {
      return a;
    }
    if (s.op() == WordOp.XOR && s.in(1).isConstant(1)) {
      return mux(s.in(0), b, a);
    }
    if (a.op() == WordOp.MUX && a.in(0).equals(s)) {
      return mux(s, a.in(1), b);
    }
    if (b.op() == WordOp.MUX && b.in(0).equals(s)) {
      return mux(s, a, b.in(2));
    }
    if (a.isBit() && b.isBit()) {
      if (b.isConstant(1) || b.equals(s)) {
        return or(s, a);
      }
      if (a.isConstant(1)) {
        return or(xor(s, one), b);
      }
      if (a.isConstant(0) || a.equals(s)) {
        return and(s, b);
      }
      if (b.isConstant(0)) {
        return and(xor(s, one), a);
      }
    }
    if (s.op() == WordOp.NOT_ZERO) {
      return mux(isZero(s.in(0)), b, a);
    }
    // A step of a shift register with feedback, or of a checksum.
    if (isFlipped(b, a)) {
      return xor(a, mux(s, zero, b.in(1)));
    }
    if (isFlipped(a, b)) {
      return xor(b, mux(s, a.in(1), zero));
    }
    return intern(WordOp.MUX, 0, a.possibleOnes() | b.possibleOnes(), List.of(s, a, b));
  }

  /**
   * The value of the first key that equals a word, or {@code otherwise}.
   *
   * @param key a word of less than 32 bits
   * @param cases keys, all different, and the value for each
   */
  Word select(Word key, Word otherwise, Map<Integer, Word> cases) {
    List<Word> in = new ArrayList<>(List.of(key, otherwise));
    long possibleOnes = otherwise.possibleOnes();
    for (Map.Entry<Integer, Word> each : cases.entrySet()) {
      in.add(constant(each.getKey()));
      in.add(each.getValue());
      possibleOnes |= each.getValue().possibleOnes();
    }
    return new Word(count++, WordOp.SELECT, 0, List.copyOf(in), possibleOnes);
  }

  /** The same operation on other inputs, not simplified. */
  Word onInputs(Word word, List<Word> in) {
    return word.op() == WordOp.CALL
        ? new Word(count++, WordOp.CALL, word.imm(), List.copyOf(in), word.possibleOnes())
        : intern(word.op(), word.imm(), word.possibleOnes(), List.copyOf(in));
  }

  /** Tells whether a word is another one with some bits inverted. */
  private static boolean isFlipped(Word a, Word of) {
    return a.op() == WordOp.XOR && a.in(1).isConstant() && a.in(0).equals(of);
  }

  /** An operation that is not simplified. */
  Word binary(WordOp op, Word a, Word b) {
    return binary(op, a, b, op == WordOp.REM ? Word.lowMask(a.bits()) : -1L);
  }

  /** An operation that is not simplified, with the bits that may be 1. */
  Word binary(WordOp op, Word a, Word b, long possibleOnes) {
    return intern(op, 0, possibleOnes, List.of(a, b));
  }

  /** The canonical order of the inputs of a commutative operation: by number, a constant last. */
  private static Word firstOperand(Word x, Word y) {
    if (x.isConstant() || y.isConstant()) {
      return x.isConstant() ? y : x;
    }
    return x.id() < y.id() ? x : y;
  }

  private static Word secondOperand(Word x, Word y) {
    return firstOperand(x, y).equals(x) ? y : x;
  }

  private Word leaf(WordOp op, long imm, long possibleOnes) {
    return intern(op, imm, possibleOnes, List.of());
  }

  private Word intern(WordOp op, long imm, long possibleOnes, List<Word> in) {
    if (possibleOnes == 0 && op != WordOp.CONSTANT) {
      return zero;
    }
    Key key = new Key(op, imm, id(in, 0), id(in, 1), id(in, 2));
    Word old = interned.get(key);
    if (old != null) {
      return old;
    }
    Word word = new Word(count++, op, imm, in, possibleOnes);
    interned.put(key, word);
    return word;
  }

  private static int id(List<Word> in, int index) {
    return index < in.size() ? in.get(index).id() : -1;
  }

  /** The OR of some words, as a balanced tree. */
  Word orTree(List<Word> words) {
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
