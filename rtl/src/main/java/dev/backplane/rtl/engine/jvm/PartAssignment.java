package dev.backplane.rtl.engine.jvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Spreads chunks over classes, each of which can have 65 535 constants. */
final class PartAssignment {
  /** A field is a reference, a name with a type, and the name; a long takes two places. */
  private static final int PER_WORD = 3;

  /** A target, its value at power-up, and a field for each need that has to wait. */
  private static final int PER_EFFECT = 5;

  private final int limit;
  private int part;
  private int effects;
  private Set<Word> referred = new HashSet<>();

  private PartAssignment(int limit) {
    this.limit = limit;
  }

  /** Assigns every chunk, in order, and returns the number of parts. */
  static int assign(List<Chunk> chunks, int partConstants) {
    PartAssignment assignment = new PartAssignment(partConstants);
    chunks.forEach(assignment::place);
    return assignment.part + 1;
  }

  private void place(Chunk chunk) {
    Set<Word> words = new HashSet<>();
    chunk.forEachWord(
        word -> {
          if (word.op().isLeaf() || chunk.phase().isFetched(word)) {
            words.add(word);
          }
        });
    Map<Object, Integer> targets = new HashMap<>();
    chunk.late().forEach(write -> targets.put(write, constants(write)));
    // A register or pin that is chosen has an effect on every side, but one field.
    chunk.forEachEffect(
        effect ->
            targets.put(
                effect instanceof Effect.Update update ? (Object) update.slot() : effect,
                constants(effect)));
    int more = targets.values().stream().mapToInt(Integer::intValue).sum();
    referred.addAll(words);
    effects += more;
    if (effects + referred.size() * PER_WORD > limit) {
      part++;
      referred = words;
      effects = more;
    }
    chunk.moveTo(part);
  }

  private static int constants(Effect effect) {
    return PER_EFFECT + effect.needs().size() * PER_WORD;
  }
}
