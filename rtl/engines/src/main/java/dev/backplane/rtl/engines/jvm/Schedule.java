package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a design: how its regions are split into methods, and when its effects take
 * place.
 */
final class Schedule {
  private final WordDesign design;
  private final int chunkBytes;
  private final EvaluationRegion settleRegion;
  private final List<Chunk> settle;
  private final List<List<Chunk>> edges = new ArrayList<>();
  private final List<Chunk> chunks = new ArrayList<>();
  private final Set<Word> exported = new HashSet<>();
  private final Map<EvaluationRegion, Map<Word, Chunk>> definingChunks = new HashMap<>();
  private final IdentityHashMap<Effect.Write, Chunk> commitChunks = new IdentityHashMap<>();
  private final Map<EvaluationRegion, Map<Long, Chunk>> savingChunks = new HashMap<>();

  /**
   * Schedules a design.
   *
   * @param design the design
   * @param limits how large methods may be
   * @param gated whether chunks may be skipped, so that two of them must not write one register
   */
  Schedule(WordDesign design, CodeSizeLimits limits, boolean gated) {
    this.design = design;
    this.chunkBytes = limits.chunkBytes();
    int limit = limits.branchWords();
    settleRegion = new EvaluationRegion(design.settle(), Set.of(), design.graph(), limit, gated);
    Set<Word> computed = settleRegion.computed();
    List<EvaluationRegion> edgeRegions =
        design.edges().stream()
            .map(effects -> new EvaluationRegion(effects, computed, design.graph(), limit, gated))
            .toList();
    edgeRegions.forEach(region -> exported.addAll(region.imported()));
    settle = split(settleRegion, settleRegion.orderStatements(exported));
    for (EvaluationRegion region : edgeRegions) {
      List<Chunk> chunks = split(region, region.orderStatements(Set.of()));
      edges.add(chunks);
      placeCommits(chunks);
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

  List<Chunk> chunks() {
    return chunks;
  }

  /** The words that settle computes and edges use. */
  Set<Word> exported() {
    return exported;
  }

  /** The chunk that computes a word that another one loads. */
  Chunk definingChunk(EvaluationRegion user, Word word) {
    Word computed = word.op() == WordOp.RESULT ? word.in(0) : word;
    EvaluationRegion region = user.imported().contains(word) ? settleRegion : user;
    return Objects.requireNonNull(definingChunks.getOrDefault(region, Map.of()).get(computed));
  }

  Chunk definingSettleChunk(Word word) {
    return definingChunk(settleRegion, word);
  }

  /** The chunk that commits a memory write, at its end. */
  Chunk commitChunk(Effect.Write write) {
    return Objects.requireNonNull(commitChunks.get(write));
  }

  /**
   * The register slots whose old value a chunk saves, because later chunks of its region use it.
   */
  List<Long> savedSlots(Chunk chunk) {
    return savingChunks.getOrDefault(chunk.region(), Map.of()).entrySet().stream()
        .filter(entry -> entry.getValue() == chunk)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** The chunk that has saved the old value of a slot for a reader, or null if none had to. */
  @Nullable Chunk savingChunk(Chunk reader, long slot) {
    Chunk writer = savingChunks.getOrDefault(reader.region(), Map.of()).get(slot);
    return writer != null && writer.number() < reader.number() ? writer : null;
  }

  private List<Chunk> split(EvaluationRegion region, List<Statement> statements) {
    List<Chunk> chunks = new ArrayList<>();
    List<Statement> pending = new ArrayList<>();
    int bytes = 0;
    for (Statement statement : statements) {
      int more = BytecodeSize.estimate(region, statement);
      if (!pending.isEmpty() && bytes + more > chunkBytes) {
        chunks.add(newChunk(region, pending));
        pending.clear();
        bytes = 0;
      }
      pending.add(statement);
      bytes += more;
    }
    if (!pending.isEmpty()) {
      chunks.add(newChunk(region, pending));
    }
    return chunks;
  }

  private Chunk newChunk(EvaluationRegion region, List<Statement> statements) {
    Chunk chunk = new Chunk(chunks.size(), region, statements);
    chunks.add(chunk);
    chunk.forEach(
        statement -> {
          if (statement instanceof Statement.Compute(var word)) {
            definingChunks.computeIfAbsent(region, _ -> new HashMap<>()).put(word, chunk);
          }
        });
    return chunk;
  }

  /**
   * Decides where effects are committed. A register is updated where its new value is known; if
   * later chunks use the old value, it is saved for them. A memory is written after the last chunk
   * that reads it; write ports of a memory keep their order.
   */
  private void placeCommits(List<Chunk> chunks) {
    Map<Long, Chunk> last = new HashMap<>();
    Map<Integer, Chunk> lastRead = new HashMap<>();
    for (Chunk chunk : chunks) {
      chunk.forEachWord(
          word -> {
            switch (word.op()) {
              case STATE -> last.put(word.imm(), chunk);
              case READ -> {
                if (!chunk.region().imported().contains(word)) {
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
                  savingChunks
                      .computeIfAbsent(chunk.region(), _ -> new HashMap<>())
                      .putIfAbsent(slot, chunk);
                }
              }
              case Effect.Write write -> {
                Chunk reader = lastRead.getOrDefault(write.memory(), chunk);
                Chunk when = reader.number() < chunk.number() ? chunk : reader;
                commitChunks.put(write, when);
                lastRead.put(write.memory(), when);
                if (when != chunk) {
                  when.deferredWrites().add(write);
                }
              }
              case Effect.Output _ -> {}
            }
          });
    }
  }
}
