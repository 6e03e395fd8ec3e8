package dev.backplane.rtl.engines.jvm;

import java.util.List;
import java.util.SortedMap;

/** An effect of an evaluation region, or effects under a condition that they share. */
sealed interface EffectTree {
  /** An effect without a condition. */
  record Unconditional(Effect effect) implements EffectTree {}

  /**
   * Effects that depend on one bit.
   *
   * @param selector a bit
   * @param yes the effects if it is 1
   * @param no the effects if it is 0
   */
  record Conditional(Word selector, List<EffectTree> yes, List<EffectTree> no)
      implements EffectTree {}

  /**
   * Effects that take place for one value of a word each.
   *
   * @param key a word of less than 32 bits
   * @param cases the effects by that value; there are none for other values
   */
  record Selection(Word key, SortedMap<Integer, List<EffectTree>> cases) implements EffectTree {}
}
