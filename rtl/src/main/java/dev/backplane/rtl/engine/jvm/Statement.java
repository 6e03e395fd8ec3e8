package dev.backplane.rtl.engine.jvm;

import java.util.List;
import java.util.function.Consumer;

/** One step of a phase. */
sealed interface Statement {
  /** The words whose values it takes itself; the sides of a choice take more. */
  List<Word> roots();

  /** Shows the statement, and if it is a choice those of both sides. */
  default void forEach(Consumer<Statement> consumer) {
    consumer.accept(this);
  }

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

  /**
   * Does one or the other.
   *
   * @param selector a bit
   * @param yes what to do if it is 1
   * @param no what to do if it is 0
   */
  record Choose(Word selector, List<Statement> yes, List<Statement> no) implements Statement {
    @Override
    public List<Word> roots() {
      return List.of(selector);
    }

    @Override
    public void forEach(Consumer<Statement> consumer) {
      consumer.accept(this);
      yes.forEach(each -> each.forEach(consumer));
      no.forEach(each -> each.forEach(consumer));
    }
  }
}
