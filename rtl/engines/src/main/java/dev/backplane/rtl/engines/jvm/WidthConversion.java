package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;

/** Extends and truncates values. */
final class WidthConversion {
  private WidthConversion() {}

  /** The limbs of a value extended or truncated to a width; bits above the width are 0. */
  static List<Word> resize(WordGraph graph, Bits a, boolean signed, int width) {
    if (width <= a.width()) {
      return a.slice(0, width).limbs(graph);
    }
    return truncate(graph, extendToLimbs(graph, a, signed, Bits.limbs(width)), width);
  }

  /** The limbs of a value extended to full limbs; a sign extends to the top of the last limb. */
  static List<Word> extendToLimbs(WordGraph graph, Bits a, boolean signed, int count) {
    List<Word> limbs = new ArrayList<>(a.limbs(graph));
    if (limbs.size() > count) {
      return limbs.subList(0, count);
    }
    Word fill = graph.zero;
    if (signed) {
      int rest = a.width() - (limbs.size() - 1) * Long.SIZE;
      Word sign = a.slice(a.width() - 1, 1).word(graph);
      limbs.set(limbs.size() - 1, graph.signExtend(limbs.getLast(), rest));
      fill = graph.neg(sign);
    }
    while (limbs.size() < count) {
      limbs.add(fill);
    }
    return limbs;
  }

  /** Clears the bits above a width. */
  static List<Word> truncate(WordGraph graph, List<Word> limbs, int width) {
    List<Word> result = new ArrayList<>();
    for (int i = 0; i < limbs.size(); i++) {
      result.add(graph.truncate(limbs.get(i), width - i * Long.SIZE));
    }
    return result;
  }
}
