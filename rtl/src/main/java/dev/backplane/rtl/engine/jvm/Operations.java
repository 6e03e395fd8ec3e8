package dev.backplane.rtl.engine.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Writes single operations. Nearly all are free of branches: a branch cannot be predicted where
 * data decides, and one that a profile says is never taken becomes a trap, at which the method is
 * compiled anew. A choice between values that are long in the making is a branch all the same: the
 * making of the other one is skipped, and such choices are mostly control, which is predictable.
 */
final class Operations {
  private static final ClassDesc LONG = ConstantDescs.CD_Long;
  private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");
  private static final ClassDesc SCALAR = ScalarArithmetic.class.describeConstable().orElseThrow();
  private static final ClassDesc WIDE = WideArithmetic.class.describeConstable().orElseThrow();
  private static final ClassDesc MEMORY = MemoryAccess.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc BINARY =
      MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long);

  /** Words from which a side of a choice is worth a branch; measured, see the ADR on the engine. */
  private static final int WORTH_A_BRANCH = 8;

  private final CodeBuilder code;
  private final ClassShape shape;
  private final Chunk chunk;
  private final int part;
  private final Consumer<Word> push;

  Operations(CodeBuilder code, ClassShape shape, Chunk chunk, Consumer<Word> push) {
    this.code = code;
    this.shape = shape;
    this.chunk = chunk;
    this.part = chunk.part();
    this.push = push;
  }

  /** Computes a word onto the stack. */
  void write(Word word, int pins) {
    switch (word.op()) {
      case CONSTANT -> shape.constant(code, word.imm());
      case INPUT -> code.aload(pins).loadConstant((int) word.imm()).laload();
      case STATE -> shape.old(code, chunk, word.imm());
      case AND -> both(word).land();
      case OR -> both(word).lor();
      case XOR -> both(word).lxor();
      case ADD -> both(word).ladd();
      case SUB -> both(word).lsub();
      case MUL -> both(word).lmul();
      case MUL_HIGH -> both(word).invokestatic(MATH, "unsignedMultiplyHigh", BINARY);
      case NEG -> first(word).lneg();
      case SHL -> first(word).loadConstant((int) word.imm()).lshl();
      case SHR -> first(word).loadConstant((int) word.imm()).lushr();
      case SIGN_EXTEND -> signExtend(word);
      case SHL_BY -> both(word).l2i().lshl();
      case SHR_BY -> both(word).l2i().lushr();
      case SAR_BY -> both(word).l2i().lshr();
      case IS_ZERO -> isZero(word);
      case NOT_ZERO -> notZero(word);
      case LESS -> less(word);
      case LESS_SIGNED -> lessSigned(word);
      case PARITY -> parity(word);
      case MUX -> mux(word);
      case DIV -> both(word).invokestatic(SCALAR, "divide", BINARY);
      case REM -> both(word).invokestatic(SCALAR, "remainder", BINARY);
      case DIV_SIGNED -> both(word).invokestatic(SCALAR, "divideSigned", BINARY);
      case REM_SIGNED -> both(word).invokestatic(SCALAR, "remainderSigned", BINARY);
      case POW -> both(word).invokestatic(SCALAR, "power", BINARY);
      case READ -> read(word);
      case CALL, RESULT -> throw new IllegalStateException(word + " is no expression");
    }
  }

  private CodeBuilder first(Word word) {
    push.accept(word.in(0));
    return code;
  }

  private CodeBuilder both(Word word) {
    push.accept(word.in(0));
    push.accept(word.in(1));
    return code;
  }

  private void signExtend(Word word) {
    first(word);
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
    first(word);
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
    first(word);
    if (word.in(0).bits() < Long.SIZE) {
      code.lneg();
    } else {
      code.dup2().lneg().lor();
    }
    topBit();
  }

  private void less(Word word) {
    both(word);
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
    both(word);
    if (word.imm() == 1) {
      code.lsub();
      topBit();
    } else {
      code.lcmp().bipush(Integer.SIZE - 1).iushr().i2l();
    }
  }

  private void parity(Word word) {
    first(word)
        .invokestatic(
            LONG, "bitCount", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long));
    code.iconst_1().iand().i2l();
  }

  private void mux(Word word) {
    if (!word.isBit()
        && !word.in(1).is(0)
        && !word.in(2).is(0)
        && Math.max(chunk.phase().size(word.in(1)), chunk.phase().size(word.in(2)))
            >= WORTH_A_BRANCH) {
      branch(word);
      return;
    }
    if (word.in(1).is(0)) {
      push.accept(word.in(2));
      spread(word);
      return;
    }
    push.accept(word.in(1));
    if (word.in(2).is(0)) {
      push.accept(word.in(0));
      code.lconst_1().lsub().land();
      return;
    }
    code.dup2();
    push.accept(word.in(2));
    code.lxor();
    spread(word);
    code.lxor();
  }

  /** Keeps what is on the stack if the bit that chooses is 1. */
  private void spread(Word word) {
    push.accept(word.in(0));
    if (!word.isBit()) {
      code.lneg();
    }
    code.land();
  }

  /** Whether a bit need not be made for a jump: what it compares is compared. */
  static boolean isComparison(Word bit) {
    return switch (bit.op()) {
      case IS_ZERO, LESS_SIGNED -> true;
      case LESS -> bit.in(0).bits() < Long.SIZE && bit.in(1).bits() < Long.SIZE;
      default -> false;
    };
  }

  /** Jumps if a comparison, whose bit nobody else wants, does not hold. */
  void unlessHolds(Word comparison, Label no) {
    if (comparison.op() == WordOp.IS_ZERO) {
      first(comparison).lconst_0().lcmp().ifne(no);
    } else {
      both(comparison).lcmp().ifge(no);
    }
  }

  /** Both values go onto the stack; C2 moves what only one side needs behind the branch. */
  private void branch(Word word) {
    push.accept(word.in(2));
    push.accept(word.in(1));
    push.accept(word.in(0));
    Label chosen = code.newLabel();
    code.l2i().ifne(chosen).dup2_x2().pop2().labelBinding(chosen).pop2();
  }

  private void read(Word word) {
    int index = (int) word.imm();
    MemoryShape memory = shape.memory(index);
    shape.getMemory(code, part, index);
    push.accept(word.in(0));
    if (memory.limbs() == 1 && Long.compareUnsigned(word.in(0).may(), memory.depth()) < 0) {
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

  /** Writes a memory; {@code needs} pushes the address, data and enable words. */
  void store(Effect.Write write, IntConsumer needs) {
    MemoryShape memory = shape.memory(write.memory());
    shape.getMemory(code, part, write.memory());
    needs.accept(0);
    needs.accept(1);
    needs.accept(2);
    if (write.whole()) {
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
