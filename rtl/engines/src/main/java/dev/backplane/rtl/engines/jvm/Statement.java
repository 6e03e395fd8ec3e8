package dev.backplane.rtl.engines.jvm;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/** One step of an evaluation region. */
sealed interface Statement {
  /** The words that the statement itself uses; the statements inside a branch use more. */
  List<Word> roots();

  /** Visits the statement and, if it is a branch, those of both sides. */
  default void forEach(Consumer<Statement> consumer) {
    consumer.accept(this);
  }

  /** Computes a word that is used several times. */
  record Compute(Word word) implements Statement {
    @Override
    public List<Word> roots() {
      return word.in();
    }
  }

  /** Computes the operands of an effect; the effect itself may be deferred. */
  record Apply(Effect effect) implements Statement {
    @Override
    public List<Word> roots() {
      return effect.operands();
    }
  }

  /**
   * Executes one of two lists of statements.
   *
   * @param selector a bit
   * @param yes the statements if it is 1
   * @param no the statements if it is 0
   */
  record Branch(Word selector, List<Statement> yes, List<Statement> no) implements Statement {
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

  /**
   * Executes one of many lists of statements.
   *
   * @param key a word of less than 32 bits
   * @param cases the statements by its value; there are none for other values
   */
  record Switch(Word key, SortedMap<Integer, List<Statement>> cases) implements Statement {
    @Override
    public List<Word> roots() {
      return List.of(key);
    }

    @Override
    public void forEach(Consumer<Statement> consumer) {
      consumer.accept(this);
      cases.values().forEach(each -> each.forEach(inner -> inner.forEach(consumer)));
    }
  }
}
