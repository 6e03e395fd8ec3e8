package dev.backplane.rtl.engines.jvm;

/** The operation of a {@link Word}. All work on 64 bits, unsigned unless stated. */
enum WordOp {
  /** The value {@code imm}. */
  CONSTANT,
  /** Pin word {@code imm}. */
  INPUT,
  /** Register slot {@code imm}. */
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
  /** The lowest {@code imm} bits as a signed number. */
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
  /** 1 if less as signed numbers; {@code imm} is 1 if their difference cannot overflow. */
  LESS_SIGNED,
  /** 1 if an odd number of bits are 1. */
  PARITY,
  BIT_COUNT,
  /** The third input if the first is 1, the second if it is 0. */
  MUX,
  /**
   * One of many: inputs are a key, the value for keys without one of their own, and then pairs of a
   * constant and the value for that key. See {@link MuxChains}.
   */
  SELECT,
  DIV,
  REM,
  DIV_SIGNED,
  REM_SIGNED,
  POW,
  /** Limb {@code imm >>> 32} of a word of memory {@code (int) imm}, at an address. */
  READ,
  /**
   * A call of a wide routine: {@code (int) imm} is the number of its {@link WideRoutine}, {@code
   * imm >>> 32} is the number of words of its first argument.
   */
  CALL,
  /** Word {@code imm} of the result of a {@link #CALL}. */
  RESULT;

  boolean isLeaf() {
    return this == CONSTANT || this == INPUT || this == STATE;
  }
}
