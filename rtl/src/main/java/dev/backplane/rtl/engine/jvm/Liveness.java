package dev.backplane.rtl.engine.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drops registers and memory writes that no output can ever depend on. */
final class Liveness {
  private final Map<Long, List<Effect>> byTarget = new HashMap<>();
  private final Set<Effect> live = new HashSet<>();
  private final Set<Word> reached = new HashSet<>();
  private final Deque<Word> work = new ArrayDeque<>();

  private Liveness() {}

  static WordDesign keepLive(WordDesign design) {
    Liveness liveness = new Liveness();
    design.edges().forEach(edge -> edge.forEach(liveness::register));
    liveness.reach(design.settle());
    return new WordDesign(
        design.netlist(),
        design.pinWords(),
        design.initial(),
        design.settle(),
        design.edges().stream()
            .map(edge -> edge.stream().filter(liveness.live::contains).toList())
            .toList(),
        design.scratchWords(),
        design.words());
  }

  private void register(Effect effect) {
    switch (effect) {
      case Effect.Update update -> target(update.slot(), effect);
      case Effect.Write write -> target(~(long) write.memory(), effect);
      case Effect.Output _ -> throw new IllegalStateException("an edge drives no output");
    }
  }

  private void target(long target, Effect effect) {
    byTarget.computeIfAbsent(target, _ -> new ArrayList<>()).add(effect);
  }

  private void reach(List<Effect> roots) {
    roots.forEach(effect -> effect.needs().forEach(this::push));
    while (!work.isEmpty()) {
      Word word = work.removeLast();
      word.in().forEach(this::push);
      switch (word.op()) {
        case STATE -> wake(word.imm());
        case READ -> wake(~(long) (int) word.imm());
        default -> {}
      }
    }
  }

  private void push(Word word) {
    if (reached.add(word)) {
      work.addLast(word);
    }
  }

  private void wake(long target) {
    List<Effect> effects = byTarget.remove(target);
    if (effects != null) {
      live.addAll(effects);
      effects.forEach(effect -> effect.needs().forEach(this::push));
    }
  }
}
