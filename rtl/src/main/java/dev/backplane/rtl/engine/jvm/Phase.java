package dev.backplane.rtl.engine.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  private final Set<Word> given;
  private final boolean readsBeforeWrites;
  private final List<Decision> decisions;
  private final Region outermost = Region.outermost();
  private final IdentityHashMap<Decision.Either, Region[]> sides = new IdentityHashMap<>();
  private final Map<Word, Region> regions = new HashMap<>();
  private final Map<Word, Integer> uses = new HashMap<>();
  private final Map<Word, Integer> sizes = new HashMap<>();
  private final Set<Word> shared = new HashSet<>();
  private final Set<Word> taken = new HashSet<>();

  /**
   * A phase.
   *
   * @param effects what it is for
   * @param given words that an earlier phase computes
   * @param words where constants come from
   * @param limit about how many words may come behind one branch; 0 for no branches
   */
  Phase(List<Effect> effects, Set<Word> given, Words words, int limit) {
    this.given = given;
    Deque<Word> work = new ArrayDeque<>();
    effects.forEach(effect -> effect.needs().forEach(need -> use(need, work)));
    readsBeforeWrites = !readsForWrites(effects);
    decisions =
        Decisions.of(effects, Map.copyOf(uses), this::isGiven, words, limit, readsBeforeWrites);
    uses.clear();
    taken.clear();
    decisions.forEach(decision -> use(decision, work));
  }

  /** Whether a memory is read for what is written to one, which then has to wait. */
  private boolean readsForWrites(List<Effect> effects) {
    Set<Word> seen = new HashSet<>();
    Deque<Word> work = new ArrayDeque<>();
    for (Effect effect : effects) {
      if (effect instanceof Effect.Write) {
        work.addAll(effect.needs());
      }
    }
    while (!work.isEmpty()) {
      Word word = work.removeLast();
      if (!isGiven(word) && seen.add(word)) {
        if (word.op() == WordOp.READ) {
          return true;
        }
        work.addAll(word.in());
      }
    }
    return false;
  }

  /** Whether all memories have been read when the first one is written. */
  boolean readsBeforeWrites() {
    return readsBeforeWrites;
  }

  private void use(Decision decision, Deque<Word> work) {
    switch (decision) {
      case Decision.Always(var effect) -> effect.needs().forEach(need -> use(need, work));
      case Decision.Either(var selector, var yes, var no) -> {
        use(selector, work);
        yes.forEach(each -> use(each, work));
        no.forEach(each -> use(each, work));
      }
    }
  }

  private boolean isGiven(Word word) {
    return given.contains(word) && !isCheap(word);
  }

  /** Counts a use of a word, and those of what it needs. */
  private void use(Word root, Deque<Word> work) {
    count(root, work);
    while (!work.isEmpty()) {
      work.removeLast().in().forEach(input -> count(input, work));
    }
  }

  private void count(Word word, Deque<Word> work) {
    if (uses.merge(word, 1, Integer::sum) == 1) {
      if (isGiven(word)) {
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
    kept.forEach(word -> regions.put(word, outermost));
    decisions.forEach(decision -> place(decision, outermost));
    List<Word> words = new ArrayList<>(uses.keySet());
    words.sort(Comparator.comparingInt(Word::id).reversed());
    for (Word word : words) {
      Region region = regions.get(word);
      if (region != null && !taken.contains(word)) {
        word.in().forEach(input -> place(input, region));
      }
    }
    decisions.forEach(decision -> write(decision, outermost, kept));
    return outermost.statements;
  }

  /** A word that several regions need has its place in the region around all of them. */
  private void place(Word word, Region region) {
    regions.merge(word, region, Region::common);
  }

  private void place(Decision decision, Region region) {
    switch (decision) {
      case Decision.Always(var effect) -> effect.needs().forEach(need -> place(need, region));
      case Decision.Either either -> {
        place(either.selector(), region);
        Region[] inner = {region.inside(), region.inside()};
        sides.put(either, inner);
        either.yes().forEach(each -> place(each, inner[0]));
        either.no().forEach(each -> place(each, inner[1]));
      }
    }
  }

  private void write(Decision decision, Region region, Set<Word> kept) {
    switch (decision) {
      case Decision.Always(var effect) -> {
        effect.needs().forEach(need -> visit(need, kept));
        region.statements.add(new Statement.Apply(effect));
      }
      case Decision.Either either -> {
        visit(either.selector(), kept);
        Region[] inner = Objects.requireNonNull(sides.get(either));
        either.yes().forEach(each -> write(each, inner[0], kept));
        either.no().forEach(each -> write(each, inner[1], kept));
        region.statements.add(
            new Statement.Choose(either.selector(), inner[0].statements, inner[1].statements));
      }
    }
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
      Objects.requireNonNull(regions.get(word)).statements.add(new Statement.Compute(word));
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
