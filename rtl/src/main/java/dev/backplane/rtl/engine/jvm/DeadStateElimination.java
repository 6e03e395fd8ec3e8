package dev.backplane.rtl.engine.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes registers and memory writes that no output depends on. */
final class DeadStateElimination {
  private final Map<Long, List<Effect>> byTarget = new HashMap<>();
  private final Set<Effect> live = new HashSet<>();
  private final Set<Word> reached = new HashSet<>();
  private final Deque<Word> work = new ArrayDeque<>();

  private DeadStateElimination() {}

  static WordDesign eliminate(WordDesign design) {
    DeadStateElimination elimination = new DeadStateElimination();
    design.edges().forEach(edge -> edge.forEach(elimination::register));
    elimination.markFrom(design.settle());
    return new WordDesign(
        design.netlist(),
        design.pinWords(),
        design.initial(),
        design.settle(),
        design.edges().stream()
            .map(edge -> edge.stream().filter(elimination.live::contains).toList())
            .toList(),
        design.scratchWords(),
        design.graph());
  }

  private void register(Effect effect) {
    switch (effect) {
      case Effect.Update update -> addTarget(update.slot(), effect);
      case Effect.Write write -> addTarget(~(long) write.memory(), effect);
      case Effect.Output _ -> throw new IllegalStateException("an edge drives no output");
    }
  }

  private void addTarget(long target, Effect effect) {
    byTarget.computeIfAbsent(target, _ -> new ArrayList<>()).add(effect);
  }

  private void markFrom(List<Effect> roots) {
    roots.forEach(effect -> effect.operands().forEach(this::mark));
    while (!work.isEmpty()) {
      Word word = work.removeLast();
      word.in().forEach(this::mark);
      switch (word.op()) {
        case STATE -> markTarget(word.imm());
        case READ -> markTarget(~(long) (int) word.imm());
        default -> {}
      }
    }
  }

  private void mark(Word word) {
    if (reached.add(word)) {
      work.addLast(word);
    }
  }

  private void markTarget(long target) {
    List<Effect> effects = byTarget.remove(target);
    if (effects != null) {
      live.addAll(effects);
      effects.forEach(effect -> effect.operands().forEach(this::mark));
    }
  }
}
