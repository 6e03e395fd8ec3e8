package dev.backplane.rtl.engine.jvm;

/** What a {@link Word} is. All are on 64 bits, without a sign unless said. */
enum WordOp {
  /** The value {@code imm}. */
  CONSTANT,
  /** Word {@code imm} of the pins. */
  INPUT,
  /** Word {@code imm} of the registers. */
  STATE,
  AND,
  OR,
  XOR,
  ADD,
  SUB,
  MUL,
  /** The upper half of the product. */
  MUL_HIGH,
  NEG,
  /** Shifted left by {@code imm}, 1 to 63. */
  SHL,
  /** Shifted right by {@code imm}, zeros in. */
  SHR,
  /** The lowest {@code imm} bits as a number with a sign. */
  SIGN_EXTEND,
  /** Shifted left by the second input, which is below 64. */
  SHL_BY,
  /** Shifted right by the second input, which is below 64, zeros in. */
  SHR_BY,
  /** Shifted right by the second input, which is below 64, the sign in. */
  SAR_BY,
  /** 1 if zero. */
  IS_ZERO,
  /** 1 if not zero. */
  NOT_ZERO,
  /** 1 if less. */
  LESS,
  /** 1 if less as numbers with a sign; {@code imm} is 1 if their difference cannot overflow. */
  LESS_SIGNED,
  /** 1 if an odd number of bits are 1. */
  PARITY,
  /** The third input if the first is 1, the second if it is 0. */
  MUX,
  DIV,
  REM,
  DIV_SIGNED,
  REM_SIGNED,
  POW,
  /** Limb {@code imm >>> 32} of a word of memory {@code (int) imm}, at an address. */
  READ,
  /**
   * A routine on wide values: {@code (int) imm} is the number of its {@link WideRoutine}, {@code
   * imm >>> 32} says how many words belong to its first argument.
   */
  CALL,
  /** Word {@code imm} of what a {@link #CALL} gives. */
  RESULT;

  boolean isLeaf() {
    return this == CONSTANT || this == INPUT || this == STATE;
  }
}
