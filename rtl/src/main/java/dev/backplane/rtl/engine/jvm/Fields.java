package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which values live in fields, and of which part. */
final class Fields {
  /**
   * A field of type long.
   *
   * @param part the part that has it
   * @param name its name
   */
  record Field(int part, String name) {}

  private record Place(Chunk home, Word word) {}

  private record Save(Chunk writer, long slot) {}

  private final Map<Long, Field> states = new HashMap<>();
  private final Map<Place, Field> values = new HashMap<>();
  private final IdentityHashMap<Effect.Write, List<Field>> late = new IdentityHashMap<>();
  private final Map<Save, Field> saved = new HashMap<>();
  private final List<List<String>> names = new ArrayList<>();

  Fields(Plan plan, int parts) {
    for (int i = 0; i < parts; i++) {
      names.add(new ArrayList<>());
    }
    for (Chunk chunk : plan.all()) {
      chunk.forEachEffect(
          effect -> {
            if (effect instanceof Effect.Update update) {
              state(update.slot(), chunk);
            }
          });
      for (long slot : plan.saved(chunk)) {
        saved.put(new Save(chunk, slot), add(chunk.part(), "o" + chunk.number() + "_" + slot));
      }
    }
    plan.kept().forEach(word -> value(plan.keptHome(word), word));
    for (Chunk chunk : plan.all()) {
      chunk.forEachWord(word -> use(plan, chunk, word));
      chunk.forEachEffect(
          effect -> {
            if (effect instanceof Effect.Write write && plan.commit(write) != chunk) {
              wait(write, chunk);
            }
          });
    }
  }

  private void use(Plan plan, Chunk chunk, Word word) {
    if (word.op() == WordOp.STATE) {
      state(word.imm(), chunk);
    } else if (chunk.phase().isFetched(word) && word.op() != WordOp.CALL) {
      Chunk home = plan.home(chunk.phase(), word);
      if (home != chunk) {
        value(home, word);
      }
    }
  }

  private void state(long slot, Chunk owner) {
    states.computeIfAbsent(slot, _ -> add(owner.part(), "s" + slot));
  }

  private void value(Chunk home, Word word) {
    values.computeIfAbsent(
        new Place(home, word), _ -> add(home.part(), "v" + home.number() + "_" + word.id()));
  }

  private void wait(Effect.Write effect, Chunk chunk) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < effect.needs().size(); i++) {
      fields.add(add(chunk.part(), "d" + late.size() + "_" + i));
    }
    late.put(effect, fields);
  }

  private Field add(int part, String name) {
    names.get(part).add(name);
    return new Field(part, name);
  }

  /** The field of a word of the registers. */
  Field state(long slot) {
    return Objects.requireNonNull(states.get(slot));
  }

  /** All words of the registers that have a field. */
  Map<Long, Field> states() {
    return states;
  }

  /** The field in which a chunk leaves a word for others, or null if nobody wants it. */
  @Nullable Field left(Chunk home, Word word) {
    return values.get(new Place(home, word));
  }

  /** Where a chunk saves what a word of the registers was. */
  Field saved(Chunk writer, long slot) {
    return Objects.requireNonNull(saved.get(new Save(writer, slot)));
  }

  /** Where the needs of a write wait that takes place in a later chunk. */
  List<Field> late(Effect.Write write) {
    return Objects.requireNonNull(late.get(write));
  }

  /** The names of all fields of a part. */
  List<String> names(int part) {
    return names.get(part);
  }

  int parts() {
    return names.size();
  }

  int count() {
    return names.stream().mapToInt(List::size).sum();
  }
}
