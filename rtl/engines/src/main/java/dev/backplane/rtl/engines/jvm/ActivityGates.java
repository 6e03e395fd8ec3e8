package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.netlist.Netlist;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the chunks to evaluate again after a change, for designs with one clock. A chunk is skipped
 * if the registers, pins, memories and values of other chunks that it uses are unchanged since its
 * last evaluation: it would compute and store the same again.
 *
 * <p>Each chunk has a bit that says whether it has to be evaluated. Chunks that change a value set
 * the bits of those that use it. A value that a register or memory takes at an edge is used from
 * the next edge on, so bits of edge chunks exist twice: for this edge and for the next one.
 */
final class ActivityGates {
  /** The chunks of one evaluation whose bits are in one word. */
  record Group(FieldLayout.Field flags, FieldLayout.Field next, List<Chunk> chunks) {}

  /** Bits to set when something changes, by the field that holds them. */
  record Wake(Map<FieldLayout.Field, Long> bits) {
    boolean isEmpty() {
      return bits.isEmpty();
    }
  }

  private final Schedule schedule;
  private final List<Group> settle;
  private final List<Group> edge;
  private final Map<Chunk, Group> groups = new HashMap<>();
  private final Map<Long, Set<Chunk>> stateReaders = new HashMap<>();
  private final Map<Long, Set<Chunk>> pinReaders = new TreeMap<>();
  private final Map<Word, Set<Chunk>> valueReaders = new HashMap<>();
  private final Map<Integer, Set<Chunk>> memoryReaders = new HashMap<>();
  private final Map<Integer, Set<Chunk>> memoryWriters = new HashMap<>();

  ActivityGates(Schedule schedule, FieldLayout fields) {
    this.schedule = schedule;
    this.settle = groups(schedule.settle(), fields, false);
    this.edge = groups(schedule.edges().getFirst(), fields, true);
    schedule.chunks().forEach(this::findReaders);
    pinReaders.keySet().forEach(fields::addPin);
  }

  /** Tells whether a design can be gated: with several clocks, a register has several writers. */
  static boolean isPossible(Netlist netlist) {
    return netlist.clocks().size() == 1;
  }

  private List<Group> groups(List<Chunk> chunks, FieldLayout fields, boolean atEdge) {
    List<Group> all = new ArrayList<>();
    for (int at = 0; at < chunks.size(); at += Long.SIZE) {
      String number = (atEdge ? "e" : "t") + at / Long.SIZE;
      FieldLayout.Field flags = fields.addFlags("a" + number);
      Group group =
          new Group(
              flags,
              atEdge ? fields.addFlags("n" + number) : flags,
              chunks.subList(at, Math.min(chunks.size(), at + Long.SIZE)));
      group.chunks.forEach(chunk -> groups.put(chunk, group));
      all.add(group);
    }
    return all;
  }

  private void findReaders(Chunk chunk) {
    chunk.forEachWord(
        word -> {
          switch (word.op()) {
            case STATE -> add(stateReaders, word.imm(), chunk);
            case INPUT -> add(pinReaders, word.imm(), chunk);
            case CONSTANT, CALL -> {}
            default -> {
              if (chunk.region().isStored(word)
                  && schedule.definingChunk(chunk.region(), word) != chunk) {
                add(valueReaders, word, chunk);
              } else if (word.op() == WordOp.READ) {
                add(memoryReaders, (int) word.imm(), chunk);
              }
            }
          }
        });
    chunk.forEachEffect(
        effect -> {
          if (effect instanceof Effect.Write write) {
            add(memoryWriters, write.memory(), chunk);
            add(memoryWriters, write.memory(), schedule.commitChunk(write));
          }
        });
    // A saved old value equals the register again one edge after the register has changed.
    schedule.savedSlots(chunk).forEach(slot -> add(stateReaders, slot, chunk));
  }

  private static <K> void add(Map<K, Set<Chunk>> map, K key, Chunk chunk) {
    map.computeIfAbsent(key, _ -> new HashSet<>()).add(chunk);
  }

  List<Group> settle() {
    return settle;
  }

  List<Group> edge() {
    return edge;
  }

  /** {@return the bits to set when a register changes at an edge} */
  Wake ofState(long slot) {
    return next(stateReaders.getOrDefault(slot, Set.of()));
  }

  /**
   * {@return the bits to set when a value changes, of chunks in the same evaluation or a later one}
   */
  Wake ofValue(Word word) {
    return now(valueReaders.getOrDefault(word, Set.of()));
  }

  /** {@return the bits to set when input pins change, by pin word} */
  Map<Long, Wake> ofPins() {
    Map<Long, Wake> wakes = new LinkedHashMap<>();
    pinReaders.forEach((slot, readers) -> wakes.put(slot, now(readers)));
    return wakes;
  }

  /**
   * {@return the bits to set when a write takes place} They are those of all chunks that read the
   * memory, and of its other writers, since the last write wins.
   */
  Wake ofWrite(Chunk writer, int memory) {
    Map<FieldLayout.Field, Long> bits =
        new HashMap<>(next(memoryReaders.getOrDefault(memory, Set.of())).bits);
    Set<Chunk> others = new HashSet<>(memoryWriters.getOrDefault(memory, Set.of()));
    others.remove(writer);
    next(others).bits.forEach((field, mask) -> bits.merge(field, mask, (a, b) -> a | b));
    now(others).bits.forEach((field, mask) -> bits.merge(field, mask, (a, b) -> a | b));
    return new Wake(bits);
  }

  /**
   * {@return the bit of the chunk that commits a write whose operands another chunk has computed}
   */
  Wake ofDeferred(Effect.Write write) {
    return now(Set.of(schedule.commitChunk(write)));
  }

  private Wake now(Set<Chunk> chunks) {
    return wake(chunks, false);
  }

  private Wake next(Set<Chunk> chunks) {
    return wake(chunks, true);
  }

  private Wake wake(Set<Chunk> chunks, boolean next) {
    Map<FieldLayout.Field, Long> bits = new HashMap<>();
    for (Chunk chunk : chunks) {
      Group group = java.util.Objects.requireNonNull(groups.get(chunk));
      bits.merge(
          next ? group.next : group.flags, 1L << group.chunks.indexOf(chunk), (a, b) -> a | b);
    }
    return new Wake(bits);
  }
}
