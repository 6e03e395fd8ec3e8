package dev.backplane.rtl.engines.jvm;

import java.util.List;

/**
 * A value of up to 64 bits: a node of a {@link WordGraph}.
 *
 * @param id its number, in the order of creation: inputs have lower ones
 * @param op what it computes
 * @param imm the immediate operand, if the operation has one
 * @param in its inputs
 * @param possibleOnes the bits that can be 1; all others are known to be 0
 */
record Word(int id, WordOp op, long imm, List<Word> in, long possibleOnes) {
  Word in(int index) {
    return in.get(index);
  }

  /** The number of bits of its largest possible value. */
  int bits() {
    return Long.SIZE - Long.numberOfLeadingZeros(possibleOnes);
  }

  boolean isConstant() {
    return op == WordOp.CONSTANT;
  }

  boolean isConstant(long value) {
    return op == WordOp.CONSTANT && imm == value;
  }

  boolean isBit() {
    return (possibleOnes & ~1L) == 0;
  }

  /** There is one object per value: equality is identity, which keeps maps of words fast. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return id;
  }

  @Override
  public String toString() {
    return op + "#" + id;
  }

  /** A mask of the lowest bits. */
  static long lowMask(int bits) {
    return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
  }
}
