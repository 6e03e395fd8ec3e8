package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
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
  private final Map<Effect, Chunk> commits = new HashMap<>();

  Plan(WordDesign design, int chunkBytes) {
    this.design = design;
    this.chunkBytes = chunkBytes;
    settlePhase = new Phase(design.settle(), Set.of());
    Set<Word> computed = settlePhase.computed();
    List<Phase> phases =
        design.edges().stream().map(effects -> new Phase(effects, computed)).toList();
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

  /** The chunk at whose end an effect of an edge takes place, null for those of settle. */
  @Nullable Chunk commit(Effect effect) {
    return commits.get(effect);
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
    for (Statement statement : statements) {
      if (statement instanceof Statement.Compute(var word)) {
        homes.computeIfAbsent(phase, _ -> new HashMap<>()).put(word, chunk);
      }
    }
    return chunk;
  }

  /**
   * Registers change when the last chunk that reads their old value has run, memories when the last
   * one that reads them has; write ports of a memory keep their order.
   */
  private void commit(List<Chunk> chunks) {
    Map<Long, Chunk> last = new HashMap<>();
    for (Chunk chunk : chunks) {
      chunk.forEachWord(
          word -> {
            switch (word.op()) {
              case STATE -> last.put(word.imm(), chunk);
              case READ -> last.put(~(long) (int) word.imm(), chunk);
              default -> {}
            }
          });
    }
    for (Chunk chunk : chunks) {
      for (Statement statement : chunk.statements()) {
        if (statement instanceof Statement.Apply(var effect)) {
          long target = target(effect);
          Chunk when = last.getOrDefault(target, chunk);
          if (when.number() < chunk.number()) {
            when = chunk;
          }
          commits.put(effect, when);
          if (effect instanceof Effect.Write) {
            last.put(target, when);
          }
          if (when != chunk) {
            when.late().add(effect);
          }
        }
      }
    }
  }

  private static long target(Effect effect) {
    return switch (effect) {
      case Effect.Update update -> update.slot();
      case Effect.Write write -> ~(long) write.memory();
      case Effect.Output _ -> throw new IllegalStateException("an edge drives no output");
    };
  }

  /** Shows every chunk with every statement's effect. */
  void forEachEffect(Consumer<Effect> consumer) {
    for (Chunk chunk : all) {
      for (Statement statement : chunk.statements()) {
        if (statement instanceof Statement.Apply(var effect)) {
          consumer.accept(effect);
        }
      }
    }
  }
}
