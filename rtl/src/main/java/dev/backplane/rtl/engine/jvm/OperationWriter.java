package dev.backplane.rtl.engine.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Generates single operations. Nearly all are free of branches: a branch on data is predicted
 * badly, and C2 compiles a branch that was never taken to a trap, which recompiles the method when
 * it is taken. A multiplexer with an expensive input is a branch all the same: the input that is
 * not selected is not computed, and such multiplexers mostly select by control, which is
 * predictable.
 */
final class OperationWriter {
  private static final ClassDesc LONG = ConstantDescs.CD_Long;
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc SCALAR = ScalarArithmetic.class.describeConstable().orElseThrow();
  private static final ClassDesc WIDE = WideArithmetic.class.describeConstable().orElseThrow();
  private static final ClassDesc MEMORY = MemoryAccess.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc BINARY =
      MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long);

  /**
   * The fewest words of one multiplexer input for a branch; measured, see the ADR on the engine.
   */
  private static final int MIN_BRANCH_WORDS = 8;

  private final CodeBuilder code;
  private final CodegenContext context;
  private final Chunk chunk;
  private final int part;
  private final Consumer<Word> push;

  OperationWriter(CodeBuilder code, CodegenContext context, Chunk chunk, Consumer<Word> push) {
    this.code = code;
    this.context = context;
    this.chunk = chunk;
    this.part = chunk.part();
    this.push = push;
  }

  /** Computes a word and leaves it on the stack. */
  void write(Word word, int pins) {
    switch (word.op()) {
      case CONSTANT -> context.pushConstant(code, word.imm());
      case INPUT -> code.aload(pins).loadConstant((int) word.imm()).laload();
      case STATE -> context.pushOldState(code, chunk, word.imm());
      case AND -> pushBoth(word).land();
      case OR -> pushBoth(word).lor();
      case XOR -> pushBoth(word).lxor();
      case ADD -> pushBoth(word).ladd();
      case SUB -> pushBoth(word).lsub();
      case MUL -> pushBoth(word).lmul();
      case MUL_HIGH -> pushBoth(word).invokestatic(MATH, "unsignedMultiplyHigh", BINARY);
      case NEG -> pushFirst(word).lneg();
      case SHL -> pushFirst(word).loadConstant((int) word.imm()).lshl();
      case SHR -> pushFirst(word).loadConstant((int) word.imm()).lushr();
      case SIGN_EXTEND -> signExtend(word);
      case SHL_BY -> pushBoth(word).l2i().lshl();
      case SHR_BY -> pushBoth(word).l2i().lushr();
      case SAR_BY -> pushBoth(word).l2i().lshr();
      case IS_ZERO -> isZero(word);
      case NOT_ZERO -> notZero(word);
      case LESS -> less(word);
      case LESS_SIGNED -> lessSigned(word);
      case PARITY -> parity(word);
      case MUX -> mux(word);
      case DIV -> pushBoth(word).invokestatic(SCALAR, "divide", BINARY);
      case REM -> pushBoth(word).invokestatic(SCALAR, "remainder", BINARY);
      case DIV_SIGNED -> pushBoth(word).invokestatic(SCALAR, "divideSigned", BINARY);
      case REM_SIGNED -> pushBoth(word).invokestatic(SCALAR, "remainderSigned", BINARY);
      case POW -> pushBoth(word).invokestatic(SCALAR, "power", BINARY);
      case READ -> read(word);
      case CALL, RESULT -> throw new IllegalStateException(word + " is no expression");
    }
  }

  private CodeBuilder pushFirst(Word word) {
    push.accept(word.in(0));
    return code;
  }

  private CodeBuilder pushBoth(Word word) {
    push.accept(word.in(0));
    push.accept(word.in(1));
    return code;
  }

  private void signExtend(Word word) {
    pushFirst(word);
    if (word.imm() == Integer.SIZE) {
      code.l2i().i2l();
    } else {
      int by = Long.SIZE - (int) word.imm();
      code.bipush(by).lshl().bipush(by).lshr();
    }
  }

  private void topBit() {
    code.bipush(Long.SIZE - 1).lushr();
  }

  private void isZero(Word word) {
    pushFirst(word);
    if (word.in(0).bits() < Long.SIZE) {
      code.lconst_1().lsub();
      topBit();
    } else {
      code.dup2().lneg().lor();
      topBit();
      code.lconst_1().lxor();
    }
  }

  private void notZero(Word word) {
    pushFirst(word);
    if (word.in(0).bits() < Long.SIZE) {
      code.lneg();
    } else {
      code.dup2().lneg().lor();
    }
    topBit();
  }

  private void less(Word word) {
    pushBoth(word);
    if (word.in(0).bits() < Long.SIZE && word.in(1).bits() < Long.SIZE) {
      code.lsub();
      topBit();
    } else {
      code.invokestatic(
          LONG,
          "compareUnsigned",
          MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long));
      code.bipush(Integer.SIZE - 1).iushr().i2l();
    }
  }

  private void lessSigned(Word word) {
    pushBoth(word);
    if (word.imm() == 1) {
      code.lsub();
      topBit();
    } else {
      code.lcmp().bipush(Integer.SIZE - 1).iushr().i2l();
    }
  }

  private void parity(Word word) {
    pushFirst(word)
        .invokestatic(
            LONG, "bitCount", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long));
    code.iconst_1().iand().i2l();
  }

  private void mux(Word word) {
    if (!word.isBit()
        && !word.in(1).isConstant(0)
        && !word.in(2).isConstant(0)
        && Math.max(chunk.region().size(word.in(1)), chunk.region().size(word.in(2)))
            >= MIN_BRANCH_WORDS) {
      branchingMux(word);
      return;
    }
    if (word.in(1).isConstant(0)) {
      push.accept(word.in(2));
      keepIfSelected(word);
      return;
    }
    push.accept(word.in(1));
    if (word.in(2).isConstant(0)) {
      push.accept(word.in(0));
      code.lconst_1().lsub().land();
      return;
    }
    code.dup2();
    push.accept(word.in(2));
    code.lxor();
    keepIfSelected(word);
    code.lxor();
  }

  /** Keeps the value on the stack if the selector is 1, else replaces it by 0. */
  private void keepIfSelected(Word word) {
    push.accept(word.in(0));
    if (!word.isBit()) {
      code.lneg();
    }
    code.land();
  }

  /** Whether a jump can test the operands of a bit instead of the bit. */
  static boolean isComparison(Word bit) {
    return switch (bit.op()) {
      case IS_ZERO, LESS_SIGNED -> true;
      case LESS -> bit.in(0).bits() < Long.SIZE && bit.in(1).bits() < Long.SIZE;
      default -> false;
    };
  }

  /** Jumps if a comparison with no other use does not hold. */
  void jumpUnless(Word comparison, Label no) {
    if (comparison.op() == WordOp.IS_ZERO) {
      pushFirst(comparison).lconst_0().lcmp().ifne(no);
    } else {
      pushBoth(comparison).lcmp().ifge(no);
    }
  }

  /** Pushes both values; C2 moves the work that only one side uses behind the branch. */
  private void branchingMux(Word word) {
    push.accept(word.in(2));
    push.accept(word.in(1));
    push.accept(word.in(0));
    Label chosen = code.newLabel();
    code.l2i().ifne(chosen).dup2_x2().pop2().labelBinding(chosen).pop2();
  }

  private void read(Word word) {
    int index = (int) word.imm();
    MemoryShape memory = context.memory(index);
    context.pushMemory(code, part, index);
    push.accept(word.in(0));
    if (memory.limbs() == 1
        && Long.compareUnsigned(word.in(0).possibleOnes(), memory.depth()) < 0) {
      code.l2i();
      memory.loadElement(code);
    } else if (memory.limbs() == 1) {
      code.invokestatic(
          MEMORY,
          "read",
          MethodTypeDesc.of(ConstantDescs.CD_long, memory.array(), ConstantDescs.CD_long));
    } else {
      code.loadConstant((int) (word.imm() >>> 32)).loadConstant(memory.limbs());
      code.invokestatic(
          MEMORY,
          "read",
          MethodTypeDesc.of(
              ConstantDescs.CD_long,
              memory.array(),
              ConstantDescs.CD_long,
              ConstantDescs.CD_int,
              ConstantDescs.CD_int));
    }
  }

  /** Writes a memory; {@code needs} pushes one operand: address, data or enable. */
  void storeMemory(Effect.Write write, IntConsumer needs) {
    MemoryShape memory = context.memory(write.memory());
    context.pushMemory(code, part, write.memory());
    needs.accept(0);
    needs.accept(1);
    needs.accept(2);
    if (write.wholeLimb()) {
      code.lneg();
    }
    if (memory.limbs() == 1) {
      code.invokestatic(
          MEMORY,
          "write",
          MethodTypeDesc.of(
              ConstantDescs.CD_void,
              memory.array(),
              ConstantDescs.CD_long,
              ConstantDescs.CD_long,
              ConstantDescs.CD_long));
    } else {
      code.loadConstant(write.limb()).loadConstant(memory.limbs());
      code.invokestatic(
          MEMORY,
          "write",
          MethodTypeDesc.of(
              ConstantDescs.CD_void,
              memory.array(),
              ConstantDescs.CD_long,
              ConstantDescs.CD_long,
              ConstantDescs.CD_long,
              ConstantDescs.CD_int,
              ConstantDescs.CD_int));
    }
  }

  /** Calls a wide routine whose arguments lie in the scratch array. */
  void call(Word call, int scratch) {
    int first = (int) (call.imm() >>> 32);
    WideRoutine routine = WideRoutine.of((int) call.imm());
    code.aload(scratch).loadConstant(first).loadConstant(call.in().size() - first);
    code.invokestatic(
        WIDE,
        routine.method(),
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_long.arrayType(),
            ConstantDescs.CD_int,
            ConstantDescs.CD_int));
  }
}
