package dev.backplane.rtl.engine.jvm;

import java.lang.classfile.CodeBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the method of one chunk. Words that several expressions of the chunk take are kept in
 * locals from their first use to their last.
 */
final class ChunkWriter {
  private static final int PINS = 1;
  private static final int SCRATCH = 2;
  private static final int FIRST_FREE = 3;

  /** An effect whose needs are in locals and which takes place at the end. */
  private record Pending(Effect effect, List<Integer> locals) {}

  private final CodeBuilder code;
  private final ClassShape shape;
  private final Chunk chunk;
  private final Operations operations;
  private final Map<Word, Integer> left = new HashMap<>();
  private final Map<Word, Integer> locals = new HashMap<>();
  private final BitSet used = new BitSet();
  private final List<Pending> pending = new ArrayList<>();

  ChunkWriter(CodeBuilder code, ClassShape shape, Chunk chunk) {
    this.code = code;
    this.shape = shape;
    this.chunk = chunk;
    this.operations = new Operations(code, shape, chunk, this::push);
  }

  void write() {
    for (Statement statement : chunk.statements()) {
      statement.roots().forEach(this::count);
    }
    shape.loadPins(code, PINS);
    shape.loadScratch(code, SCRATCH);
    for (Statement statement : chunk.statements()) {
      switch (statement) {
        case Statement.Compute(var word) when word.op() == WordOp.CALL -> call(word);
        case Statement.Compute(var word) -> compute(word);
        case Statement.Apply(var effect) -> apply(effect);
      }
    }
    // What waited comes from earlier statements: of two writes to one word the later one has to
    // win.
    chunk.late().forEach(this::finishLate);
    pending.forEach(this::finish);
    code.return_();
  }

  private void count(Word word) {
    if (left.merge(word, 1, Integer::sum) == 1 && !chunk.phase().isFetched(word)) {
      word.in().forEach(this::count);
    }
  }

  /** Puts the value of a word onto the stack. */
  private void push(Word word) {
    if (word.isConstant()) {
      shape.constant(code, word.imm());
      return;
    }
    int more = left.merge(word, -1, Integer::sum);
    Integer local = locals.get(word);
    if (local != null) {
      code.lload(local);
      if (more == 0) {
        used.clear(local);
      }
      return;
    }
    if (chunk.phase().isFetched(word)) {
      shape.fetch(code, chunk, word);
    } else {
      operations.write(word, PINS);
    }
    if (more > 0) {
      code.dup2();
      store(word);
    }
  }

  private int allocate() {
    int local = FIRST_FREE;
    while (used.get(local)) {
      local += 2;
    }
    used.set(local);
    return local;
  }

  private int store(Word word) {
    int local = allocate();
    locals.put(word, local);
    code.lstore(local);
    return local;
  }

  private void compute(Word word) {
    boolean here = left.getOrDefault(word, 0) > 0;
    Fields.Field field = shape.fields().left(chunk, word);
    if (here) {
      operations.write(word, PINS);
      int local = store(word);
      if (field != null) {
        shape.owner(code, chunk.part(), field);
        code.lload(local);
        shape.put(code, field);
      }
    } else if (field != null) {
      shape.owner(code, chunk.part(), field);
      operations.write(word, PINS);
      shape.put(code, field);
    } else {
      throw new IllegalStateException(word + " is computed for nobody");
    }
  }

  private void call(Word call) {
    for (int i = 0; i < call.in().size(); i++) {
      code.aload(SCRATCH).loadConstant(i);
      push(call.in(i));
      code.lastore();
    }
    operations.call(call, SCRATCH);
    for (Word result : shape.results(chunk.phase(), call)) {
      Fields.Field field = shape.fields().left(chunk, result);
      if (left.getOrDefault(result, 0) > 0) {
        loadResult(call, result);
        store(result);
      }
      if (field != null) {
        shape.owner(code, chunk.part(), field);
        loadResult(call, result);
        shape.put(code, field);
      }
    }
  }

  private void loadResult(Word call, Word result) {
    code.aload(SCRATCH).loadConstant(call.in().size() + (int) result.imm()).laload();
  }

  private void apply(Effect effect) {
    Chunk commit = shape.plan().commit(effect);
    if (effect instanceof Effect.Output output) {
      code.aload(PINS).loadConstant(output.slot());
      push(output.value());
      code.lastore();
    } else if (commit != chunk) {
      List<Fields.Field> fields = shape.fields().late(effect);
      for (int i = 0; i < fields.size(); i++) {
        shape.owner(code, chunk.part(), fields.get(i));
        push(effect.needs().get(i));
        shape.put(code, fields.get(i));
      }
    } else if (effect instanceof Effect.Update update && isRead(update)) {
      Fields.Field field = shape.fields().state(update.slot());
      shape.owner(code, chunk.part(), field);
      push(update.value());
      shape.put(code, field);
    } else {
      List<Integer> waiting = new ArrayList<>();
      for (Word need : effect.needs()) {
        push(need);
        int local = allocate();
        code.lstore(local);
        waiting.add(local);
      }
      pending.add(new Pending(effect, waiting));
    }
  }

  /** Whether everything in this chunk that takes a register's old value has taken it. */
  private boolean isRead(Effect.Update update) {
    Word state = shape.state(update.slot());
    return state == null
        || (!state.equals(update.value())
            && (left.getOrDefault(state, 0) == 0 || locals.containsKey(state)));
  }

  private void finish(Pending effect) {
    switch (effect.effect) {
      case Effect.Update update -> {
        Fields.Field field = shape.fields().state(update.slot());
        shape.owner(code, chunk.part(), field);
        code.lload(effect.locals.getFirst());
        shape.put(code, field);
      }
      case Effect.Write write ->
          operations.store(write, index -> code.lload(effect.locals.get(index)));
      case Effect.Output _ -> throw new IllegalStateException("outputs do not wait");
    }
  }

  private void finishLate(Effect effect) {
    List<Fields.Field> waiting = shape.fields().late(effect);
    switch (effect) {
      case Effect.Update update -> {
        Fields.Field field = shape.fields().state(update.slot());
        shape.owner(code, chunk.part(), field);
        shape.get(code, chunk.part(), waiting.getFirst());
        shape.put(code, field);
      }
      case Effect.Write write ->
          operations.store(write, index -> shape.get(code, chunk.part(), waiting.get(index)));
      case Effect.Output _ -> throw new IllegalStateException("outputs do not wait");
    }
  }
}
