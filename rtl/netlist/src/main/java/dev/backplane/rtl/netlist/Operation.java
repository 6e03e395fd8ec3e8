package dev.backplane.rtl.netlist;

/**
 * The operation of a cell. Inputs are named A, B, S in order. "Extended" means extended to the
 * given width, with the sign bit if the {@link Cell} is signed and with zeros otherwise; results
 * are truncated to the width of the output. Comparisons, reductions and logic operations give 0 or
 * 1.
 */
public enum Operation {
  /** A, extended to the output. */
  EXTEND(1),
  /** Bitwise complement of A extended to the output. */
  NOT(1),
  /** Two's complement of A extended to the output. */
  NEG(1),
  /** Bitwise and of A and B, each extended to the output. */
  AND(2),
  /** Bitwise or. */
  OR(2),
  /** Bitwise exclusive or. */
  XOR(2),
  /** Complement of the bitwise exclusive or. */
  XNOR(2),
  /** 1 if all bits of A are. */
  REDUCE_AND(1),
  /** 1 if any bit of A is; also the truth value of A. */
  REDUCE_OR(1),
  /** 1 if an odd number of bits of A are. */
  REDUCE_XOR(1),
  /** 1 if A is zero. */
  LOGIC_NOT(1),
  /** 1 if neither A nor B is zero. */
  LOGIC_AND(2),
  /** 1 if A or B is not zero. */
  LOGIC_OR(2),
  /** A extended to the output, shifted left by B, which is never negative. */
  SHL(2),
  /**
   * A extended to the output's or its own width, whichever is larger, shifted right by B, filled
   * with zeros.
   */
  SHR(2),
  /** The same, filled with the sign bit if the cell is signed. */
  SSHR(2),
  /**
   * Bits of A starting at bit B: A shifted right by B, or left by -B if B is negative, which is
   * possible only if the cell is {@link Cell#signed() signed} (here the flag refers to B; A is
   * never sign-extended). Bits outside A are 0.
   */
  SHIFTX(2),
  /** A + B, each extended to the output. */
  ADD(2),
  /** A - B. */
  SUB(2),
  /** A * B. */
  MUL(2),
  /** A / B, rounded to zero; all ones if B is 0. Extended to the widest of A, B and the output. */
  DIV(2),
  /** The remainder of {@link #DIV}, with the sign of A; A if B is 0. */
  MOD(2),
  /** A to the power B; extended as {@link #DIV}; B is never negative. */
  POW(2),
  /** 1 if A is less than B, each extended to the wider of them. */
  LT(2),
  /** 1 if A is at most B. */
  LE(2),
  /** 1 if A equals B. */
  EQ(2),
  /** 1 if A differs from B. */
  NE(2),
  /** 1 if A is at least B. */
  GE(2),
  /** 1 if A is greater than B. */
  GT(2),
  /** B if S (third input, one bit) is 1, else A; all of one width. */
  MUX(3),
  /**
   * A if no bit of S (third input) is 1; else the word of B that the 1 in S selects (B is the
   * second input, with as many words as S has bits, word 0 lowest). Several ones give the OR of the
   * words.
   */
  PMUX(3);

  private final int inputs;

  Operation(int inputs) {
    this.inputs = inputs;
  }

  /** {@return how many inputs it has} */
  public int inputs() {
    return inputs;
  }
}
