package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names, types and field accesses of the generated classes, for the code generators. */
final class CodegenContext {
  static final ClassDesc PART = Part.class.describeConstable().orElseThrow();
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();

  private final Schedule schedule;
  private final FieldLayout fields;
  private final WordTypes types;
  private final List<MemoryShape> memories;
  private final @Nullable ActivityGates gates;
  private final Map<Long, Word> stateWords = new HashMap<>();
  private final Map<EvaluationRegion, Map<Word, Set<Word>>> results = new HashMap<>();

  CodegenContext(
      Schedule schedule,
      FieldLayout fields,
      WordTypes types,
      List<MemoryShape> memories,
      @Nullable ActivityGates gates) {
    this.schedule = schedule;
    this.fields = fields;
    this.types = types;
    this.memories = memories;
    this.gates = gates;
    for (Chunk chunk : schedule.chunks()) {
      chunk.forEachWord(
          word -> {
            if (word.op() == WordOp.STATE) {
              stateWords.put(word.imm(), word);
            } else if (word.op() == WordOp.RESULT) {
              addResult(schedule.definingChunk(chunk.region(), word).region(), word);
            }
          });
    }
  }

  private void addResult(EvaluationRegion region, Word word) {
    results
        .computeIfAbsent(region, _ -> new HashMap<>())
        .computeIfAbsent(word.in(0), _ -> new LinkedHashSet<>())
        .add(word);
  }

  static ClassDesc partClass(int number) {
    return ClassDesc.of("dev.backplane.rtl.engines.generated", "Part" + number);
  }

  Schedule schedule() {
    return schedule;
  }

  /** {@return the gates that skip unchanged chunks; null if every cycle evaluates all chunks} */
  @Nullable ActivityGates gates() {
    return gates;
  }

  WordTypes types() {
    return types;
  }

  FieldLayout fields() {
    return fields;
  }

  List<MemoryShape> memories() {
    return memories;
  }

  MemoryShape memory(int index) {
    return memories.get(index);
  }

  /** The word that reads a register slot, or null if nothing uses it. */
  @Nullable Word stateWord(long slot) {
    return stateWords.get(slot);
  }

  /** The results of a call that are used. */
  List<Word> results(EvaluationRegion region, Word call) {
    return new ArrayList<>(results.getOrDefault(region, Map.of()).getOrDefault(call, Set.of()));
  }

  void loadPins(CodeBuilder code, int local) {
    code.aload(0).getfield(PART, "pins", WORDS).astore(local);
  }

  void loadScratch(CodeBuilder code, int local) {
    code.aload(0).getfield(PART, "scratch", WORDS).astore(local);
  }

  void pushConstant(CodeBuilder code, long value, boolean narrow) {
    if (narrow) {
      code.loadConstant((int) value);
    } else if (value != 0 && value != 1 && value == (byte) value) {
      code.bipush((int) value).i2l();
    } else {
      code.loadConstant(value);
    }
  }

  /** Pushes the object that declares a field. */
  void pushOwner(CodeBuilder code, int here, FieldLayout.Field field) {
    code.aload(0);
    if (field.part() != here) {
      code.getfield(partClass(here), "p" + field.part(), partClass(field.part()));
    }
  }

  void putField(CodeBuilder code, FieldLayout.Field field) {
    code.putfield(partClass(field.part()), field.name(), field.type());
  }

  void pushField(CodeBuilder code, int here, FieldLayout.Field field) {
    pushOwner(code, here, field);
    code.getfield(partClass(field.part()), field.name(), field.type());
  }

  /** Pushes the value that a register slot had before the edge. */
  void pushOldState(CodeBuilder code, Chunk user, long slot) {
    Chunk saver = schedule.savingChunk(user, slot);
    pushField(
        code,
        user.part(),
        saver == null ? fields.stateField(slot) : fields.savedField(saver, slot));
  }

  /** Pushes a word that another chunk stored in a field. */
  void pushValue(CodeBuilder code, Chunk user, Word word) {
    FieldLayout.Field field = fields.valueField(schedule.definingChunk(user.region(), word), word);
    if (field == null) {
      throw new IllegalStateException("chunk " + user.number() + " misses " + word);
    }
    pushField(code, user.part(), field);
  }

  void pushMemory(CodeBuilder code, int here, int index) {
    code.aload(0).getfield(partClass(here), "m" + index, memories.get(index).array());
  }
}
