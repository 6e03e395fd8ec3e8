package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds effects that hang on one and the same bit: registers that are kept unless enabled, outputs
 * and memories likewise. They are put behind one branch on it, and with them all that only they
 * need, which is how a design at rest costs little. A branch is only worth it for enough work,
 * since what data decide is predicted badly.
 */
final class Decisions {
  /** Words from which a branch is worth it; measured, see docs/adr. */
  private static final int WORTH_A_BRANCH = 8;

  /** An effect that needs so many times the words of a branch fits into no method behind one. */
  private static final int HUGE = 6;

  /** How deep choices are taken apart. */
  private static final int DEEPEST = 12;

  /** An effect and the value that is left of it below the choices taken so far. */
  private record Item(Effect effect, Word value) {}

  private record Sides(Word no, Word yes) {}

  private final Map<Word, Integer> uses;
  private final Predicate<Word> given;
  private final Word zero;
  private final Word one;
  private final int limit;

  private Decisions(Map<Word, Integer> uses, Predicate<Word> given, Words words, int limit) {
    this.uses = uses;
    this.given = given;
    this.zero = words.zero;
    this.one = words.one;
    this.limit = limit;
  }

  /**
   * Takes effects apart.
   *
   * @param effects what a phase is for
   * @param uses how often each word is taken
   * @param given words that an earlier phase computed
   * @param words where constants come from
   * @param limit about how many words may come behind one branch
   * @param readsBeforeWrites whether all memories have been read when the first one is written
   */
  static List<Decision> of(
      List<Effect> effects,
      Map<Word, Integer> uses,
      Predicate<Word> given,
      Words words,
      int limit,
      boolean readsBeforeWrites) {
    if (limit < WORTH_A_BRANCH) {
      return effects.stream().<Decision>map(Decision.Always::new).toList();
    }
    Decisions decisions = new Decisions(uses, given, words, limit);
    List<Item> plain = new ArrayList<>();
    List<Item> writes = new ArrayList<>();
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Output output -> plain.add(new Item(output, output.value()));
        case Effect.Update update -> plain.add(new Item(update, update.value()));
        case Effect.Write write -> writes.add(new Item(write, write.enable()));
      }
    }
    List<Decision> all = new ArrayList<>(decisions.build(plain, 0));
    // Write ports keep their order: only neighbours share a branch.
    for (int from = 0, to; from < writes.size(); from = to) {
      to = from + 1;
      while (to < writes.size() && writes.get(to).value().equals(writes.get(from).value())) {
        to++;
      }
      if (readsBeforeWrites && isWhole(writes.get(from))) {
        all.addAll(decisions.build(writes.subList(from, to), 0));
      } else {
        writes.subList(from, to).forEach(item -> all.add(new Decision.Always(item.effect())));
      }
    }
    return all;
  }

  private static boolean isWhole(Item item) {
    return item.effect() instanceof Effect.Write write && write.whole();
  }

  private List<Decision> build(List<Item> items, int depth) {
    Map<Word, List<Item>> groups = new LinkedHashMap<>();
    if (depth < DEEPEST) {
      for (Item item : items) {
        Word selector = selector(item);
        if (selector != null) {
          groups.computeIfAbsent(selector, _ -> new ArrayList<>()).add(item);
        }
      }
      groups
          .values()
          .removeIf(group -> group.stream().mapToInt(this::worth).sum() < WORTH_A_BRANCH);
    }
    Map<Word, List<Item>> open = new LinkedHashMap<>();
    Map<Word, Integer> sizes = new HashMap<>();
    List<Decision> decisions = new ArrayList<>();
    for (Item item : items) {
      Word selector = groups.isEmpty() ? null : joined(item, groups);
      if (selector == null) {
        decisions.add(new Decision.Always(with(item.effect(), item.value())));
        continue;
      }
      List<Item> group = open.computeIfAbsent(selector, _ -> new ArrayList<>());
      group.add(item);
      if (sizes.merge(selector, worth(item), Integer::sum) > limit) {
        decisions.add(either(selector, group, depth));
        open.remove(selector);
        sizes.remove(selector);
      }
    }
    open.forEach((selector, group) -> decisions.add(either(selector, group, depth)));
    return decisions;
  }

  private Decision either(Word selector, List<Item> group, int depth) {
    List<Item> yes = new ArrayList<>();
    List<Item> no = new ArrayList<>();
    for (Item item : group) {
      Sides sides = sides(item, selector);
      add(yes, item.effect(), sides.yes());
      add(no, item.effect(), sides.no());
    }
    return new Decision.Either(selector, build(yes, depth + 1), build(no, depth + 1));
  }

  private static void add(List<Item> items, Effect effect, Word value) {
    boolean nothing =
        switch (effect) {
          case Effect.Update update -> value.op() == WordOp.STATE && value.imm() == update.slot();
          case Effect.Write _ -> value.is(0);
          case Effect.Output _ -> false;
        };
    if (!nothing) {
      items.add(new Item(effect, value));
    }
  }

  private static Effect with(Effect effect, Word value) {
    return switch (effect) {
      case Effect.Update(int slot, _) -> new Effect.Update(slot, value);
      case Effect.Output(int slot, _) -> new Effect.Output(slot, value);
      case Effect.Write write ->
          new Effect.Write(
              write.memory(), write.limb(), write.address(), write.data(), value, true);
    };
  }

  private boolean isOpen(Word word) {
    return !given.test(word) && uses.getOrDefault(word, 0) <= 1;
  }

  /** The bit at the top of an effect, if it is a choice. */
  private @Nullable Word selector(Item item) {
    Word value = item.value();
    if (item.effect() instanceof Effect.Write && !value.isConstant()) {
      return value;
    }
    return value.op() == WordOp.MUX && isOpen(value) && cone(value, HUGE * limit) < HUGE * limit
        ? value.in(0)
        : null;
  }

  /** The first selector of a group that an effect can be in. */
  private @Nullable Word joined(Item item, Map<Word, List<Item>> groups) {
    Word own = selector(item);
    if (own != null && groups.containsKey(own)) {
      return own;
    }
    if (isFactored(item.value())) {
      for (Word factor : item.value().in()) {
        for (Word bit : groups.keySet()) {
          if (factor.equals(bit) || Words.isOpposite(factor, bit)) {
            return bit;
          }
        }
      }
    }
    return null;
  }

  /** Whether a word is the and or the or of bits for this one purpose. */
  private boolean isFactored(Word word) {
    return (word.op() == WordOp.AND || word.op() == WordOp.OR) && word.isBit() && isOpen(word);
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
    int index = value.in(0).equals(selector) || Words.isOpposite(value.in(0), selector) ? 0 : 1;
    Word other = value.in(1 - index);
    if (value.in(index).equals(selector)) {
      return and ? new Sides(zero, other) : new Sides(other, one);
    }
    return and ? new Sides(other, zero) : new Sides(one, other);
  }

  /** About how many words need not be computed behind a branch. */
  private int worth(Item item) {
    int sum = 2;
    for (Word need : with(item.effect(), item.value()).needs()) {
      sum += cone(need, limit);
    }
    return sum;
  }

  private int cone(Word word, int most) {
    if (given.test(word) || word.op().isLeaf() || !isOpen(word)) {
      return 0;
    }
    int sum = 1;
    for (Word input : word.in()) {
      if (sum < most) {
        sum += cone(input, most - sum);
      }
    }
    return sum;
  }
}
