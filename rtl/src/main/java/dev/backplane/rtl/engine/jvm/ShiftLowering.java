package dev.backplane.rtl.engine.jvm;

import java.util.List;

/** Shifts: by constants they only move pieces, by up to 64 bits they are inline, else calls. */
final class ShiftLowering {
  private final Words words;
  private final WideCalls calls;

  ShiftLowering(Words words, WideCalls calls) {
    this.words = words;
    this.calls = calls;
  }

  Bits left(Bits a, Bits b, boolean signed, int width) {
    List<Word> limbs = Extension.to(words, a, signed, width);
    if (width > Long.SIZE) {
      return calls.shift(WideRoutine.SHIFT_LEFT, limbs, b.limbs(words), width);
    }
    Word shifted = guarded(b, by -> words.shlBy(limbs.getFirst(), by));
    return Bits.of(List.of(words.cut(shifted, width)), width);
  }

  Bits right(Bits a, Bits b, boolean signed, boolean arithmetic, int width) {
    int across = Math.max(a.width(), width);
    if (across > Long.SIZE) {
      List<Word> limbs =
          arithmetic
              ? Extension.limbs(words, a, true, Bits.limbs(across))
              : Extension.to(words, a, signed, across);
      WideRoutine routine = arithmetic ? WideRoutine.SHIFT_RIGHT_SIGNED : WideRoutine.SHIFT_RIGHT;
      return calls.shift(routine, limbs, b.limbs(words), width);
    }
    Word shifted;
    if (arithmetic) {
      Word value = words.signExtend(a.word(words), a.width());
      Word large = tooLarge(b);
      Word by = words.mux(large, words.cut(low(b), 6), words.constant(63));
      shifted = words.sarBy(value, by);
    } else {
      Word value = Extension.to(words, a, signed, across).getFirst();
      shifted = guarded(b, by -> words.shrBy(value, by));
    }
    return Bits.of(List.of(words.cut(shifted, width)), width);
  }

  Bits select(Bits a, Bits b, boolean signed, int width) {
    if (Math.max(a.width(), width) > Long.SIZE || (signed && b.width() > Long.SIZE)) {
      int across = Bits.limbs(Math.max(a.width(), width));
      List<Word> limbs = Extension.limbs(words, a, false, across);
      List<Word> by = Extension.limbs(words, b, signed, Bits.limbs(b.width()));
      WideRoutine routine = signed ? WideRoutine.SHIFT_EITHER : WideRoutine.SHIFT_RIGHT;
      return calls.shift(routine, limbs, by, width);
    }
    Word value = a.word(words);
    Word result = guarded(b, by -> words.shrBy(value, by));
    if (signed) {
      Word negative = b.slice(b.width() - 1, 1).word(words);
      Word magnitude = words.cut(words.neg(b.word(words)), b.width());
      Word left = guarded(Bits.of(List.of(magnitude), b.width()), by -> words.shlBy(value, by));
      result = words.mux(negative, result, left);
    }
    return Bits.of(List.of(words.cut(result, width)), width);
  }

  /** A shift that gives 0 if the amount is 64 or more. */
  private Word guarded(Bits b, java.util.function.UnaryOperator<Word> shift) {
    return words.mux(tooLarge(b), shift.apply(words.cut(low(b), 6)), words.zero);
  }

  private Word low(Bits b) {
    return b.slice(0, Math.min(b.width(), Long.SIZE)).word(words);
  }

  private Word tooLarge(Bits b) {
    return b.width() <= 6
        ? words.zero
        : words.notZero(words.orAll(b.slice(6, b.width() - 6).limbs(words)));
  }
}
