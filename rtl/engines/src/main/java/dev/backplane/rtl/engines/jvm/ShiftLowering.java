package dev.backplane.rtl.engines.jvm;

import java.util.List;

/** Lowers shifts: by a constant to slices, of up to 64 bits to inline operations, else to calls. */
final class ShiftLowering {
  private final WordGraph graph;
  private final WideCalls calls;

  ShiftLowering(WordGraph graph, WideCalls calls) {
    this.graph = graph;
    this.calls = calls;
  }

  Bits left(Bits a, Bits b, boolean signed, int width) {
    List<Word> limbs = WidthConversion.resize(graph, a, signed, width);
    if (width > Long.SIZE) {
      return calls.shift(WideRoutine.SHIFT_LEFT, limbs, b.limbs(graph), width);
    }
    Word shifted = guarded(b, by -> graph.shlBy(limbs.getFirst(), by));
    return Bits.of(List.of(graph.truncate(shifted, width)), width);
  }

  Bits right(Bits a, Bits b, boolean signed, boolean arithmetic, int width) {
    int across = Math.max(a.width(), width);
    if (across > Long.SIZE) {
      List<Word> limbs =
          arithmetic
              ? WidthConversion.extendToLimbs(graph, a, true, Bits.limbs(across))
              : WidthConversion.resize(graph, a, signed, across);
      WideRoutine routine = arithmetic ? WideRoutine.SHIFT_RIGHT_SIGNED : WideRoutine.SHIFT_RIGHT;
      return calls.shift(routine, limbs, b.limbs(graph), width);
    }
    Word shifted;
    if (arithmetic) {
      Word value = graph.signExtend(a.word(graph), a.width());
      Word large = isOutOfRange(b);
      Word by = graph.mux(large, graph.truncate(lowWord(b), 6), graph.constant(63));
      shifted = graph.sarBy(value, by);
    } else {
      Word value = WidthConversion.resize(graph, a, signed, across).getFirst();
      shifted = guarded(b, by -> graph.shrBy(value, by));
    }
    return Bits.of(List.of(graph.truncate(shifted, width)), width);
  }

  Bits select(Bits a, Bits b, boolean signed, int width) {
    if (Math.max(a.width(), width) > Long.SIZE || (signed && b.width() > Long.SIZE)) {
      int across = Bits.limbs(Math.max(a.width(), width));
      List<Word> limbs = WidthConversion.extendToLimbs(graph, a, false, across);
      List<Word> by = WidthConversion.extendToLimbs(graph, b, signed, Bits.limbs(b.width()));
      WideRoutine routine = signed ? WideRoutine.SHIFT_EITHER : WideRoutine.SHIFT_RIGHT;
      return calls.shift(routine, limbs, by, width);
    }
    Word value = a.word(graph);
    Word result = guarded(b, by -> graph.shrBy(value, by));
    if (signed) {
      Word negative = b.slice(b.width() - 1, 1).word(graph);
      Word magnitude = graph.truncate(graph.neg(b.word(graph)), b.width());
      Word left = guarded(Bits.of(List.of(magnitude), b.width()), by -> graph.shlBy(value, by));
      result = graph.mux(negative, result, left);
    }
    return Bits.of(List.of(graph.truncate(result, width)), width);
  }

  /** A shift that gives 0 if the amount is 64 or more. */
  private Word guarded(Bits b, java.util.function.UnaryOperator<Word> shift) {
    return graph.mux(isOutOfRange(b), shift.apply(graph.truncate(lowWord(b), 6)), graph.zero);
  }

  private Word lowWord(Bits b) {
    return b.slice(0, Math.min(b.width(), Long.SIZE)).word(graph);
  }

  private Word isOutOfRange(Bits b) {
    return b.width() <= 6
        ? graph.zero
        : graph.notZero(graph.orTree(b.slice(6, b.width() - 6).limbs(graph)));
  }
}
