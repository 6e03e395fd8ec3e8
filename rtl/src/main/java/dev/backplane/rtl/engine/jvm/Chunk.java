package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Statements that become one method. */
final class Chunk {
  private final int number;
  private final Phase phase;
  private final List<Statement> statements;
  private final List<Effect.Write> late = new ArrayList<>();
  private int part;

  Chunk(int number, Phase phase, List<Statement> statements) {
    this.number = number;
    this.phase = phase;
    this.statements = List.copyOf(statements);
  }

  int number() {
    return number;
  }

  Phase phase() {
    return phase;
  }

  List<Statement> statements() {
    return statements;
  }

  /** Writes of earlier chunks that take place at the end of this one. */
  List<Effect.Write> late() {
    return late;
  }

  /** The class that has the method. */
  int part() {
    return part;
  }

  void moveTo(int newPart) {
    part = newPart;
  }

  long computes() {
    long[] count = new long[1];
    forEach(each -> count[0] += each instanceof Statement.Compute ? 1 : 0);
    return count[0];
  }

  String method() {
    return "c" + number;
  }

  /** Shows the words that it computes or fetches, some of them more than once. */
  void forEachWord(Consumer<Word> consumer) {
    forEach(
        statement -> {
          if (statement instanceof Statement.Compute(var word)) {
            consumer.accept(word);
          }
          statement.roots().forEach(root -> walk(root, consumer));
        });
  }

  /** Shows all statements, those of choices too. */
  void forEach(Consumer<Statement> consumer) {
    statements.forEach(statement -> statement.forEach(consumer));
  }

  /** Shows the effects. */
  void forEachEffect(Consumer<Effect> consumer) {
    forEach(
        statement -> {
          if (statement instanceof Statement.Apply(var effect)) {
            consumer.accept(effect);
          }
        });
  }

  private void walk(Word word, Consumer<Word> consumer) {
    consumer.accept(word);
    if (!phase.isFetched(word)) {
      word.in().forEach(input -> walk(input, consumer));
    }
  }
}
