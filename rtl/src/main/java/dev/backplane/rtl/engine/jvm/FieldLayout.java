package dev.backplane.rtl.engine.jvm;

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
   * A field of type long.
   *
   * @param part the part that declares it
   * @param name its name
   */
  record Field(int part, String name) {}

  private record ValueKey(Chunk home, Word word) {}

  private record SaveKey(Chunk writer, long slot) {}

  private final Map<Long, Field> stateFields = new HashMap<>();
  private final Map<ValueKey, Field> valueFields = new HashMap<>();
  private final IdentityHashMap<Effect.Write, List<Field>> deferredFields = new IdentityHashMap<>();
  private final Map<SaveKey, Field> savedFields = new HashMap<>();
  private final List<List<String>> fieldNames = new ArrayList<>();

  FieldLayout(Schedule schedule, int parts) {
    for (int i = 0; i < parts; i++) {
      fieldNames.add(new ArrayList<>());
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
            new SaveKey(chunk, slot), add(chunk.part(), "o" + chunk.number() + "_" + slot));
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
    stateFields.computeIfAbsent(slot, _ -> add(owner.part(), "s" + slot));
  }

  private void addValue(Chunk home, Word word) {
    valueFields.computeIfAbsent(
        new ValueKey(home, word), _ -> add(home.part(), "v" + home.number() + "_" + word.id()));
  }

  private void addDeferred(Effect.Write effect, Chunk chunk) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < effect.operands().size(); i++) {
      fields.add(add(chunk.part(), "d" + deferredFields.size() + "_" + i));
    }
    deferredFields.put(effect, fields);
  }

  private Field add(int part, String name) {
    fieldNames.get(part).add(name);
    return new Field(part, name);
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

  /** The names of all fields of a part. */
  List<String> fieldNames(int part) {
    return fieldNames.get(part);
  }

  int parts() {
    return fieldNames.size();
  }

  int count() {
    return fieldNames.stream().mapToInt(List::size).sum();
  }
}
