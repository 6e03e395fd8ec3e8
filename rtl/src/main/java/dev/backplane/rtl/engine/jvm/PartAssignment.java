package dev.backplane.rtl.engine.jvm;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Spreads chunks over classes: a class can have 65 535 constants, and a field takes three. */
final class PartAssignment {
  private PartAssignment() {}

  /** Assigns every chunk, in order, and returns the number of parts. */
  static int assign(List<Chunk> chunks, int partWords) {
    int part = 0;
    Set<Word> referred = new HashSet<>();
    for (Chunk chunk : chunks) {
      Set<Word> more = new HashSet<>();
      for (Statement statement : chunk.statements()) {
        if (statement instanceof Statement.Compute(var word)) {
          more.add(word);
        }
        statement.roots().forEach(root -> collect(root, chunk.phase(), more));
      }
      referred.addAll(more);
      if (referred.size() > partWords) {
        part++;
        referred = more;
      }
      chunk.moveTo(part);
    }
    return part + 1;
  }

  private static void collect(Word word, Phase phase, Set<Word> into) {
    if (phase.isFetched(word)) {
      into.add(word);
    } else if (word.op().isLeaf()) {
      into.add(word);
    } else {
      word.in().forEach(input -> collect(input, phase, into));
    }
  }
}
