package dev.backplane.rtl.engine.jvm;

import java.util.List;

/** What a phase is for, with the choices in front of it taken apart. */
sealed interface Decision {
  /** An effect, whenever it is come to. */
  record Always(Effect effect) implements Decision {}

  /**
   * Some effects or others.
   *
   * @param selector a bit
   * @param yes what is done if it is 1
   * @param no what is done if it is 0
   */
  record Either(Word selector, List<Decision> yes, List<Decision> no) implements Decision {}
}
