package dev.backplane.rtl.engines.jvm;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Assigns values to fields of the generated classes. */
final class FieldLayout {
  /**
   * A field.
   *
   * @param part the part that declares it
   * @param name its name
   * @param type int or long
   */
  record Field(int part, String name, ClassDesc type) {}

  private record ValueKey(Chunk home, Word word) {}

  private record SaveKey(Chunk writer, long slot) {}

  private final WordTypes types;
  private final Map<Long, Field> stateFields = new HashMap<>();
  private final Map<ValueKey, Field> valueFields = new HashMap<>();
  private final IdentityHashMap<Effect.Write, List<Field>> deferredFields = new IdentityHashMap<>();
  private final Map<SaveKey, Field> savedFields = new HashMap<>();
  private final Map<Long, Field> pinFields = new HashMap<>();
  private final List<List<Field>> fields = new ArrayList<>();

  FieldLayout(Schedule schedule, WordTypes types, int parts) {
    this.types = types;
    for (int i = 0; i < parts; i++) {
      fields.add(new ArrayList<>());
    }
    for (Chunk chunk : schedule.chunks()) {
      chunk.forEachEffect(
          effect -> {
            if (effect instanceof Effect.Update update) {
              addState(update.slot(), chunk);
            }
          });
      for (long slot : schedule.savedSlots(chunk)) {
        savedFields.put(
            new SaveKey(chunk, slot),
            add(chunk.part(), "o" + chunk.number() + "_" + slot, types.isNarrowState(slot)));
      }
    }
    schedule.exported().forEach(word -> addValue(schedule.definingSettleChunk(word), word));
    for (Chunk chunk : schedule.chunks()) {
      chunk.forEachWord(word -> use(schedule, chunk, word));
      chunk.forEachEffect(
          effect -> {
            if (effect instanceof Effect.Write write && schedule.commitChunk(write) != chunk) {
              addDeferred(write, chunk);
            }
          });
    }
  }

  private void use(Schedule schedule, Chunk chunk, Word word) {
    if (word.op() == WordOp.STATE) {
      addState(word.imm(), chunk);
    } else if (chunk.region().isStored(word) && word.op() != WordOp.CALL) {
      Chunk home = schedule.definingChunk(chunk.region(), word);
      if (home != chunk) {
        addValue(home, word);
      }
    }
  }

  private void addState(long slot, Chunk owner) {
    stateFields.computeIfAbsent(
        slot, _ -> add(owner.part(), "s" + slot, types.isNarrowState(slot)));
  }

  private void addValue(Chunk home, Word word) {
    valueFields.computeIfAbsent(
        new ValueKey(home, word),
        _ -> add(home.part(), "v" + home.number() + "_" + word.id(), types.isNarrow(word)));
  }

  private void addDeferred(Effect.Write effect, Chunk chunk) {
    List<Field> waiting = new ArrayList<>();
    for (int i = 0; i < effect.operands().size(); i++) {
      waiting.add(add(chunk.part(), "d" + deferredFields.size() + "_" + i, false));
    }
    deferredFields.put(effect, waiting);
  }

  private Field add(int part, String name, boolean narrow) {
    Field field = new Field(part, name, narrow ? ConstantDescs.CD_int : ConstantDescs.CD_long);
    fields.get(part).add(field);
    return field;
  }

  /** Adds a field for bits to part 0. */
  Field addFlags(String name) {
    return add(0, name, false);
  }

  /** Adds a field that holds what a pin word was. */
  void addPin(long slot) {
    pinFields.put(slot, add(0, "q" + slot, false));
  }

  /** The field that holds what a pin word was. */
  Field pinField(long slot) {
    return Objects.requireNonNull(pinFields.get(slot));
  }

  /** The field of a register slot. */
  Field stateField(long slot) {
    return Objects.requireNonNull(stateFields.get(slot));
  }

  /** The fields of all register slots that have one. */
  Map<Long, Field> stateFields() {
    return stateFields;
  }

  /** The field in which a chunk stores a word for other chunks, or null if none uses it. */
  @Nullable Field valueField(Chunk home, Word word) {
    return valueFields.get(new ValueKey(home, word));
  }

  /** The field in which a chunk saves the old value of a register slot. */
  Field savedField(Chunk writer, long slot) {
    return Objects.requireNonNull(savedFields.get(new SaveKey(writer, slot)));
  }

  /** The fields that hold the operands of a write that a later chunk commits. */
  List<Field> deferredFields(Effect.Write write) {
    return Objects.requireNonNull(deferredFields.get(write));
  }

  /** All fields of a part. */
  List<Field> fields(int part) {
    return fields.get(part);
  }

  int parts() {
    return fields.size();
  }

  int count() {
    return fields.stream().mapToInt(List::size).sum();
  }
}
