package dev.backplane.rtl.engine.jvm;

import java.util.List;

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
}
