package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.List;

/** Brings values to a width. */
final class Extension {
  private Extension() {}

  /** The limbs of a value extended or cut to a width; bits above the width are 0. */
  static List<Word> to(Words words, Bits a, boolean signed, int width) {
    if (width <= a.width()) {
      return a.slice(0, width).limbs(words);
    }
    return cut(words, limbs(words, a, signed, Bits.limbs(width)), width);
  }

  /** The limbs of a value extended to whole limbs; a sign fills the last limb to its top. */
  static List<Word> limbs(Words words, Bits a, boolean signed, int count) {
    List<Word> limbs = new ArrayList<>(a.limbs(words));
    if (limbs.size() > count) {
      return limbs.subList(0, count);
    }
    Word fill = words.zero;
    if (signed) {
      int rest = a.width() - (limbs.size() - 1) * Long.SIZE;
      Word sign = a.slice(a.width() - 1, 1).word(words);
      limbs.set(limbs.size() - 1, words.signExtend(limbs.getLast(), rest));
      fill = words.neg(sign);
    }
    while (limbs.size() < count) {
      limbs.add(fill);
    }
    return limbs;
  }

  /** Clears the bits above a width. */
  static List<Word> cut(Words words, List<Word> limbs, int width) {
    List<Word> result = new ArrayList<>();
    for (int i = 0; i < limbs.size(); i++) {
      result.add(words.cut(limbs.get(i), width - i * Long.SIZE));
    }
    return result;
  }
}
