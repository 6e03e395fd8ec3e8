package dev.backplane.rtl.engine.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the method of one chunk. Words that several expressions of the chunk take are kept in
 * locals from their first use to their last.
 */
final class ChunkWriter {
  private static final int PINS = 1;
  private static final int SCRATCH = 2;
  private static final int FIRST_FREE = 3;

  /** A write whose needs are in locals and which takes place at the end. */
  private record Pending(Effect.Write effect, List<Integer> locals) {}

  private final CodeBuilder code;
  private final ClassShape shape;
  private final Chunk chunk;
  private final Operations operations;
  private final Map<Word, Integer> left = new HashMap<>();
  private final Map<Word, Integer> locals = new HashMap<>();
  private final Set<Word> changing = new HashSet<>();
  private final BitSet used = new BitSet();
  private final List<Pending> pending = new ArrayList<>();

  ChunkWriter(CodeBuilder code, ClassShape shape, Chunk chunk) {
    this.code = code;
    this.shape = shape;
    this.chunk = chunk;
    this.operations = new Operations(code, shape, chunk, this::push);
  }

  void write() {
    chunk.forEach(
        statement -> {
          statement.roots().forEach(root -> count(root, 1, left));
          if (statement instanceof Statement.Apply(Effect.Update update)) {
            Word state = shape.state(update.slot());
            if (state != null) {
              changing.add(state);
            }
          }
        });
    shape.loadPins(code, PINS);
    shape.loadScratch(code, SCRATCH);
    for (long slot : shape.plan().saved(chunk)) {
      Fields.Field field = shape.fields().saved(chunk, slot);
      shape.owner(code, chunk.part(), field);
      shape.get(code, chunk.part(), shape.fields().state(slot));
      shape.put(code, field);
    }
    write(chunk.statements());
    // What waited comes from earlier statements: of two writes to one word the later one has to
    // win.
    chunk.late().forEach(this::finishLate);
    pending.forEach(this::finish);
    code.return_();
  }

  private void write(List<Statement> statements) {
    Map<Word, Integer> later = new HashMap<>();
    statements.forEach(each -> countChanging(each, 1, later));
    for (Statement statement : statements) {
      countChanging(statement, -1, later);
      switch (statement) {
        case Statement.Compute(var word) when word.op() == WordOp.CALL -> call(word);
        case Statement.Compute(var word) -> compute(word);
        case Statement.Apply(var effect) -> apply(effect, later);
        case Statement.Choose choose -> choose(choose, later);
      }
    }
  }

  /** Counts how often each word is pushed if none is kept in a local. */
  private void count(Word word, int by, Map<Word, Integer> counts) {
    counts.merge(word, by, Integer::sum);
    if (!chunk.phase().isFetched(word)) {
      word.in().forEach(input -> count(input, by, counts));
    }
  }

  /** Counts uses of the registers that this method changes. */
  private void countChanging(Statement statement, int by, Map<Word, Integer> counts) {
    if (!changing.isEmpty()) {
      statement.forEach(each -> each.roots().forEach(root -> countChanging(root, by, counts)));
    }
  }

  private void countChanging(Word word, int by, Map<Word, Integer> counts) {
    if (changing.contains(word)) {
      counts.merge(word, by, Integer::sum);
    } else if (!chunk.phase().isFetched(word)) {
      word.in().forEach(input -> countChanging(input, by, counts));
    }
  }

  /** Before a register changes: takes its old value if later statements want it. */
  private void keepOld(Effect.Update update, Map<Word, Integer> later) {
    Word state = shape.state(update.slot());
    if (state != null && later.getOrDefault(state, 0) > 0 && !locals.containsKey(state)) {
      shape.old(code, chunk, update.slot());
      store(state);
    }
  }

  private void choose(Statement.Choose choose, Map<Word, Integer> later) {
    choose.forEach(
        inner -> {
          if (inner instanceof Statement.Apply(Effect.Update update)) {
            keepOld(update, later);
          }
        });
    Label no = code.newLabel();
    Label end = code.newLabel();
    Word selector = choose.selector();
    if (isForThis(selector) && Operations.isComparison(selector)) {
      left.merge(selector, -1, Integer::sum);
      Word compared = selector.in(0);
      if (selector.op() == WordOp.IS_ZERO && compared.op() == WordOp.XOR && isForThis(compared)) {
        left.merge(compared, -1, Integer::sum);
        compared.in().forEach(this::push);
        code.lcmp().ifne(no);
      } else {
        operations.unlessHolds(selector, no);
      }
    } else {
      push(selector);
      code.l2i().ifeq(no);
    }
    inside(choose.yes());
    if (!choose.no().isEmpty()) {
      code.goto_(end).labelBinding(no);
      inside(choose.no());
      code.labelBinding(end);
    } else {
      code.labelBinding(no).labelBinding(end);
    }
  }

  /** Whether a word is wanted just once more, and not there yet. */
  private boolean isForThis(Word word) {
    return left.getOrDefault(word, 0) == 1
        && !locals.containsKey(word)
        && !chunk.phase().isFetched(word);
  }

  /** What is computed on one side of a choice is not there after it. */
  private void inside(List<Statement> statements) {
    Map<Word, Integer> before = Map.copyOf(locals);
    BitSet usedBefore = (BitSet) used.clone();
    write(statements);
    locals.clear();
    locals.putAll(before);
    used.and(usedBefore);
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
      if (!chunk.phase().isFetched(word)) {
        word.in().forEach(this::spare);
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

  /** Counts a word as pushed that need not be, since what it is for lies in a local. */
  private void spare(Word word) {
    int more = left.merge(word, -1, Integer::sum);
    Integer local = locals.get(word);
    if (local != null && more == 0) {
      used.clear(local);
    }
    if (!chunk.phase().isFetched(word)) {
      word.in().forEach(this::spare);
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

  private void apply(Effect effect, Map<Word, Integer> later) {
    switch (effect) {
      case Effect.Output output -> {
        code.aload(PINS).loadConstant(output.slot());
        push(output.value());
        code.lastore();
      }
      case Effect.Update update -> {
        keepOld(update, later);
        Fields.Field field = shape.fields().state(update.slot());
        shape.owner(code, chunk.part(), field);
        push(update.value());
        shape.put(code, field);
      }
      case Effect.Write write when shape.plan().commit(write) != chunk -> {
        List<Fields.Field> fields = shape.fields().late(write);
        for (int i = 0; i < fields.size(); i++) {
          shape.owner(code, chunk.part(), fields.get(i));
          push(write.needs().get(i));
          shape.put(code, fields.get(i));
        }
      }
      case Effect.Write write when chunk.phase().readsBeforeWrites() ->
          operations.store(write, index -> push(write.needs().get(index)));
      case Effect.Write write -> {
        List<Integer> waiting = new ArrayList<>();
        for (Word need : write.needs()) {
          push(need);
          int local = allocate();
          code.lstore(local);
          waiting.add(local);
        }
        pending.add(new Pending(write, waiting));
      }
    }
  }

  private void finish(Pending write) {
    operations.store(write.effect, index -> code.lload(write.locals.get(index)));
  }

  private void finishLate(Effect.Write write) {
    List<Fields.Field> waiting = shape.fields().late(write);
    operations.store(write, index -> shape.get(code, chunk.part(), waiting.get(index)));
  }
}
