package dev.backplane.rtl.engines.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
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
   * The fewest words of one multiplexer input for a branch; measured, see
   * docs/rationale/netlist-and-engines.md.
   */
  private static final int MIN_BRANCH_WORDS = 8;

  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  private final CodeBuilder code;
  private final CodegenContext context;
  private final WordTypes types;
  private final Chunk chunk;
  private final int part;
  private final Operands operands;

  OperationWriter(CodeBuilder code, CodegenContext context, Chunk chunk, Operands operands) {
    this.code = code;
    this.context = context;
    this.types = context.types();
    this.chunk = chunk;
    this.part = chunk.part();
    this.operands = operands;
  }

  /** Computes a word and leaves it on the stack, as an int if it is narrow. */
  void write(Word word, int pins) {
    boolean narrow = types.isNarrow(word);
    switch (word.op()) {
      case CONSTANT -> context.pushConstant(code, word.imm(), narrow);
      case STATE -> context.pushOldState(code, chunk, word.imm());
      case AND -> and(word, narrow);
      case OR -> combine(word, narrow, CodeBuilder::ior, CodeBuilder::lor);
      case XOR -> combine(word, narrow, CodeBuilder::ixor, CodeBuilder::lxor);
      case ADD -> combine(word, narrow, CodeBuilder::iadd, CodeBuilder::ladd);
      case SUB -> combine(word, narrow, CodeBuilder::isub, CodeBuilder::lsub);
      case MUL -> combine(word, narrow, CodeBuilder::imul, CodeBuilder::lmul);
      case NEG -> combine(word, narrow, CodeBuilder::ineg, CodeBuilder::lneg);
      case SHL -> shift(word, CodeBuilder::ishl, CodeBuilder::lshl);
      case SHR -> shiftRight(word);
      case SIGN_EXTEND -> signExtend(word);
      case SHL_BY -> shiftBy(word, CodeBuilder::ishl, CodeBuilder::lshl);
      case SHR_BY -> shiftBy(word, CodeBuilder::iushr, CodeBuilder::lushr);
      case SAR_BY -> shiftBy(word, CodeBuilder::ishr, CodeBuilder::lshr);
      case IS_ZERO -> isZero(word.in(0));
      case NOT_ZERO -> notZero(word.in(0));
      case LESS -> less(word);
      case LESS_SIGNED -> lessSigned(word);
      case PARITY -> {
        bitCount(word.in(0));
        code.iconst_1().iand();
      }
      case BIT_COUNT -> {
        bitCount(word.in(0));
        widenUnless(narrow);
      }
      case MUX -> mux(word, narrow);
      case SELECT -> select(word, narrow);
      case READ -> read(word);
      case INPUT -> {
        code.aload(pins).loadConstant((int) word.imm()).laload();
        narrowIf(narrow);
      }
      case MUL_HIGH, DIV, REM, DIV_SIGNED, REM_SIGNED, POW -> {
        pushLongs(word)
            .invokestatic(word.op() == WordOp.MUL_HIGH ? MATH : SCALAR, name(word), BINARY);
        narrowIf(narrow);
      }
      case CALL, RESULT -> throw new IllegalStateException(word + " is no expression");
    }
  }

  private static String name(Word word) {
    return switch (word.op()) {
      case MUL_HIGH -> "unsignedMultiplyHigh";
      case DIV -> "divide";
      case REM -> "remainder";
      case DIV_SIGNED -> "divideSigned";
      case REM_SIGNED -> "remainderSigned";
      case POW -> "power";
      default -> throw new IllegalStateException(word + " is no call");
    };
  }

  private void widenUnless(boolean narrow) {
    if (!narrow) {
      code.i2l();
    }
  }

  private void narrowIf(boolean narrow) {
    if (narrow) {
      code.l2i();
    }
  }

  private CodeBuilder pushInts(Word word) {
    word.in().forEach(operands::pushInt);
    return code;
  }

  private CodeBuilder pushLongs(Word word) {
    word.in().forEach(operands::pushLong);
    return code;
  }

  /** A mask of bits that the lower half has anyway, as those of a rotation have, is left out. */
  private void and(Word word, boolean narrow) {
    Word mask = word.in(1);
    if (narrow
        && mask.isConstant()
        && (word.in(0).possibleOnes() & LOWER_HALF & ~mask.imm()) == 0) {
      operands.pushInt(word.in(0));
    } else {
      combine(word, narrow, CodeBuilder::iand, CodeBuilder::land);
    }
  }

  private void combine(
      Word word, boolean narrow, Consumer<CodeBuilder> onInts, Consumer<CodeBuilder> onLongs) {
    if (narrow) {
      onInts.accept(pushInts(word));
    } else {
      onLongs.accept(pushLongs(word));
    }
  }

  private void shift(Word word, Consumer<CodeBuilder> onInts, Consumer<CodeBuilder> onLongs) {
    Word value = word.in(0);
    int by = (int) word.imm();
    if (types.readsLowerHalf(word, 0)) {
      operands.pushInt(value);
      onInts.accept(code.loadConstant(by));
    } else {
      operands.pushLong(value);
      onLongs.accept(code.loadConstant(by));
      narrowIf(types.isNarrow(word));
    }
  }

  private void shiftRight(Word word) {
    if (word.in(0).bits() <= Integer.SIZE) {
      operands.pushInt(word.in(0));
      code.loadConstant((int) word.imm()).iushr();
    } else {
      shift(word, CodeBuilder::iushr, CodeBuilder::lushr);
    }
  }

  private void shiftBy(Word word, Consumer<CodeBuilder> onInts, Consumer<CodeBuilder> onLongs) {
    boolean onInt = types.readsLowerHalf(word, 0);
    if (onInt) {
      operands.pushInt(word.in(0));
    } else {
      operands.pushLong(word.in(0));
    }
    operands.pushInt(word.in(1));
    (onInt ? onInts : onLongs).accept(code);
    if (!onInt) {
      narrowIf(types.isNarrow(word));
    }
  }

  private void signExtend(Word word) {
    if (word.imm() > Integer.SIZE) {
      operands.pushLong(word.in(0));
      int by = Long.SIZE - (int) word.imm();
      code.bipush(by).lshl().bipush(by).lshr();
      narrowIf(types.isNarrow(word));
      return;
    }
    operands.pushInt(word.in(0));
    int by = Integer.SIZE - (int) word.imm();
    if (by > 0) {
      code.bipush(by).ishl().bipush(by).ishr();
    }
    if (!types.isNarrow(word)) {
      code.i2l();
    }
  }

  private void topBit() {
    code.bipush(Long.SIZE - 1).lushr().l2i();
  }

  private void topBitOfInt() {
    code.bipush(Integer.SIZE - 1).iushr();
  }

  private void isZero(Word value) {
    if (value.bits() < Integer.SIZE) {
      operands.pushInt(value);
      code.iconst_1().isub();
      topBitOfInt();
      return;
    }
    operands.pushLong(value);
    if (value.bits() < Long.SIZE) {
      code.lconst_1().lsub();
      topBit();
    } else {
      code.dup2().lneg().lor();
      topBit();
      code.iconst_1().ixor();
    }
  }

  private void notZero(Word value) {
    if (value.bits() < Integer.SIZE) {
      operands.pushInt(value);
      code.ineg();
      topBitOfInt();
      return;
    }
    operands.pushLong(value);
    if (value.bits() < Long.SIZE) {
      code.lneg();
    } else {
      code.dup2().lneg().lor();
    }
    topBit();
  }

  private void less(Word word) {
    int bits = Math.max(word.in(0).bits(), word.in(1).bits());
    if (bits < Integer.SIZE) {
      pushInts(word).isub();
      topBitOfInt();
    } else if (bits < Long.SIZE) {
      pushLongs(word).lsub();
      topBit();
    } else {
      pushLongs(word)
          .invokestatic(
              LONG,
              "compareUnsigned",
              MethodTypeDesc.of(
                  ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long));
      topBitOfInt();
    }
  }

  private void lessSigned(Word word) {
    pushLongs(word);
    if (word.imm() == 1) {
      code.lsub();
      topBit();
    } else {
      code.lcmp();
      topBitOfInt();
    }
  }

  private void bitCount(Word value) {
    boolean onInt = value.bits() <= Integer.SIZE;
    if (onInt) {
      operands.pushInt(value);
    } else {
      operands.pushLong(value);
    }
    code.invokestatic(
        onInt ? ConstantDescs.CD_Integer : LONG,
        "bitCount",
        MethodTypeDesc.of(
            ConstantDescs.CD_int, onInt ? ConstantDescs.CD_int : ConstantDescs.CD_long));
  }

  private void mux(Word word, boolean narrow) {
    if (!word.isBit()
        && !word.in(1).isConstant(0)
        && !word.in(2).isConstant(0)
        && Math.max(chunk.region().size(word.in(1)), chunk.region().size(word.in(2)))
            >= MIN_BRANCH_WORDS) {
      branchingMux(word, narrow);
      return;
    }
    if (word.in(1).isConstant(0)) {
      push(word.in(2), narrow);
      keepIfSelected(word, narrow);
      return;
    }
    push(word.in(1), narrow);
    if (word.in(2).isConstant(0)) {
      operands.pushInt(word.in(0));
      code.iconst_1().isub();
      keep(narrow);
      return;
    }
    if (narrow) {
      code.dup();
    } else {
      code.dup2();
    }
    push(word.in(2), narrow);
    exclusiveOr(narrow);
    keepIfSelected(word, narrow);
    exclusiveOr(narrow);
  }

  private void push(Word word, boolean narrow) {
    if (narrow) {
      operands.pushInt(word);
    } else {
      operands.pushLong(word);
    }
  }

  private void exclusiveOr(boolean narrow) {
    if (narrow) {
      code.ixor();
    } else {
      code.lxor();
    }
  }

  /** Replaces a value and an int of equal bits by the value if the bits are 1, else by 0. */
  private void keep(boolean narrow) {
    if (narrow) {
      code.iand();
    } else {
      code.i2l().land();
    }
  }

  /** Keeps the value on the stack if the selector is 1, else replaces it by 0. */
  private void keepIfSelected(Word word, boolean narrow) {
    operands.pushInt(word.in(0));
    if (!word.isBit()) {
      code.ineg();
    }
    keep(narrow);
  }

  /** Tells whether a jump can test the operands of a bit instead of the bit. */
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
      if (comparison.in(0).bits() <= Integer.SIZE) {
        pushInts(comparison).ifne(no);
      } else {
        pushLongs(comparison).lconst_0().lcmp().ifne(no);
      }
    } else if (comparison.in().stream().allMatch(WordTypes::isSignedInt)) {
      pushInts(comparison).if_icmpge(no);
    } else {
      pushLongs(comparison).lcmp().ifge(no);
    }
  }

  /** Jumps if the two inputs of a word differ. */
  void jumpUnlessEqual(Word pair, Label no) {
    if (pair.in().stream().allMatch(word -> word.bits() <= Integer.SIZE)) {
      pushInts(pair).if_icmpne(no);
    } else {
      pushLongs(pair).lcmp().ifne(no);
    }
  }

  /** Pushes both values; C2 moves the work that only one side uses behind the branch. */
  private void branchingMux(Word word, boolean narrow) {
    push(word.in(2), narrow);
    push(word.in(1), narrow);
    operands.pushInt(word.in(0));
    Label chosen = code.newLabel();
    if (narrow) {
      code.ifne(chosen).swap().labelBinding(chosen).pop();
    } else {
      code.ifne(chosen).dup2_x2().pop2().labelBinding(chosen).pop2();
    }
  }

  /** Jumps to the value for the key; the others are not computed. */
  private void select(Word word, boolean narrow) {
    SortedMap<Integer, Word> values = new TreeMap<>();
    for (int i = 2; i < word.in().size(); i += 2) {
      values.put((int) word.in(i).imm(), word.in(i + 1));
    }
    Label otherwise = code.newLabel();
    Label end = code.newLabel();
    operands.pushInt(word.in(0));
    Map<Integer, Label> labels = Switches.write(code, List.copyOf(values.keySet()), otherwise);
    values.forEach(
        (key, value) -> {
          code.labelBinding(Objects.requireNonNull(labels.get(key)));
          operands.alternative(() -> push(value, narrow));
          code.goto_(end);
        });
    code.labelBinding(otherwise);
    operands.alternative(() -> push(word.in(1), narrow));
    code.labelBinding(end);
  }

  private void read(Word word) {
    int index = (int) word.imm();
    MemoryShape memory = context.memory(index);
    Word address = word.in(0);
    context.pushMemory(code, part, index);
    if (memory.limbs() > 1) {
      operands.pushLong(address);
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
      narrowIf(types.isNarrow(word));
      return;
    }
    if (Long.compareUnsigned(address.possibleOnes(), memory.depth()) < 0) {
      operands.pushInt(address);
      memory.loadElement(code);
    } else {
      operands.pushLong(address);
      code.invokestatic(
          MEMORY,
          "read",
          MethodTypeDesc.of(memory.loaded(), memory.array(), ConstantDescs.CD_long));
    }
    narrowIf(types.isNarrow(word) && memory.loaded().equals(ConstantDescs.CD_long));
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
