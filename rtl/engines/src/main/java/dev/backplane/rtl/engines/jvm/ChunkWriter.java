package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Generates the method of one chunk. Words that several expressions of the chunk use are kept in
 * locals from their first use to their last.
 */
final class ChunkWriter implements Operands {
  private static final int PINS = 1;
  private static final int SCRATCH = 2;
  private static final int FIRST_FREE_LOCAL = 3;

  /** A write whose operands are in locals and that is committed at the end of the method. */
  private record PendingWrite(Effect.Write effect, List<Integer> locals) {}

  private final CodeBuilder code;
  private final CodegenContext context;
  private final Chunk chunk;
  private final OperationWriter operations;
  private final WakeWriter wakes;
  private final Map<Word, Integer> remainingUses = new HashMap<>();
  private final Map<Word, Integer> locals = new HashMap<>();
  private final Set<Word> updatedStates = new HashSet<>();
  private final BitSet usedLocals = new BitSet();
  private final List<PendingWrite> pendingWrites = new ArrayList<>();

  ChunkWriter(CodeBuilder code, CodegenContext context, Chunk chunk) {
    this.code = code;
    this.context = context;
    this.chunk = chunk;
    this.operations = new OperationWriter(code, context, chunk, this);
    this.wakes = new WakeWriter(code, context, chunk.part(), this::allocate);
  }

  void write() {
    chunk.forEach(
        statement -> {
          statement.roots().forEach(root -> countUses(root, 1, remainingUses));
          if (statement instanceof Statement.Apply(Effect.Update update)) {
            Word state = context.stateWord(update.slot());
            if (state != null) {
              updatedStates.add(state);
            }
          }
        });
    wakes.begin(chunk);
    context.loadPins(code, PINS);
    context.loadScratch(code, SCRATCH);
    for (long slot : context.schedule().savedSlots(chunk)) {
      FieldLayout.Field field = context.fields().savedField(chunk, slot);
      context.pushOwner(code, chunk.part(), field);
      context.pushField(code, chunk.part(), context.fields().stateField(slot));
      context.putField(code, field);
    }
    write(chunk.statements());
    // Deferred writes come from earlier statements: of two writes to one word the later one has to
    // win.
    chunk.deferredWrites().forEach(this::commitDeferred);
    pendingWrites.forEach(this::commit);
    wakes.finish();
    code.return_();
  }

  private void write(List<Statement> statements) {
    Map<Word, Integer> later = new HashMap<>();
    statements.forEach(each -> countStateUses(each, 1, later));
    for (Statement statement : statements) {
      countStateUses(statement, -1, later);
      switch (statement) {
        case Statement.Compute(var word) when word.op() == WordOp.CALL -> call(word);
        case Statement.Compute(var word) -> compute(word);
        case Statement.Apply(var effect) -> apply(effect, later);
        case Statement.Branch branch -> writeBranch(branch, later);
        case Statement.Switch selection -> writeSwitch(selection, later);
      }
    }
  }

  /** Counts how often each word would be pushed if none were kept in a local. */
  private void countUses(Word word, int by, Map<Word, Integer> counts) {
    counts.merge(word, by, Integer::sum);
    if (!chunk.region().isStored(word)) {
      word.in().forEach(input -> countUses(input, by, counts));
    }
  }

  /** Counts uses of the registers that this method updates. */
  private void countStateUses(Statement statement, int by, Map<Word, Integer> counts) {
    if (!updatedStates.isEmpty()) {
      statement.forEach(each -> each.roots().forEach(root -> countStateUses(root, by, counts)));
    }
  }

  private void countStateUses(Word word, int by, Map<Word, Integer> counts) {
    if (updatedStates.contains(word)) {
      counts.merge(word, by, Integer::sum);
    } else if (!chunk.region().isStored(word)) {
      word.in().forEach(input -> countStateUses(input, by, counts));
    }
  }

  /** Saves the old value of a register before an update, if later statements use it. */
  private void saveOldValue(Effect.Update update, Map<Word, Integer> later) {
    Word state = context.stateWord(update.slot());
    if (state != null && later.getOrDefault(state, 0) > 0 && !locals.containsKey(state)) {
      context.pushOldState(code, chunk, update.slot());
      store(state);
    }
  }

  /** Saves what the effects behind a branch overwrite, since they may not take place. */
  private void saveOldValues(Statement statement, Map<Word, Integer> later) {
    statement.forEach(
        inner -> {
          if (inner instanceof Statement.Apply(Effect.Update update)) {
            saveOldValue(update, later);
          }
        });
  }

  private void writeSwitch(Statement.Switch selection, Map<Word, Integer> later) {
    saveOldValues(selection, later);
    Label end = code.newLabel();
    pushInt(selection.key());
    Map<Integer, Label> labels =
        Switches.write(code, selection.cases().keySet().stream().toList(), end);
    selection
        .cases()
        .forEach(
            (value, statements) -> {
              code.labelBinding(Objects.requireNonNull(labels.get(value)));
              writeSide(statements);
              code.goto_(end);
            });
    code.labelBinding(end);
  }

  private void writeBranch(Statement.Branch branch, Map<Word, Integer> later) {
    saveOldValues(branch, later);
    Label no = code.newLabel();
    Label end = code.newLabel();
    Word selector = branch.selector();
    if (isLastUse(selector) && OperationWriter.isComparison(selector)) {
      remainingUses.merge(selector, -1, Integer::sum);
      Word compared = selector.in(0);
      if (selector.op() == WordOp.IS_ZERO && compared.op() == WordOp.XOR && isLastUse(compared)) {
        remainingUses.merge(compared, -1, Integer::sum);
        operations.jumpUnlessEqual(compared, no);
      } else {
        operations.jumpUnless(selector, no);
      }
    } else {
      pushInt(selector);
      code.ifeq(no);
    }
    writeSide(branch.yes());
    if (!branch.no().isEmpty()) {
      code.goto_(end).labelBinding(no);
      writeSide(branch.no());
      code.labelBinding(end);
    } else {
      code.labelBinding(no).labelBinding(end);
    }
  }

  /** Tells whether a word has one use left and is not computed yet. */
  private boolean isLastUse(Word word) {
    return remainingUses.getOrDefault(word, 0) == 1
        && !locals.containsKey(word)
        && !chunk.region().isStored(word);
  }

  /** Writes one side of a branch. Words computed there are not available after the branch. */
  private void writeSide(List<Statement> statements) {
    alternative(() -> write(statements));
  }

  @Override
  public void alternative(Runnable way) {
    Map<Word, Integer> before = Map.copyOf(locals);
    BitSet usedBefore = (BitSet) usedLocals.clone();
    way.run();
    locals.clear();
    locals.putAll(before);
    usedLocals.and(usedBefore);
  }

  @Override
  public void pushInt(Word word) {
    if (word.isConstant()) {
      context.pushConstant(code, word.imm(), true);
    } else {
      push(word);
      if (!isNarrow(word)) {
        code.l2i();
      }
    }
  }

  @Override
  public void pushLong(Word word) {
    if (word.isConstant()) {
      context.pushConstant(code, word.imm(), false);
    } else {
      push(word);
      if (isNarrow(word)) {
        code.i2l();
        if (word.bits() == Integer.SIZE) {
          code.loadConstant(0xFFFF_FFFFL).land();
        }
      }
    }
  }

  private boolean isNarrow(Word word) {
    return context.types().isNarrow(word);
  }

  /** Pushes the value of a word onto the stack, as an int if it is narrow. */
  private void push(Word word) {
    int remaining = remainingUses.merge(word, -1, Integer::sum);
    Integer local = locals.get(word);
    if (local != null) {
      load(word, local);
      if (remaining == 0) {
        usedLocals.clear(local);
      }
      if (!chunk.region().isStored(word)) {
        word.in().forEach(this::skipUse);
      }
      return;
    }
    if (chunk.region().isStored(word)) {
      context.pushValue(code, chunk, word);
    } else {
      operations.write(word, PINS);
    }
    if (remaining > 0) {
      if (isNarrow(word)) {
        code.dup();
      } else {
        code.dup2();
      }
      store(word);
    }
  }

  /**
   * Counts a use of a word that is not pushed, because the word that uses it is already in a local.
   */
  private void skipUse(Word word) {
    int remaining = remainingUses.merge(word, -1, Integer::sum);
    Integer local = locals.get(word);
    if (local != null && remaining == 0) {
      usedLocals.clear(local);
    }
    if (!chunk.region().isStored(word)) {
      word.in().forEach(this::skipUse);
    }
  }

  private int allocate() {
    int local = FIRST_FREE_LOCAL;
    while (usedLocals.get(local)) {
      local += 2;
    }
    usedLocals.set(local);
    return local;
  }

  private int store(Word word) {
    int local = allocate();
    locals.put(word, local);
    if (isNarrow(word)) {
      code.istore(local);
    } else {
      code.lstore(local);
    }
    return local;
  }

  private void load(Word word, int local) {
    load(local, isNarrow(word));
  }

  private void compute(Word word) {
    boolean usedHere = remainingUses.getOrDefault(word, 0) > 0;
    FieldLayout.Field field = context.fields().valueField(chunk, word);
    if (usedHere) {
      operations.write(word, PINS);
      int local = store(word);
      if (field != null) {
        load(word, local);
        storeField(field, change(word), isNarrow(word));
      }
    } else if (field != null) {
      Integer change = change(word);
      if (change == null) {
        context.pushOwner(code, chunk.part(), field);
        operations.write(word, PINS);
        context.putField(code, field);
      } else {
        operations.write(word, PINS);
        storeField(field, change, isNarrow(word));
      }
    } else {
      throw new IllegalStateException(word + " is computed for nobody");
    }
  }

  /** The local that notes changes of a value that other chunks use. */
  private @Nullable Integer change(Word word) {
    ActivityGates gates = context.gates();
    return gates == null ? null : wakes.change(gates.ofValue(word));
  }

  /** Stores the value on the stack in a field, and notes whether it was another one. */
  private void storeField(FieldLayout.Field field, @Nullable Integer change, boolean narrow) {
    int local = allocate();
    if (narrow) {
      code.istore(local);
    } else {
      code.lstore(local);
    }
    if (change != null) {
      context.pushField(code, chunk.part(), field);
      load(local, narrow);
      wakes.noteDifference(change, narrow);
    }
    context.pushOwner(code, chunk.part(), field);
    load(local, narrow);
    context.putField(code, field);
    usedLocals.clear(local);
  }

  private void load(int local, boolean narrow) {
    if (narrow) {
      code.iload(local);
    } else {
      code.lload(local);
    }
  }

  private void call(Word call) {
    for (int i = 0; i < call.in().size(); i++) {
      code.aload(SCRATCH).loadConstant(i);
      pushLong(call.in(i));
      code.lastore();
    }
    operations.call(call, SCRATCH);
    for (Word result : context.results(chunk.region(), call)) {
      FieldLayout.Field field = context.fields().valueField(chunk, result);
      if (remainingUses.getOrDefault(result, 0) > 0) {
        loadResult(call, result);
        store(result);
      }
      if (field != null) {
        loadResult(call, result);
        storeField(field, change(result), isNarrow(result));
      }
    }
  }

  private void loadResult(Word call, Word result) {
    code.aload(SCRATCH).loadConstant(call.in().size() + (int) result.imm()).laload();
    if (isNarrow(result)) {
      code.l2i();
    }
  }

  private void apply(Effect effect, Map<Word, Integer> later) {
    switch (effect) {
      case Effect.Output output -> {
        code.aload(PINS).loadConstant(output.slot());
        pushLong(output.value());
        code.lastore();
      }
      case Effect.Update update -> {
        saveOldValue(update, later);
        FieldLayout.Field field = context.fields().stateField(update.slot());
        boolean narrow = context.types().isNarrowState(update.slot());
        ActivityGates gates = context.gates();
        Integer change = gates == null ? null : wakes.change(gates.ofState(update.slot()));
        if (change == null) {
          context.pushOwner(code, chunk.part(), field);
        }
        if (narrow) {
          pushInt(update.value());
        } else {
          pushLong(update.value());
        }
        if (change == null) {
          context.putField(code, field);
        } else {
          storeField(field, change, narrow);
        }
      }
      case Effect.Write write when context.schedule().commitChunk(write) != chunk -> {
        List<FieldLayout.Field> fields = context.fields().deferredFields(write);
        for (int i = 0; i < fields.size(); i++) {
          context.pushOwner(code, chunk.part(), fields.get(i));
          pushLong(write.operands().get(i));
          context.putField(code, fields.get(i));
        }
        ActivityGates gates = context.gates();
        Integer change = gates == null ? null : wakes.change(gates.ofDeferred(write));
        if (change != null) {
          wakes.noteAlways(change);
        }
      }
      case Effect.Write write when chunk.region().readsBeforeWrites() ->
          storeMemory(write, index -> pushLong(write.operands().get(index)));
      case Effect.Write write -> {
        List<Integer> waiting = new ArrayList<>();
        for (Word need : write.operands()) {
          pushLong(need);
          int local = allocate();
          code.lstore(local);
          waiting.add(local);
        }
        pendingWrites.add(new PendingWrite(write, waiting));
      }
    }
  }

  private void storeMemory(Effect.Write write, IntConsumer needs) {
    ActivityGates gates = context.gates();
    Integer change = gates == null ? null : wakes.change(gates.ofWrite(chunk, write.memory()));
    operations.storeMemory(
        write,
        index -> {
          needs.accept(index);
          if (index == Effect.Write.ENABLE && change != null) {
            code.dup2();
            wakes.noteIfNotZero(change);
          }
        });
  }

  private void commit(PendingWrite write) {
    storeMemory(write.effect, index -> code.lload(write.locals.get(index)));
  }

  private void commitDeferred(Effect.Write write) {
    List<FieldLayout.Field> waiting = context.fields().deferredFields(write);
    storeMemory(write, index -> context.pushField(code, chunk.part(), waiting.get(index)));
  }
}
