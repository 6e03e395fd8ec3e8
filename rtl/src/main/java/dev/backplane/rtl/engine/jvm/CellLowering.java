package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Turns one cell into words, by the rules of {@link Operation}. */
final class CellLowering {
  private final Words words;
  private final ArithmeticLowering arithmetic;
  private final ShiftLowering shifts;
  private final WideCalls calls;

  CellLowering(Words words) {
    this.words = words;
    this.calls = new WideCalls(words);
    this.arithmetic = new ArithmeticLowering(words, calls);
    this.shifts = new ShiftLowering(words, calls);
  }

  int scratchWords() {
    return calls.scratchWords();
  }

  Bits lower(Cell cell, List<Bits> in) {
    boolean signed = cell.signed();
    int width = cell.output().width();
    Bits a = in.getFirst();
    Bits b = in.size() > 1 ? in.get(1) : a;
    return switch (cell.operation()) {
      case EXTEND -> extended(a, signed, width);
      case NOT -> bitwise(a, signed, width, x -> words.xor(x, words.constant(-1)));
      case AND -> bitwise(a, b, signed, width, words::and);
      case OR -> bitwise(a, b, signed, width, words::or);
      case XOR -> bitwise(a, b, signed, width, words::xor);
      case XNOR ->
          bitwise(a, b, signed, width, (x, y) -> words.xor(words.xor(x, y), words.constant(-1)));
      case REDUCE_AND -> bit(allOnes(a), width);
      case REDUCE_OR -> bit(truth(a), width);
      case REDUCE_XOR -> bit(parity(a), width);
      case LOGIC_NOT -> bit(words.isZero(words.orAll(a.limbs(words))), width);
      case LOGIC_AND -> bit(words.and(truth(a), truth(b)), width);
      case LOGIC_OR -> bit(words.or(truth(a), truth(b)), width);
      case SHL -> shifts.left(a, b, signed, width);
      case SHR -> shifts.right(a, b, signed, false, width);
      case SSHR -> shifts.right(a, b, signed, signed, width);
      case SHIFTX -> shifts.select(a, b, signed, width);
      case NEG -> arithmetic.negate(a, signed, width);
      case ADD -> arithmetic.add(a, b, signed, width);
      case SUB -> arithmetic.subtract(a, b, signed, width);
      case MUL -> arithmetic.multiply(a, b, signed, width);
      case DIV -> arithmetic.divide(a, b, signed, width, false);
      case MOD -> arithmetic.divide(a, b, signed, width, true);
      case POW -> arithmetic.power(a, b, signed, width);
      case LT -> bit(arithmetic.less(a, b, signed), width);
      case LE -> bit(words.xor(arithmetic.less(b, a, signed), words.one), width);
      case GT -> bit(arithmetic.less(b, a, signed), width);
      case GE -> bit(words.xor(arithmetic.less(a, b, signed), words.one), width);
      case EQ -> bit(words.isZero(difference(a, b, signed)), width);
      case NE -> bit(words.notZero(difference(a, b, signed)), width);
      case MUX -> mux(a, b, in.get(2));
      case PMUX -> parallelMux(a, b, in.get(2));
    };
  }

  private Bits bit(Word bit, int width) {
    return extended(Bits.of(List.of(bit), 1), false, width);
  }

  private Bits extended(Bits a, boolean signed, int width) {
    if (width <= a.width()) {
      return a.slice(0, width);
    }
    if (signed) {
      return Bits.of(Extension.to(words, a, true, width), width);
    }
    List<Bits> parts = new ArrayList<>();
    parts.add(a);
    for (int left = width - a.width(); left > 0; left -= Long.SIZE) {
      parts.add(Bits.of(List.of(words.zero), Math.min(left, Long.SIZE)));
    }
    return Bits.join(parts);
  }

  private Bits bitwise(Bits a, boolean signed, int width, UnaryOperator<Word> operator) {
    List<Word> limbs = Extension.to(words, a, signed, width).stream().map(operator).toList();
    return Bits.of(Extension.cut(words, limbs, width), width);
  }

  private Bits bitwise(Bits a, Bits b, boolean signed, int width, BinaryOperator<Word> operator) {
    List<Word> left = Extension.to(words, a, signed, width);
    List<Word> right = Extension.to(words, b, signed, width);
    List<Word> limbs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      limbs.add(operator.apply(left.get(i), right.get(i)));
    }
    return Bits.of(Extension.cut(words, limbs, width), width);
  }

  private Word truth(Bits a) {
    return words.notZero(words.orAll(a.limbs(words)));
  }

  private Word allOnes(Bits a) {
    List<Word> missing = new ArrayList<>();
    List<Word> limbs = a.limbs(words);
    for (int i = 0; i < limbs.size(); i++) {
      missing.add(words.not(limbs.get(i), a.width() - i * Long.SIZE));
    }
    return words.isZero(words.orAll(missing));
  }

  private Word parity(Bits a) {
    return words.parity(a.limbs(words).stream().reduce(words.zero, words::xor));
  }

  private Word difference(Bits a, Bits b, boolean signed) {
    int width = Math.max(a.width(), b.width());
    return words.orAll(bitwise(a, b, signed, width, words::xor).limbs(words));
  }

  private Bits mux(Bits a, Bits b, Bits s) {
    Word select = s.word(words);
    List<Word> left = a.limbs(words);
    List<Word> right = b.limbs(words);
    List<Word> limbs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      limbs.add(words.mux(select, left.get(i), right.get(i)));
    }
    return Bits.of(limbs, a.width());
  }

  private Bits parallelMux(Bits a, Bits b, Bits s) {
    Word none = words.isZero(words.orAll(s.limbs(words)));
    List<Word> other = a.limbs(words);
    List<Word> limbs = new ArrayList<>();
    for (int limb = 0; limb < other.size(); limb++) {
      int at = limb * Long.SIZE;
      int bits = Math.min(Long.SIZE, a.width() - at);
      List<Word> terms = new ArrayList<>();
      terms.add(words.mux(none, words.zero, other.get(limb)));
      for (int i = 0; i < s.width(); i++) {
        Word choice = b.slice(i * a.width() + at, bits).word(words);
        terms.add(words.mux(s.slice(i, 1).word(words), words.zero, choice));
      }
      limbs.add(words.orAll(terms));
    }
    return Bits.of(limbs, a.width());
  }
}
