package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a design is cut into methods, and when its effects take place. */
final class Plan {
  private final WordDesign design;
  private final int chunkBytes;
  private final Phase settlePhase;
  private final List<Chunk> settle;
  private final List<List<Chunk>> edges = new ArrayList<>();
  private final List<Chunk> all = new ArrayList<>();
  private final Set<Word> kept = new HashSet<>();
  private final Map<Phase, Map<Word, Chunk>> homes = new HashMap<>();
  private final IdentityHashMap<Effect.Write, Chunk> commits = new IdentityHashMap<>();
  private final Map<Phase, Map<Long, Chunk>> saves = new HashMap<>();

  Plan(WordDesign design, Limits limits) {
    this.design = design;
    this.chunkBytes = limits.chunkBytes();
    int limit = limits.branchWords();
    settlePhase = new Phase(design.settle(), Set.of(), design.words(), limit);
    Set<Word> computed = settlePhase.computed();
    List<Phase> phases =
        design.edges().stream()
            .map(effects -> new Phase(effects, computed, design.words(), limit))
            .toList();
    phases.forEach(phase -> kept.addAll(phase.taken()));
    settle = cut(settlePhase, settlePhase.order(kept));
    for (Phase phase : phases) {
      List<Chunk> chunks = cut(phase, phase.order(Set.of()));
      edges.add(chunks);
      commit(chunks);
    }
  }

  WordDesign design() {
    return design;
  }

  List<Chunk> settle() {
    return settle;
  }

  List<List<Chunk>> edges() {
    return edges;
  }

  List<Chunk> all() {
    return all;
  }

  /** The words that settle computes and edges take. */
  Set<Word> kept() {
    return kept;
  }

  /** The chunk that computes what another one fetches. */
  Chunk home(Phase user, Word word) {
    Word computed = word.op() == WordOp.RESULT ? word.in(0) : word;
    Phase phase = user.taken().contains(word) ? settlePhase : user;
    return Objects.requireNonNull(homes.getOrDefault(phase, Map.of()).get(computed));
  }

  Chunk keptHome(Word word) {
    return home(settlePhase, word);
  }

  /** The chunk at whose end a memory is written. */
  Chunk commit(Effect.Write write) {
    return Objects.requireNonNull(commits.get(write));
  }

  /** The slots that a chunk writes while later ones of its phase still want the old value. */
  List<Long> saved(Chunk chunk) {
    return saves.getOrDefault(chunk.phase(), Map.of()).entrySet().stream()
        .filter(entry -> entry.getValue() == chunk)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** The chunk that has saved the value that a chunk wants of a slot, or null if none had to. */
  @Nullable Chunk saver(Chunk reader, long slot) {
    Chunk writer = saves.getOrDefault(reader.phase(), Map.of()).get(slot);
    return writer != null && writer.number() < reader.number() ? writer : null;
  }

  private List<Chunk> cut(Phase phase, List<Statement> statements) {
    List<Chunk> chunks = new ArrayList<>();
    List<Statement> taken = new ArrayList<>();
    int bytes = 0;
    for (Statement statement : statements) {
      int more = ByteEstimate.of(phase, statement);
      if (!taken.isEmpty() && bytes + more > chunkBytes) {
        chunks.add(chunk(phase, taken));
        taken.clear();
        bytes = 0;
      }
      taken.add(statement);
      bytes += more;
    }
    if (!taken.isEmpty()) {
      chunks.add(chunk(phase, taken));
    }
    return chunks;
  }

  private Chunk chunk(Phase phase, List<Statement> statements) {
    Chunk chunk = new Chunk(all.size(), phase, statements);
    all.add(chunk);
    chunk.forEach(
        statement -> {
          if (statement instanceof Statement.Compute(var word)) {
            homes.computeIfAbsent(phase, _ -> new HashMap<>()).put(word, chunk);
          }
        });
    return chunk;
  }

  /**
   * Registers change where their new value is known; if chunks after that one still want the old
   * one, it is saved for them. Memories change when the last chunk that reads them has run; write
   * ports of a memory keep their order.
   */
  private void commit(List<Chunk> chunks) {
    Map<Long, Chunk> last = new HashMap<>();
    Map<Integer, Chunk> lastRead = new HashMap<>();
    for (Chunk chunk : chunks) {
      chunk.forEachWord(
          word -> {
            switch (word.op()) {
              case STATE -> last.put(word.imm(), chunk);
              case READ -> {
                if (!chunk.phase().taken().contains(word)) {
                  lastRead.put((int) word.imm(), chunk);
                }
              }
              default -> {}
            }
          });
    }
    for (Chunk chunk : chunks) {
      chunk.forEachEffect(
          effect -> {
            switch (effect) {
              case Effect.Update update -> {
                long slot = update.slot();
                if (last.getOrDefault(slot, chunk).number() > chunk.number()) {
                  saves.computeIfAbsent(chunk.phase(), _ -> new HashMap<>()).put(slot, chunk);
                }
              }
              case Effect.Write write -> {
                Chunk reader = lastRead.getOrDefault(write.memory(), chunk);
                Chunk when = reader.number() < chunk.number() ? chunk : reader;
                commits.put(write, when);
                lastRead.put(write.memory(), when);
                if (when != chunk) {
                  when.late().add(write);
                }
              }
              case Effect.Output _ -> {}
            }
          });
    }
  }
}
