package dev.backplane.rtl.engines.jvm;

import org.jspecify.annotations.Nullable;

/**
 * Finds sums of bits of one word, as {@code $countones} and adders of votes and of binary weights
 * make them: a processor counts bits in one instruction.
 */
final class BitSums {
  /** The number of bits of a word that are 1, among those in a mask. */
  private record Count(Word word, long mask) {
    static @Nullable Count of(Word sum) {
      return switch (sum.op()) {
        case BIT_COUNT -> of(sum.in(0), sum.in(0).possibleOnes());
        case AND -> sum.in(1).isConstant(1) ? ofBit(sum.in(0)) : null;
        case SHR -> sum.isBit() ? ofBit(sum) : null;
        default -> null;
      };
    }

    private static Count of(Word counted, long ones) {
      return counted.op() == WordOp.AND && counted.in(1).isConstant()
          ? new Count(counted.in(0), counted.in(1).imm())
          : new Count(counted, ones);
    }

    /** The lowest bit of a word. */
    private static Count ofBit(Word word) {
      return word.op() == WordOp.SHR ? new Count(word.in(0), 1L << word.imm()) : new Count(word, 1);
    }
  }

  private BitSums() {}

  /**
   * Adds two words.
   *
   * @return the sum if it has fewer operations as a count of bits, or else null
   */
  static @Nullable Word add(WordGraph graph, Word a, Word b) {
    Word both = merge(graph, a, b);
    if (both != null) {
      return both;
    }
    Word sum = into(graph, a, b);
    return sum != null ? sum : into(graph, b, a);
  }

  /** Adds a word to one of the terms of a sum, or a term of it if it is a sum too. */
  private static @Nullable Word into(WordGraph graph, Word sum, Word added) {
    if (sum.op() != WordOp.ADD) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      Word term = merge(graph, sum.in(i), added);
      if (term != null) {
        return graph.add(sum.in(1 - i), term);
      }
    }
    if (added.op() == WordOp.ADD) {
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          Word term = merge(graph, sum.in(i), added.in(j));
          if (term != null) {
            return graph.add(graph.add(sum.in(1 - i), term), added.in(1 - j));
          }
        }
      }
    }
    return null;
  }

  private static @Nullable Word merge(WordGraph graph, Word a, Word b) {
    Count one = Count.of(a);
    Count other = one == null ? null : Count.of(b);
    return one != null
            && other != null
            && one.word().equals(other.word())
            && (one.mask() & other.mask()) == 0
        ? graph.bitCount(graph.and(one.word(), graph.constant(one.mask() | other.mask())))
        : null;
  }
}
