package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Lowers one cell to words, by the rules of {@link Operation}. */
final class CellLowering {
  private final WordGraph graph;
  private final ArithmeticLowering arithmetic;
  private final ShiftLowering shifts;
  private final WideCalls calls;

  CellLowering(WordGraph graph) {
    this.graph = graph;
    this.calls = new WideCalls(graph);
    this.arithmetic = new ArithmeticLowering(graph, calls);
    this.shifts = new ShiftLowering(graph, calls);
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
      case NOT -> bitwise(a, signed, width, x -> graph.xor(x, graph.constant(-1)));
      case AND -> bitwise(a, b, signed, width, graph::and);
      case OR -> bitwise(a, b, signed, width, graph::or);
      case XOR -> bitwise(a, b, signed, width, graph::xor);
      case XNOR ->
          bitwise(a, b, signed, width, (x, y) -> graph.xor(graph.xor(x, y), graph.constant(-1)));
      case REDUCE_AND -> bit(allOnes(a), width);
      case REDUCE_OR -> bit(truth(a), width);
      case REDUCE_XOR -> bit(parity(a), width);
      case LOGIC_NOT -> bit(graph.isZero(graph.orTree(a.limbs(graph))), width);
      case LOGIC_AND -> bit(graph.and(truth(a), truth(b)), width);
      case LOGIC_OR -> bit(graph.or(truth(a), truth(b)), width);
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
      case LE -> bit(graph.xor(arithmetic.less(b, a, signed), graph.one), width);
      case GT -> bit(arithmetic.less(b, a, signed), width);
      case GE -> bit(graph.xor(arithmetic.less(a, b, signed), graph.one), width);
      case EQ -> bit(graph.isZero(difference(a, b, signed)), width);
      case NE -> bit(graph.notZero(difference(a, b, signed)), width);
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
      return Bits.of(WidthConversion.resize(graph, a, true, width), width);
    }
    List<Bits> parts = new ArrayList<>();
    parts.add(a);
    for (int left = width - a.width(); left > 0; left -= Long.SIZE) {
      parts.add(Bits.of(List.of(graph.zero), Math.min(left, Long.SIZE)));
    }
    return Bits.concat(parts);
  }

  private Bits bitwise(Bits a, boolean signed, int width, UnaryOperator<Word> operator) {
    List<Word> limbs =
        WidthConversion.resize(graph, a, signed, width).stream().map(operator).toList();
    return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
  }

  private Bits bitwise(Bits a, Bits b, boolean signed, int width, BinaryOperator<Word> operator) {
    List<Word> left = WidthConversion.resize(graph, a, signed, width);
    List<Word> right = WidthConversion.resize(graph, b, signed, width);
    List<Word> limbs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      limbs.add(operator.apply(left.get(i), right.get(i)));
    }
    return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
  }

  private Word truth(Bits a) {
    return graph.notZero(graph.orTree(a.limbs(graph)));
  }

  private Word allOnes(Bits a) {
    List<Word> missing = new ArrayList<>();
    List<Word> limbs = a.limbs(graph);
    for (int i = 0; i < limbs.size(); i++) {
      missing.add(graph.not(limbs.get(i), a.width() - i * Long.SIZE));
    }
    return graph.isZero(graph.orTree(missing));
  }

  private Word parity(Bits a) {
    return graph.parity(a.limbs(graph).stream().reduce(graph.zero, graph::xor));
  }

  private Word difference(Bits a, Bits b, boolean signed) {
    int width = Math.max(a.width(), b.width());
    return graph.orTree(bitwise(a, b, signed, width, graph::xor).limbs(graph));
  }

  private Bits mux(Bits a, Bits b, Bits s) {
    Word select = s.word(graph);
    List<Word> left = a.limbs(graph);
    List<Word> right = b.limbs(graph);
    List<Word> limbs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      limbs.add(graph.mux(select, left.get(i), right.get(i)));
    }
    return Bits.of(limbs, a.width());
  }

  private Bits parallelMux(Bits a, Bits b, Bits s) {
    Word none = graph.isZero(graph.orTree(s.limbs(graph)));
    List<Word> other = a.limbs(graph);
    List<Word> limbs = new ArrayList<>();
    for (int limb = 0; limb < other.size(); limb++) {
      int at = limb * Long.SIZE;
      int bits = Math.min(Long.SIZE, a.width() - at);
      List<Word> terms = new ArrayList<>();
      terms.add(graph.mux(none, graph.zero, other.get(limb)));
      for (int i = 0; i < s.width(); i++) {
        Word choice = b.slice(i * a.width() + at, bits).word(graph);
        terms.add(graph.mux(s.slice(i, 1).word(graph), graph.zero, choice));
      }
      limbs.add(graph.orTree(terms));
    }
    return Bits.of(limbs, a.width());
  }
}
