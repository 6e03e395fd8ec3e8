package dev.backplane.rtl.engine.jvm;

import java.util.List;

/**
 * A value of up to 64 bits in the graph of a design.
 *
 * @param id its number, in the order of creation: inputs have lower ones
 * @param op what it is
 * @param imm what the operation takes beside words
 * @param in the words that it is computed from
 * @param may the bits that can be 1; all others are known to be 0
 */
record Word(int id, WordOp op, long imm, List<Word> in, long may) {
  Word in(int index) {
    return in.get(index);
  }

  /** How many bits its largest value has. */
  int bits() {
    return Long.SIZE - Long.numberOfLeadingZeros(may);
  }

  boolean isConstant() {
    return op == WordOp.CONSTANT;
  }

  boolean is(long value) {
    return op == WordOp.CONSTANT && imm == value;
  }

  boolean isBit() {
    return (may & ~1L) == 0;
  }

  /** Words are one object per value: identity is equality, and keeps maps of them fast. */
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
  static long low(int bits) {
    return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
  }
}
