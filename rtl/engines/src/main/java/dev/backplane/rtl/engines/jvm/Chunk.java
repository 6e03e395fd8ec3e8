package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Statements that become one generated method. */
final class Chunk {
  private final int number;
  private final EvaluationRegion region;
  private final List<Statement> statements;
  private final List<Effect.Write> deferredWrites = new ArrayList<>();
  private int part;

  Chunk(int number, EvaluationRegion region, List<Statement> statements) {
    this.number = number;
    this.region = region;
    this.statements = List.copyOf(statements);
  }

  int number() {
    return number;
  }

  EvaluationRegion region() {
    return region;
  }

  List<Statement> statements() {
    return statements;
  }

  /** Memory writes of earlier chunks that are committed at the end of this one. */
  List<Effect.Write> deferredWrites() {
    return deferredWrites;
  }

  /** The memories that it may access. */
  Set<Integer> memories() {
    Set<Integer> memories = new TreeSet<>();
    forEachWord(
        word -> {
          if (word.op() == WordOp.READ) {
            memories.add((int) word.imm());
          }
        });
    forEachEffect(
        effect -> {
          if (effect instanceof Effect.Write write) {
            memories.add(write.memory());
          }
        });
    deferredWrites.forEach(write -> memories.add(write.memory()));
    return memories;
  }

  /** The number of the class that has the method. */
  int part() {
    return part;
  }

  void setPart(int newPart) {
    part = newPart;
  }

  long computeCount() {
    long[] count = new long[1];
    forEach(each -> count[0] += each instanceof Statement.Compute ? 1 : 0);
    return count[0];
  }

  String methodName() {
    return "c" + number;
  }

  /** Visits the words that the chunk computes or loads, some of them more than once. */
  void forEachWord(Consumer<Word> consumer) {
    forEach(
        statement -> {
          if (statement instanceof Statement.Compute(var word)) {
            consumer.accept(word);
          }
          statement.roots().forEach(root -> walk(root, consumer));
        });
  }

  /** Visits all statements, including those inside branches. */
  void forEach(Consumer<Statement> consumer) {
    statements.forEach(statement -> statement.forEach(consumer));
  }

  /** Visits the effects. */
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
    if (!region.isStored(word)) {
      word.in().forEach(input -> walk(input, consumer));
    }
  }
}
