package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An update of a register if some bits are all 1, as that of an element of an array which is
 * written by index.
 *
 * @param slot the register
 * @param conditions the bits
 * @param value its new value if they are
 * @param otherwise its new value if they are not: the old one, or that of a write which this one
 *     overrides
 */
record EnabledUpdate(int slot, List<Word> conditions, Word value, Word otherwise) {
  /** The most conditions that are looked at. */
  private static final int MAX_CONDITIONS = 16;

  EnabledUpdate {
    conditions = List.copyOf(conditions);
  }

  /** A word with one of several constants. */
  record Equality(Word key, int constant) {
    /**
     * {@return the comparison of fewer than 32 bits with a constant that computes a bit, or null if
     * something else does}
     */
    static @Nullable Equality of(Word bit) {
      if (bit.op() != WordOp.IS_ZERO || bit.in(0).bits() >= Integer.SIZE) {
        return null;
      }
      Word compared = bit.in(0);
      return compared.op() == WordOp.XOR && compared.in(1).isConstant()
          ? new Equality(compared.in(0), (int) compared.in(1).imm())
          : new Equality(compared, 0);
    }
  }

  /**
   * Takes an update apart.
   *
   * @param slot the register
   * @param value its next value
   * @param graph makes the complements of conditions
   * @param single whether a word has a single use; others are computed in any case
   * @return the update, or null if it has no condition
   */
  static @Nullable EnabledUpdate of(int slot, Word value, WordGraph graph, Predicate<Word> single) {
    List<Word> conditions = new ArrayList<>();
    Word rest = value;
    while (rest.op() == WordOp.MUX && conditions.size() < MAX_CONDITIONS) {
      if (isState(rest.in(1), slot)) {
        addFactors(rest.in(0), single, conditions);
        rest = rest.in(2);
      } else if (isState(rest.in(2), slot)) {
        addFactors(graph.not(rest.in(0), 1), single, conditions);
        rest = rest.in(1);
      } else {
        break;
      }
    }
    if (!conditions.isEmpty()) {
      return new EnabledUpdate(slot, conditions, rest, graph.state(slot, -1L));
    }
    if (value.op() != WordOp.MUX) {
      return null;
    }
    addFactors(value.in(0), single, conditions);
    return new EnabledUpdate(slot, conditions, value.in(2), value.in(1));
  }

  private static boolean isState(Word word, int slot) {
    return word.op() == WordOp.STATE && word.imm() == slot;
  }

  private static void addFactors(Word bit, Predicate<Word> single, List<Word> factors) {
    boolean compares =
        bit.op() == WordOp.AND && bit.in().stream().anyMatch(in -> Equality.of(in) != null);
    if (bit.op() == WordOp.AND
        && bit.isBit()
        && (compares || single.test(bit))
        && factors.size() < MAX_CONDITIONS) {
      addFactors(bit.in(0), single, factors);
      addFactors(bit.in(1), single, factors);
    } else {
      factors.add(bit);
    }
  }

  /** Tells whether the register keeps its old value if the conditions do not hold. */
  boolean keepsOtherwise() {
    return isState(otherwise, slot);
  }

  /** The constant that a key must equal, or null if no condition compares it. */
  @Nullable Integer constant(Word key) {
    for (Word condition : conditions) {
      Equality equality = Equality.of(condition);
      if (equality != null && equality.key().equals(key)) {
        return equality.constant();
      }
    }
    return null;
  }

  /** {@return this update without the comparisons of a key, and without some other conditions} */
  EnabledUpdate without(Word key, List<Word> others) {
    List<Word> left = new ArrayList<>();
    for (Word condition : conditions) {
      Equality equality = Equality.of(condition);
      if (!others.contains(condition) && (equality == null || !equality.key().equals(key))) {
        left.add(condition);
      }
    }
    return new EnabledUpdate(slot, left, value, otherwise);
  }
}
