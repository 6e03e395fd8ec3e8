package dev.backplane.rtl.engines.jvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Distributes chunks over classes, each of which can have 65 535 constants. */
final class PartAssignment {
  /** A field takes three entries: a field reference, a name with a type, and the name. */
  private static final int PER_WORD = 3;

  /** A target, its initial value, and a field for each deferred operand. */
  private static final int PER_EFFECT = 5;

  /** A field and the type of its array. */
  private static final int PER_MEMORY = 5;

  private final int limit;
  private int part;
  private int effectConstants;
  private Set<Word> referencedWords = new HashSet<>();

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
          if (word.op().isLeaf() || chunk.region().isStored(word)) {
            words.add(word);
          }
        });
    Map<Object, Integer> targets = new HashMap<>();
    chunk.deferredWrites().forEach(write -> targets.put(write, constants(write)));
    // A register or pin under a branch has an effect on each side, but only one field.
    chunk.forEachEffect(
        effect ->
            targets.put(
                effect instanceof Effect.Update update ? (Object) update.slot() : effect,
                constants(effect)));
    chunk.memories().forEach(memory -> targets.put("memory " + memory, PER_MEMORY));
    int more = targets.values().stream().mapToInt(Integer::intValue).sum();
    referencedWords.addAll(words);
    effectConstants += more;
    if (effectConstants + referencedWords.size() * PER_WORD > limit) {
      part++;
      referencedWords = words;
      effectConstants = more;
    }
    chunk.setPart(part);
  }

  private static int constants(Effect effect) {
    return PER_EFFECT + effect.operands().size() * PER_WORD;
  }
}
