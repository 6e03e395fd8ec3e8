package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates what a chunk of a gated design does besides computing: it compares what it stores with
 * what was stored before, and wakes the chunks that use what has changed. Free of branches, since a
 * branch never taken would cost a recompilation when it is. Does nothing in a design without gates.
 */
final class WakeWriter {
  private final CodeBuilder code;
  private final CodegenContext context;
  private final int part;
  private final IntSupplier allocate;

  /** For each wake the local that is not 0 if it has to happen. */
  private final Map<ActivityGates.Wake, Integer> changes = new LinkedHashMap<>();

  WakeWriter(CodeBuilder code, CodegenContext context, int part, IntSupplier allocate) {
    this.code = code;
    this.context = context;
    this.part = part;
    this.allocate = allocate;
  }

  /** Prepares for what a chunk stores. */
  void begin(Chunk chunk) {
    ActivityGates gates = context.gates();
    if (gates == null) {
      return;
    }
    chunk.forEach(
        statement -> {
          switch (statement) {
            case Statement.Compute(var word) when word.op() == WordOp.CALL ->
                context.results(chunk.region(), word).forEach(each -> prepare(gates.ofValue(each)));
            case Statement.Compute(var word) -> prepare(gates.ofValue(word));
            case Statement.Apply(Effect.Update update) -> prepare(gates.ofState(update.slot()));
            case Statement.Apply(Effect.Write write) ->
                prepare(
                    context.schedule().commitChunk(write) == chunk
                        ? gates.ofWrite(chunk, write.memory())
                        : gates.ofDeferred(write));
            default -> {}
          }
        });
    chunk.deferredWrites().forEach(write -> prepare(gates.ofWrite(chunk, write.memory())));
  }

  /** Prepares for one thing to wake. */
  void prepare(ActivityGates.Wake wake) {
    if (!wake.isEmpty() && !changes.containsKey(wake)) {
      int local = allocate.getAsInt();
      changes.put(wake, local);
      code.iconst_0().istore(local);
    }
  }

  /** The local for a wake, or null if nothing has to be done for it. */
  @Nullable Integer change(ActivityGates.@Nullable Wake wake) {
    return wake == null ? null : changes.get(wake);
  }

  /** Takes two values of a type from the stack and notes whether they differ. */
  void noteDifference(int change, boolean narrow) {
    if (narrow) {
      code.ixor();
    } else {
      code.lxor();
      fold();
    }
    note(change);
  }

  /** Takes a long from the stack and notes whether it is not 0. */
  void noteIfNotZero(int change) {
    fold();
    note(change);
  }

  /** Notes that a wake has to happen. */
  void noteAlways(int change) {
    code.iconst_1().istore(change);
  }

  private void fold() {
    code.dup2().bipush(Integer.SIZE).lushr().lor().l2i();
  }

  private void note(int change) {
    code.iload(change).ior().istore(change);
  }

  /** Sets the bits of all that has to be woken. */
  void finish() {
    changes.forEach(
        (wake, local) ->
            wake.bits()
                .forEach(
                    (field, mask) -> {
                      context.pushOwner(code, part, field);
                      code.dup();
                      code.getfield(
                          CodegenContext.partClass(field.part()),
                          field.name(),
                          ConstantDescs.CD_long);
                      code.iload(local).dup().ineg().ior().bipush(Integer.SIZE - 1).ishr().i2l();
                      code.loadConstant(mask).land().lor();
                      context.putField(code, field);
                    }));
  }
}
