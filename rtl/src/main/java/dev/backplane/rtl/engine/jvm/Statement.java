package dev.backplane.rtl.engine.jvm;

import java.util.List;

/** One step of a phase. */
sealed interface Statement {
  /** The words whose values it takes. */
  List<Word> roots();

  /** Computes a word that several others take. */
  record Compute(Word word) implements Statement {
    @Override
    public List<Word> roots() {
      return word.in();
    }
  }

  /** Computes what an effect needs; the effect itself may have to wait. */
  record Apply(Effect effect) implements Statement {
    @Override
    public List<Word> roots() {
      return effect.needs();
    }
  }
}
