package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds calls of {@link WideArithmetic}. The scratch array starts with the limbs of the first
 * argument, then those of the second; the result follows them.
 */
final class WideCalls {
  private final WordGraph graph;
  private int scratchWords;

  WideCalls(WordGraph graph) {
    this.graph = graph;
  }

  int scratchWords() {
    return scratchWords;
  }

  Bits shift(WideRoutine routine, List<Word> a, List<Word> by, int width) {
    if (by.stream().allMatch(Word::isConstant)) {
      return constantShift(routine, a, by, width);
    }
    return call(routine, a, by, Math.max(a.size(), Bits.limbs(width)), width);
  }

  private Bits constantShift(WideRoutine routine, List<Word> a, List<Word> by, int width) {
    int most = Math.max(a.size() * Long.SIZE, width);
    boolean negative = routine == WideRoutine.SHIFT_EITHER && by.getLast().imm() < 0;
    java.math.BigInteger amount = java.math.BigInteger.ZERO;
    for (Word limb : by.reversed()) {
      amount =
          amount
              .shiftLeft(Long.SIZE)
              .or(new java.math.BigInteger(Long.toUnsignedString(limb.imm())));
    }
    if (negative) {
      amount = java.math.BigInteger.ONE.shiftLeft(Long.SIZE * by.size()).subtract(amount);
    }
    int distance = amount.min(java.math.BigInteger.valueOf(most)).intValue();
    Word fill =
        routine == WideRoutine.SHIFT_RIGHT_SIGNED
            ? graph.neg(graph.shr(a.getLast(), Long.SIZE - 1))
            : graph.zero;
    Bits value = Bits.of(a, a.size() * Long.SIZE);
    Bits filled = Bits.concat(List.of(value, filler(fill, most + width)));
    return negative || routine == WideRoutine.SHIFT_LEFT
        ? Bits.concat(List.of(filler(graph.zero, distance + 1).slice(0, distance + 1), filled))
            .slice(1, width)
        : filled.slice(distance, width);
  }

  private static Bits filler(Word fill, int bits) {
    List<Word> limbs = new ArrayList<>();
    for (int at = 0; at < bits; at += Long.SIZE) {
      limbs.add(fill);
    }
    return Bits.of(limbs, bits);
  }

  Bits multiply(List<Word> a, List<Word> b, int width) {
    return call(WideRoutine.MULTIPLY, a, b, a.size(), width);
  }

  Bits divide(WideRoutine routine, List<Word> a, List<Word> b, int width) {
    // Quotient, remainder, and the shifted divisor and dividend.
    return call(routine, a, b, 4 * a.size() + 2, width);
  }

  Bits power(List<Word> base, List<Word> exponent, int width) {
    return call(WideRoutine.POWER, base, exponent, 3 * base.size(), width);
  }

  private Bits call(WideRoutine routine, List<Word> a, List<Word> b, int room, int width) {
    List<Word> arguments = new ArrayList<>(a);
    arguments.addAll(b);
    scratchWords = Math.max(scratchWords, arguments.size() + room);
    Word call = graph.call(routine, a.size(), arguments);
    List<Word> limbs = new ArrayList<>();
    for (int i = 0; i < Bits.limbs(width); i++) {
      limbs.add(graph.result(call, i));
    }
    return Bits.of(WidthConversion.truncate(graph, limbs, width), width);
  }
}
