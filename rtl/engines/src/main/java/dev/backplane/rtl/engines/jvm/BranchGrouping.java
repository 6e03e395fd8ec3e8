package dev.backplane.rtl.engines.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups effects that depend on the same bit: registers that keep their value unless enabled, and
 * outputs and memories likewise. Each group is put behind one branch on that bit, together with all
 * logic that only the group uses, so that idle logic costs little. A branch pays only for enough
 * work, since branches on data are predicted badly.
 */
final class BranchGrouping {
  /** The fewest words that a branch skips; measured, see docs/rationale/netlist-and-engines.md. */
  private static final int MIN_BRANCH_WORDS = 8;

  /**
   * An effect with a cone of so many times the branch limit does not fit into a method behind a
   * branch.
   */
  private static final int OVERSIZE_FACTOR = 6;

  /** The deepest nesting of branches. */
  private static final int MAX_DEPTH = 12;

  /** An effect and its remaining value under the conditions of the enclosing branches. */
  private record Item(Effect effect, Word value) {}

  private record Sides(Word no, Word yes) {}

  private final Map<Word, Integer> useCounts;
  private final Predicate<Word> available;
  private final WordGraph graph;
  private final Word zero;
  private final Word one;
  private final int limit;
  private final boolean oneWriter;

  private BranchGrouping(
      Map<Word, Integer> uses,
      Predicate<Word> available,
      WordGraph graph,
      int limit,
      boolean oneWriter) {
    this.useCounts = uses;
    this.available = available;
    this.graph = graph;
    this.zero = graph.zero;
    this.one = graph.one;
    this.limit = limit;
    this.oneWriter = oneWriter;
  }

  /**
   * Groups effects.
   *
   * @param effects the effects of an evaluation region
   * @param uses how often each word is used
   * @param available words that an earlier region computed
   * @param graph the graph, for its constants
   * @param limit about how many words one branch may skip
   * @param oneWriter whether each register has to be written by one tree
   * @param readsBeforeWrites whether all memories have been read when the first one is written
   */
  static List<EffectTree> of(
      List<Effect> effects,
      Map<Word, Integer> uses,
      Predicate<Word> available,
      WordGraph graph,
      int limit,
      boolean oneWriter,
      boolean readsBeforeWrites) {
    if (limit < MIN_BRANCH_WORDS) {
      return effects.stream().<EffectTree>map(EffectTree.Unconditional::new).toList();
    }
    BranchGrouping grouping = new BranchGrouping(uses, available, graph, limit, oneWriter);
    List<Item> plain = new ArrayList<>();
    List<Item> writes = new ArrayList<>();
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Output output -> plain.add(new Item(output, output.value()));
        case Effect.Update update -> plain.add(new Item(update, update.value()));
        case Effect.Write write -> writes.add(new Item(write, write.enable()));
      }
    }
    List<EffectTree> all = new ArrayList<>(grouping.build(plain, 0));
    // Write ports keep their order: only adjacent ones share a branch.
    for (int from = 0, to; from < writes.size(); from = to) {
      to = from + 1;
      while (to < writes.size() && writes.get(to).value().equals(writes.get(from).value())) {
        to++;
      }
      if (readsBeforeWrites && isWhole(writes.get(from))) {
        all.addAll(grouping.build(writes.subList(from, to), 0));
      } else {
        writes
            .subList(from, to)
            .forEach(item -> all.add(new EffectTree.Unconditional(item.effect())));
      }
    }
    return all;
  }

  private static boolean isWhole(Item item) {
    return item.effect() instanceof Effect.Write write && write.wholeLimb();
  }

  private List<EffectTree> build(List<Item> all, int depth) {
    Deque<EffectTree> selections = new ArrayDeque<>();
    List<Item> items = depth < MAX_DEPTH ? takeIndexed(all, depth, selections) : all;
    List<EffectTree> trees = new ArrayList<>();
    Map<Word, List<Item>> groups = new LinkedHashMap<>();
    if (depth < MAX_DEPTH) {
      for (Item item : items) {
        Word selector = selector(item);
        if (selector != null) {
          groups.computeIfAbsent(selector, _ -> new ArrayList<>()).add(item);
        }
      }
      groups
          .values()
          .removeIf(
              group -> group.stream().mapToInt(this::skippableWords).sum() < MIN_BRANCH_WORDS);
    }
    Map<Word, List<Item>> open = new LinkedHashMap<>();
    Map<Word, Integer> sizes = new HashMap<>();
    for (Item item : items) {
      Word selector = groups.isEmpty() ? null : groupSelector(item, groups);
      if (selector == null) {
        trees.add(new EffectTree.Unconditional(withValue(item.effect(), item.value())));
        continue;
      }
      List<Item> group = open.computeIfAbsent(selector, _ -> new ArrayList<>());
      group.add(item);
      if (sizes.merge(selector, skippableWords(item), Integer::sum) > limit) {
        trees.add(conditional(selector, group, depth));
        open.remove(selector);
        sizes.remove(selector);
      }
    }
    open.forEach((selector, group) -> trees.add(conditional(selector, group, depth)));
    trees.addAll(selections);
    return trees;
  }

  /**
   * Takes out updates of registers that are written by an index.
   *
   * @param items the items
   * @param depth how many branches enclose them
   * @param selections receives the updates. They have to take place behind what is left, the first
   *     ones last: a write may override others of the same register
   * @return what is left
   */
  private List<Item> takeIndexed(List<Item> items, int depth, Deque<EffectTree> selections) {
    List<Item> left = items;
    while (left.size() >= IndexedUpdates.MIN_VALUES) {
      Map<Integer, Item> bySlot = new LinkedHashMap<>();
      List<EnabledUpdate> enabled = new ArrayList<>();
      for (Item item : left) {
        if (item.effect() instanceof Effect.Update update && isSingleUse(item.value())) {
          EnabledUpdate found =
              EnabledUpdate.of(update.slot(), item.value(), graph, this::isSingleUse);
          if (found != null && (found.keepsOtherwise() || !oneWriter)) {
            enabled.add(found);
            bySlot.put(update.slot(), item);
          }
        }
      }
      IndexedUpdates indexed = IndexedUpdates.find(enabled);
      if (indexed == null) {
        return left;
      }
      Map<Item, Word> remaining = new HashMap<>();
      SortedMap<Integer, List<EffectTree>> cases = new TreeMap<>();
      int size = 0;
      for (Map.Entry<Integer, List<EnabledUpdate>> each : indexed.updates().entrySet()) {
        List<Item> only = new ArrayList<>();
        List<EffectTree> overriding = new ArrayList<>();
        for (EnabledUpdate update : each.getValue()) {
          Item item = Objects.requireNonNull(bySlot.get(update.slot()));
          remaining.put(item, update.otherwise());
          if (update.keepsOtherwise()) {
            only.add(new Item(item.effect(), value(update)));
          } else {
            overriding.add(overriding(update));
          }
          size += skippableWords(item);
        }
        List<EffectTree> trees = new ArrayList<>(build(only, depth + 1));
        trees.addAll(overriding);
        cases.put(each.getKey(), trees);
        if (size > limit) {
          selections.addFirst(selection(indexed, cases));
          cases = new TreeMap<>();
          size = 0;
        }
      }
      if (!cases.isEmpty()) {
        selections.addFirst(selection(indexed, cases));
      }
      List<Item> rest = new ArrayList<>();
      for (Item item : left) {
        addUnlessUnchanged(rest, item.effect(), remaining.getOrDefault(item, item.value()));
      }
      left = rest;
    }
    return left;
  }

  /**
   * An update behind another one of the same register. It keeps what that one wrote only if its
   * conditions do not hold: the register's old value is a new one here, so that no branch may leave
   * it out.
   */
  private EffectTree overriding(EnabledUpdate update) {
    EffectTree tree =
        new EffectTree.Unconditional(new Effect.Update(update.slot(), update.value()));
    return update.conditions().isEmpty()
        ? tree
        : new EffectTree.Conditional(all(update.conditions()), List.of(tree), List.of());
  }

  private Word value(EnabledUpdate update) {
    Word old = graph.state(update.slot(), -1L);
    return graph.mux(all(update.conditions()), old, update.value());
  }

  private Word all(List<Word> bits) {
    Word all = one;
    for (Word bit : bits) {
      all = graph.and(all, bit);
    }
    return all;
  }

  private EffectTree selection(IndexedUpdates indexed, SortedMap<Integer, List<EffectTree>> cases) {
    EffectTree selection = new EffectTree.Selection(indexed.key(), cases);
    return indexed.common().isEmpty()
        ? selection
        : new EffectTree.Conditional(all(indexed.common()), List.of(selection), List.of());
  }

  private EffectTree conditional(Word selector, List<Item> group, int depth) {
    List<Item> yes = new ArrayList<>();
    List<Item> no = new ArrayList<>();
    for (Item item : group) {
      Sides sides = sides(item, selector);
      addUnlessUnchanged(yes, item.effect(), sides.yes());
      addUnlessUnchanged(no, item.effect(), sides.no());
    }
    return new EffectTree.Conditional(selector, build(yes, depth + 1), build(no, depth + 1));
  }

  private static void addUnlessUnchanged(List<Item> items, Effect effect, Word value) {
    boolean nothing =
        switch (effect) {
          case Effect.Update update -> value.op() == WordOp.STATE && value.imm() == update.slot();
          case Effect.Write _ -> value.isConstant(0);
          case Effect.Output _ -> false;
        };
    if (!nothing) {
      items.add(new Item(effect, value));
    }
  }

  private static Effect withValue(Effect effect, Word value) {
    return switch (effect) {
      case Effect.Update(int slot, _) -> new Effect.Update(slot, value);
      case Effect.Output(int slot, _) -> new Effect.Output(slot, value);
      case Effect.Write write ->
          new Effect.Write(
              write.memory(), write.limb(), write.address(), write.data(), value, true);
    };
  }

  private boolean isSingleUse(Word word) {
    return !available.test(word) && useCounts.getOrDefault(word, 0) <= 1;
  }

  /** The bit that selects the value of an effect, or null if its value is not a selection. */
  private @Nullable Word selector(Item item) {
    Word value = item.value();
    if (item.effect() instanceof Effect.Write && !value.isConstant()) {
      return value;
    }
    return value.op() == WordOp.MUX
            && isSingleUse(value)
            && coneSize(value, OVERSIZE_FACTOR * limit) < OVERSIZE_FACTOR * limit
        ? value.in(0)
        : null;
  }

  /** The selector of the first group that an effect can join, or null. */
  private @Nullable Word groupSelector(Item item, Map<Word, List<Item>> groups) {
    Word own = selector(item);
    if (own != null && groups.containsKey(own)) {
      return own;
    }
    if (isSingleUseGate(item.value())) {
      for (Word factor : item.value().in()) {
        for (Word bit : groups.keySet()) {
          if (factor.equals(bit) || WordGraph.isOpposite(factor, bit)) {
            return bit;
          }
        }
      }
    }
    return null;
  }

  /** Tells whether a word is an AND or an OR of bits with a single use. */
  private boolean isSingleUseGate(Word word) {
    return (word.op() == WordOp.AND || word.op() == WordOp.OR) && word.isBit() && isSingleUse(word);
  }

  private Sides sides(Item item, Word selector) {
    Word value = item.value();
    if (value.equals(selector)) {
      return new Sides(zero, one);
    }
    if (value.op() == WordOp.MUX) {
      return new Sides(value.in(1), value.in(2));
    }
    boolean and = value.op() == WordOp.AND;
    int index = value.in(0).equals(selector) || WordGraph.isOpposite(value.in(0), selector) ? 0 : 1;
    Word other = value.in(1 - index);
    if (value.in(index).equals(selector)) {
      return and ? new Sides(zero, other) : new Sides(other, one);
    }
    return and ? new Sides(other, zero) : new Sides(one, other);
  }

  /** About how many words a branch on this effect skips. */
  private int skippableWords(Item item) {
    int sum = 2;
    for (Word need : withValue(item.effect(), item.value()).operands()) {
      sum += coneSize(need, limit);
    }
    return sum;
  }

  private int coneSize(Word word, int most) {
    if (available.test(word) || word.op().isLeaf() || !isSingleUse(word)) {
      return 0;
    }
    int sum = 1;
    for (Word input : word.in()) {
      if (sum < most) {
        sum += coneSize(input, most - sum);
      }
    }
    return sum;
  }
}
