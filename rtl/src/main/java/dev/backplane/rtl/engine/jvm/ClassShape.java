package dev.backplane.rtl.engine.jvm;

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

/** What the writers of code know about the classes: names, types, and how to reach a field. */
final class ClassShape {
  static final ClassDesc PART = Part.class.describeConstable().orElseThrow();
  private static final ClassDesc WORDS = ConstantDescs.CD_long.arrayType();

  private final Plan plan;
  private final Fields fields;
  private final List<MemoryShape> memories;
  private final Map<Long, Word> states = new HashMap<>();
  private final Map<Phase, Map<Word, Set<Word>>> results = new HashMap<>();

  ClassShape(Plan plan, Fields fields, List<MemoryShape> memories) {
    this.plan = plan;
    this.fields = fields;
    this.memories = memories;
    for (Chunk chunk : plan.all()) {
      chunk.forEachWord(
          word -> {
            if (word.op() == WordOp.STATE) {
              states.put(word.imm(), word);
            } else if (word.op() == WordOp.RESULT) {
              result(plan.home(chunk.phase(), word).phase(), word);
            }
          });
    }
  }

  private void result(Phase phase, Word word) {
    results
        .computeIfAbsent(phase, _ -> new HashMap<>())
        .computeIfAbsent(word.in(0), _ -> new LinkedHashSet<>())
        .add(word);
  }

  static ClassDesc part(int number) {
    return ClassDesc.of("dev.backplane.rtl.generated", "Part" + number);
  }

  Plan plan() {
    return plan;
  }

  Fields fields() {
    return fields;
  }

  List<MemoryShape> memories() {
    return memories;
  }

  MemoryShape memory(int index) {
    return memories.get(index);
  }

  /** The word that stands for a word of the registers, or null if nothing takes it. */
  @Nullable Word state(long slot) {
    return states.get(slot);
  }

  /** The results of a call that somebody takes. */
  List<Word> results(Phase phase, Word call) {
    return new ArrayList<>(results.getOrDefault(phase, Map.of()).getOrDefault(call, Set.of()));
  }

  void loadPins(CodeBuilder code, int local) {
    code.aload(0).getfield(PART, "pins", WORDS).astore(local);
  }

  void loadScratch(CodeBuilder code, int local) {
    code.aload(0).getfield(PART, "scratch", WORDS).astore(local);
  }

  void constant(CodeBuilder code, long value) {
    if (value != 0 && value != 1 && value == (byte) value) {
      code.bipush((int) value).i2l();
    } else {
      code.loadConstant(value);
    }
  }

  /** Pushes the object that has a field. */
  void owner(CodeBuilder code, int here, Fields.Field field) {
    code.aload(0);
    if (field.part() != here) {
      code.getfield(part(here), "p" + field.part(), part(field.part()));
    }
  }

  void put(CodeBuilder code, Fields.Field field) {
    code.putfield(part(field.part()), field.name(), ConstantDescs.CD_long);
  }

  void get(CodeBuilder code, int here, Fields.Field field) {
    owner(code, here, field);
    code.getfield(part(field.part()), field.name(), ConstantDescs.CD_long);
  }

  /** Pushes what a word of the registers was before the edge. */
  void old(CodeBuilder code, Chunk user, long slot) {
    Chunk saver = plan.saver(user, slot);
    get(code, user.part(), saver == null ? fields.state(slot) : fields.saved(saver, slot));
  }

  /** Pushes a word that another chunk left in a field. */
  void fetch(CodeBuilder code, Chunk user, Word word) {
    Fields.Field field = fields.left(plan.home(user.phase(), word), word);
    if (field == null) {
      throw new IllegalStateException("chunk " + user.number() + " misses " + word);
    }
    get(code, user.part(), field);
  }

  void getMemory(CodeBuilder code, int here, int index) {
    code.aload(0).getfield(part(here), "m" + index, memories.get(index).array());
  }
}
