package dev.backplane.rtl.engine.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settle, or an edge of one clock: the order of its statements.
 *
 * <p>A word that has one user becomes a part of that user's expression; one that has several, or
 * that a later phase takes, is a statement of its own, so that it is computed once. Words that cost
 * no more than fetching them from a field would are computed wherever they are used.
 */
final class Phase {
  /** Expressions of more words than this are cut, whatever their users. */
  private static final int LARGEST_EXPRESSION = 40;

  private final List<Effect> effects;
  private final Set<Word> given;
  private final Map<Word, Integer> uses = new HashMap<>();
  private final Map<Word, Integer> sizes = new HashMap<>();
  private final Set<Word> shared = new HashSet<>();
  private final Set<Word> taken = new HashSet<>();
  private final List<Statement> statements = new ArrayList<>();

  /**
   * A phase.
   *
   * @param effects what it is for
   * @param given words that an earlier phase computes
   */
  Phase(List<Effect> effects, Set<Word> given) {
    this.effects = effects;
    this.given = given;
    Deque<Word> work = new ArrayDeque<>();
    for (Effect effect : effects) {
      effect.needs().forEach(need -> use(need, work));
      while (!work.isEmpty()) {
        work.removeLast().in().forEach(input -> use(input, work));
      }
    }
  }

  private void use(Word word, Deque<Word> work) {
    if (uses.merge(word, 1, Integer::sum) == 1) {
      if (given.contains(word) && !isCheap(word)) {
        taken.add(word);
      } else {
        work.addLast(word);
      }
    }
  }

  /** The words that it takes from an earlier phase. */
  Set<Word> taken() {
    return taken;
  }

  /** The words that it computes. */
  Set<Word> computed() {
    Set<Word> words = new HashSet<>(uses.keySet());
    words.removeAll(taken);
    // The results of a call are read right after it: nobody can ask for another one later.
    words.removeIf(word -> word.op() == WordOp.CALL);
    return words;
  }

  /**
   * Puts the statements in order: each cone of logic together, depth first.
   *
   * @param kept words that later phases take
   */
  List<Statement> order(Set<Word> kept) {
    for (Effect effect : effects) {
      effect.needs().forEach(need -> visit(need, kept));
      statements.add(new Statement.Apply(effect));
    }
    return statements;
  }

  /** How many words are computed where a word is used; at most one if it is just fetched. */
  int size(Word word) {
    return word.op().isLeaf() || isFetched(word) ? 1 : sizes.getOrDefault(word, 1);
  }

  /** Whether a word is there when it is used: a statement of this or an earlier phase made it. */
  boolean isFetched(Word word) {
    return shared.contains(word) || taken.contains(word);
  }

  private void visit(Word root, Set<Word> kept) {
    Deque<Word> stack = new ArrayDeque<>();
    stack.addLast(root);
    while (!stack.isEmpty()) {
      Word word = stack.getLast();
      if (sizes.containsKey(word) || taken.contains(word)) {
        stack.removeLast();
        continue;
      }
      boolean ready = true;
      for (Word input : word.in().reversed()) {
        if (!sizes.containsKey(input) && !taken.contains(input)) {
          stack.addLast(input);
          ready = false;
        }
      }
      if (ready) {
        stack.removeLast();
        finish(word, kept);
      }
    }
  }

  private void finish(Word word, Set<Word> kept) {
    int size = 1;
    for (Word input : word.in()) {
      size += shared.contains(input) ? 1 : sizes.getOrDefault(input, 1);
    }
    sizes.put(word, size);
    if (word.op() == WordOp.RESULT) {
      shared.add(word);
    } else if (word.op() == WordOp.CALL
        || (!isCheap(word)
            && (uses.getOrDefault(word, 0) > 1
                || kept.contains(word)
                || size > LARGEST_EXPRESSION))) {
      shared.add(word);
      statements.add(new Statement.Compute(word));
    }
  }

  /** Whether computing a word again is as good as loading it. */
  static boolean isCheap(Word word) {
    return word.op().isLeaf() || (isStep(word) && (leafBelow(word) || isStepOnLeaf(word.in(0))));
  }

  private static boolean isStepOnLeaf(Word word) {
    return isStep(word) && leafBelow(word);
  }

  private static boolean leafBelow(Word word) {
    return word.in(0).op().isLeaf();
  }

  private static boolean isStep(Word word) {
    return switch (word.op()) {
      case SHL, SHR, NEG -> true;
      case AND, XOR -> word.in(1).isConstant();
      default -> false;
    };
  }
}
