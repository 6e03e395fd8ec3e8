package dev.backplane.rtl.engines.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The statements of one evaluation, in order: settle, or an edge of one clock.
 *
 * <p>A word with one use becomes part of the expression that uses it. A word with several uses, or
 * with a use in a later region, is computed once by a statement of its own. Words that are as cheap
 * to compute as to load are computed wherever they are used.
 */
final class EvaluationRegion {
  /** Larger expressions are split, whatever their uses. */
  private static final int MAX_EXPRESSION_WORDS = 40;

  private final Set<Word> available;
  private final boolean readsBeforeWrites;
  private final List<EffectTree> effectTrees;
  private final Block outermost = Block.outermost();
  private final IdentityHashMap<EffectTree, List<Block>> branchBlocks = new IdentityHashMap<>();
  private final Map<Word, Block> blocks = new HashMap<>();
  private final Map<Word, Integer> useCounts = new HashMap<>();
  private final Map<Word, Integer> expressionSizes = new HashMap<>();
  private final Set<Word> shared = new HashSet<>();
  private final Set<Word> imported = new HashSet<>();

  /**
   * Creates a region.
   *
   * @param effects the effects that it computes
   * @param available words that an earlier region computes
   * @param graph the graph, for its constants
   * @param limit about how many words one branch may skip; 0 for no branches
   * @param oneWriter whether each register has to be written by one statement
   */
  EvaluationRegion(
      List<Effect> effects, Set<Word> available, WordGraph graph, int limit, boolean oneWriter) {
    this.available = available;
    Deque<Word> work = new ArrayDeque<>();
    effects.forEach(effect -> effect.operands().forEach(need -> countUses(need, work)));
    readsBeforeWrites = !readsForWrites(effects);
    effectTrees =
        BranchGrouping.of(
            effects,
            Map.copyOf(useCounts),
            this::isAvailable,
            graph,
            limit,
            oneWriter,
            readsBeforeWrites);
    useCounts.clear();
    imported.clear();
    effectTrees.forEach(decision -> countUses(decision, work));
  }

  /** Tells whether a memory write depends on a memory read, so that writes have to be deferred. */
  private boolean readsForWrites(List<Effect> effects) {
    Set<Word> seen = new HashSet<>();
    Deque<Word> work = new ArrayDeque<>();
    for (Effect effect : effects) {
      if (effect instanceof Effect.Write) {
        work.addAll(effect.operands());
      }
    }
    while (!work.isEmpty()) {
      Word word = work.removeLast();
      if (!isAvailable(word) && seen.add(word)) {
        if (word.op() == WordOp.READ) {
          return true;
        }
        work.addAll(word.in());
      }
    }
    return false;
  }

  /** Tells whether all memories have been read when the first one is written. */
  boolean readsBeforeWrites() {
    return readsBeforeWrites;
  }

  private void countUses(EffectTree tree, Deque<Word> work) {
    switch (tree) {
      case EffectTree.Unconditional(var effect) ->
          effect.operands().forEach(need -> countUses(need, work));
      case EffectTree.Conditional(var selector, var yes, var no) -> {
        countUses(selector, work);
        yes.forEach(each -> countUses(each, work));
        no.forEach(each -> countUses(each, work));
      }
      case EffectTree.Selection(var key, var cases) -> {
        countUses(key, work);
        cases.values().forEach(some -> some.forEach(each -> countUses(each, work)));
      }
    }
  }

  private boolean isAvailable(Word word) {
    return available.contains(word) && !isCheap(word);
  }

  /** Counts a use of a word, and the uses of its inputs if it is the first. */
  private void countUses(Word root, Deque<Word> work) {
    countUse(root, work);
    while (!work.isEmpty()) {
      work.removeLast().in().forEach(input -> countUse(input, work));
    }
  }

  private void countUse(Word word, Deque<Word> work) {
    if (useCounts.merge(word, 1, Integer::sum) == 1) {
      if (isAvailable(word)) {
        imported.add(word);
      } else {
        work.addLast(word);
      }
    }
  }

  /** The words that it uses from an earlier region. */
  Set<Word> imported() {
    return imported;
  }

  /** The words that it computes. */
  Set<Word> computed() {
    Set<Word> words = new HashSet<>(useCounts.keySet());
    words.removeAll(imported);
    // The results of a call are read right after it; a later region cannot read another one.
    words.removeIf(word -> word.op() == WordOp.CALL);
    return words;
  }

  /**
   * Orders the statements: each cone of logic together, depth first.
   *
   * @param exported words that later regions use
   */
  List<Statement> orderStatements(Set<Word> exported) {
    exported.forEach(word -> blocks.put(word, outermost));
    effectTrees.forEach(decision -> assignBlock(decision, outermost));
    List<Word> words = new ArrayList<>(useCounts.keySet());
    words.sort(Comparator.comparingInt(Word::id).reversed());
    for (Word word : words) {
      Block block = blocks.get(word);
      if (block != null && !imported.contains(word)) {
        word.in().forEach(input -> assignBlock(input, block));
      }
    }
    effectTrees.forEach(decision -> emit(decision, outermost, exported));
    return outermost.statements;
  }

  /** Assigns a word to the innermost block around all of its uses. */
  private void assignBlock(Word word, Block block) {
    blocks.merge(word, block, Block::innermostCommon);
  }

  private void assignBlock(EffectTree tree, Block block) {
    switch (tree) {
      case EffectTree.Unconditional(var effect) ->
          effect.operands().forEach(need -> assignBlock(need, block));
      case EffectTree.Conditional conditional -> {
        assignBlock(conditional.selector(), block);
        assignBlocks(conditional, List.of(conditional.yes(), conditional.no()), block);
      }
      case EffectTree.Selection selection -> {
        assignBlock(selection.key(), block);
        assignBlocks(selection, List.copyOf(selection.cases().values()), block);
      }
    }
  }

  private void assignBlocks(EffectTree tree, List<List<EffectTree>> sides, Block block) {
    List<Block> inner = new ArrayList<>();
    for (List<EffectTree> side : sides) {
      Block nested = block.nested();
      inner.add(nested);
      side.forEach(each -> assignBlock(each, nested));
    }
    branchBlocks.put(tree, inner);
  }

  private void emit(EffectTree tree, Block block, Set<Word> exported) {
    switch (tree) {
      case EffectTree.Unconditional(var effect) -> {
        effect.operands().forEach(need -> visitCone(need, exported));
        block.statements.add(new Statement.Apply(effect));
      }
      case EffectTree.Conditional conditional -> {
        visitCone(conditional.selector(), exported);
        List<Block> inner = Objects.requireNonNull(branchBlocks.get(conditional));
        conditional.yes().forEach(each -> emit(each, inner.get(0), exported));
        conditional.no().forEach(each -> emit(each, inner.get(1), exported));
        block.statements.add(
            new Statement.Branch(
                conditional.selector(), inner.get(0).statements, inner.get(1).statements));
      }
      case EffectTree.Selection selection -> {
        visitCone(selection.key(), exported);
        Iterator<Block> inner = Objects.requireNonNull(branchBlocks.get(selection)).iterator();
        SortedMap<Integer, List<Statement>> cases = new TreeMap<>();
        selection
            .cases()
            .forEach(
                (value, effects) -> {
                  Block nested = inner.next();
                  effects.forEach(each -> emit(each, nested, exported));
                  cases.put(value, nested.statements);
                });
        block.statements.add(new Statement.Switch(selection.key(), cases));
      }
    }
  }

  /** {@return the number of words that a use of a word computes; 1 if the use only loads it} */
  int size(Word word) {
    return word.op().isLeaf() || isStored(word) ? 1 : expressionSizes.getOrDefault(word, 1);
  }

  /**
   * Tells whether a use loads the word: a statement of this or of an earlier region has computed
   * it.
   */
  boolean isStored(Word word) {
    return shared.contains(word) || imported.contains(word);
  }

  private void visitCone(Word root, Set<Word> exported) {
    Deque<Word> stack = new ArrayDeque<>();
    stack.addLast(root);
    while (!stack.isEmpty()) {
      Word word = stack.getLast();
      if (expressionSizes.containsKey(word) || imported.contains(word)) {
        stack.removeLast();
        continue;
      }
      boolean ready = true;
      for (Word input : word.in().reversed()) {
        if (!expressionSizes.containsKey(input) && !imported.contains(input)) {
          stack.addLast(input);
          ready = false;
        }
      }
      if (ready) {
        stack.removeLast();
        finishWord(word, exported);
      }
    }
  }

  private void finishWord(Word word, Set<Word> exported) {
    int size = 1;
    for (Word input : word.in()) {
      size += shared.contains(input) ? 1 : expressionSizes.getOrDefault(input, 1);
    }
    expressionSizes.put(word, size);
    if (word.op() == WordOp.RESULT) {
      shared.add(word);
    } else if (word.op() == WordOp.CALL
        || (!isCheap(word)
            && (useCounts.getOrDefault(word, 0) > 1
                || exported.contains(word)
                || size > MAX_EXPRESSION_WORDS))) {
      shared.add(word);
      Objects.requireNonNull(blocks.get(word)).statements.add(new Statement.Compute(word));
    }
  }

  /** Tells whether computing a word again costs no more than loading it. */
  static boolean isCheap(Word word) {
    return word.op().isLeaf()
        || (isCheapOperation(word) && (hasLeafInput(word) || isCheapOperationOnLeaf(word.in(0))));
  }

  private static boolean isCheapOperationOnLeaf(Word word) {
    return isCheapOperation(word) && hasLeafInput(word);
  }

  private static boolean hasLeafInput(Word word) {
    return word.in(0).op().isLeaf();
  }

  private static boolean isCheapOperation(Word word) {
    return switch (word.op()) {
      case SHL, SHR, NEG -> true;
      case AND, XOR -> word.in(1).isConstant();
      default -> false;
    };
  }
}
