package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns long chains of multiplexers that compare one word with constants, as {@code case} and
 * {@code else if} make them, into selections: the generated code jumps to the value that counts and
 * computes no other.
 */
final class MuxChains {
  /** The fewest cases of a selection. A jump that is predicted badly costs about as much. */
  private static final int MIN_CASES = 16;

  /**
   * The fewest cases of a selection for each chain that uses the same comparisons. Many effects
   * that depend on the state of one machine are better grouped behind a branch for each state.
   */
  private static final int MIN_CASES_PER_CHAIN = 8;

  /** About how many bytes of bytecode the values of a selection may take: they form one method. */
  private static final int MAX_BYTES = 4_000;

  private static final int BYTES_PER_WORD = 9;
  private static final int BYTES_PER_CASE = 16;
  private static final int MAX_CONE = 60;

  /** A comparison of a word with a constant. */
  private record Match(Word key, int constant) {}

  private final WordGraph graph;
  private final Map<Word, Integer> uses = new HashMap<>();
  private final Map<Word, Word> replaced = new HashMap<>();
  private final Set<Word> inner = new HashSet<>();

  private MuxChains(WordGraph graph) {
    this.graph = graph;
  }

  /** {@return the number of cases of a selection, without the one for all other keys} */
  static int cases(Word selection) {
    return selection.in().size() / 2 - 1;
  }

  /** The same design with selections in place of chains. */
  static WordDesign toSelections(WordDesign design) {
    return new MuxChains(design.graph()).run(design);
  }

  private WordDesign run(WordDesign design) {
    List<Word> words = new ArrayList<>();
    List<Word> work = new ArrayList<>();
    design.settle().forEach(effect -> effect.operands().forEach(word -> use(word, work)));
    design
        .edges()
        .forEach(
            edge -> edge.forEach(effect -> effect.operands().forEach(word -> use(word, work))));
    while (!work.isEmpty()) {
      Word word = work.removeLast();
      words.add(word);
      word.in().forEach(input -> use(input, work));
    }
    words.sort(Comparator.comparingInt(Word::id));
    // From the users down: the head of a chain is found before what continues it.
    Map<Word, List<Word>> chains = new HashMap<>();
    for (Word word : words.reversed()) {
      if (word.op() == WordOp.MUX && !inner.contains(word)) {
        List<Word> chain = chain(word);
        if (pays(chain)) {
          chains.put(word, chain);
          inner.addAll(chain.subList(1, chain.size()));
        }
      }
    }
    if (chains.isEmpty()) {
      return design;
    }
    for (Word word : words) {
      List<Word> chain = chains.get(word);
      if (chain != null) {
        replaced.put(word, selection(chain));
      } else if (!inner.contains(word)) {
        List<Word> in = word.in().stream().map(this::replacement).toList();
        if (!in.equals(word.in())) {
          replaced.put(word, graph.onInputs(word, in));
        }
      }
    }
    return new WordDesign(
        design.netlist(),
        design.pinWords(),
        design.initial(),
        effects(design.settle()),
        design.edges().stream().map(this::effects).toList(),
        design.scratchWords(),
        graph);
  }

  private void use(Word word, List<Word> work) {
    if (uses.merge(word, 1, Integer::sum) == 1) {
      work.add(word);
    }
  }

  private Word replacement(Word word) {
    return replaced.getOrDefault(word, word);
  }

  private List<Effect> effects(List<Effect> effects) {
    return effects.stream()
        .<Effect>map(
            effect ->
                switch (effect) {
                  case Effect.Output(int slot, Word value) ->
                      new Effect.Output(slot, replacement(value));
                  case Effect.Update(int slot, Word value) ->
                      new Effect.Update(slot, replacement(value));
                  case Effect.Write write ->
                      new Effect.Write(
                          write.memory(),
                          write.limb(),
                          replacement(write.address()),
                          replacement(write.data()),
                          replacement(write.enable()),
                          write.wholeLimb());
                })
        .toList();
  }

  /** The multiplexers from one on that compare the same word, each used by the one before alone. */
  private List<Word> chain(Word head) {
    List<Word> chain = new ArrayList<>();
    Match first = match(head);
    Word at = head;
    for (Match match = first;
        match != null && first != null && match.key().equals(first.key());
        match = match(at)) {
      chain.add(at);
      at = at.in(1);
      if (uses.getOrDefault(at, 0) > 1) {
        break;
      }
    }
    return chain;
  }

  private static @Nullable Match match(Word mux) {
    if (mux.op() != WordOp.MUX || mux.in(0).op() != WordOp.IS_ZERO) {
      return null;
    }
    Word compared = mux.in(0).in(0);
    if (compared.bits() >= Integer.SIZE) {
      return null;
    }
    return compared.op() == WordOp.XOR && compared.in(1).isConstant()
        ? new Match(compared.in(0), (int) compared.in(1).imm())
        : new Match(compared, 0);
  }

  private boolean pays(List<Word> chain) {
    if (chain.size() < MIN_CASES) {
      return false;
    }
    long comparisons = 0;
    for (Word mux : chain) {
      comparisons += uses.getOrDefault(mux.in(0), 0);
    }
    long chains = (comparisons + chain.size() - 1) / chain.size();
    return chain.size() >= MIN_CASES_PER_CHAIN * chains;
  }

  /**
   * Makes a selection of a chain. A long chain becomes several, each of which has the next one for
   * all keys that it does not know.
   */
  private Word selection(List<Word> chain) {
    Match first = match(chain.getFirst());
    Word key = replacement(Objects.requireNonNull(first).key());
    Word otherwise = replacement(chain.getLast().in(1));
    Map<Integer, Word> cases = new LinkedHashMap<>();
    int bytes = 0;
    // From the last: what comes earlier in a chain counts.
    for (Word mux : chain.reversed()) {
      int more = BYTES_PER_CASE + BYTES_PER_WORD * cone(mux.in(2), MAX_CONE);
      if (bytes + more > MAX_BYTES && !cases.isEmpty()) {
        otherwise = graph.select(key, otherwise, cases);
        cases.clear();
        bytes = 0;
      }
      cases.put(Objects.requireNonNull(match(mux)).constant(), replacement(mux.in(2)));
      bytes += more;
    }
    return graph.select(key, otherwise, cases);
  }

  /**
   * {@return the number of words that are computed only for this word, itself included; the count
   * stops at about {@code most}}
   */
  private int cone(Word word, int most) {
    if (word.op().isLeaf()) {
      return 1;
    }
    int sum = 1;
    for (Word input : word.in()) {
      if (sum < most) {
        sum += uses.getOrDefault(input, 0) > 1 ? 1 : cone(input, most - sum);
      }
    }
    return sum;
  }
}
