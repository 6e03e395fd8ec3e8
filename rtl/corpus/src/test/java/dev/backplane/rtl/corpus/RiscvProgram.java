package dev.backplane.rtl.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a program of RV32I: it fills a table with pseudo-random bytes, sorts them as signed
 * numbers, and stores the CRC-32 of the sorted table. Loads and stores of bytes, words and halves,
 * shifts, signed and unsigned branches and calls all decide on the result.
 */
final class RiscvProgram {
  /** The offset of the result from the beginning of the data. */
  static final int RESULT = 256;

  private static final int BYTES = 48;
  private static final int SEED = 0x1234_5678;
  private static final int POLYNOMIAL = 0xedb8_8320;

  // The registers.
  private static final int RA = 1;
  private static final int TABLE = 5;
  private static final int STATE = 6;
  private static final int I = 7;
  private static final int J = 8;
  private static final int COUNT = 9;
  private static final int A = 10;
  private static final int B = 11;
  private static final int AT = 12;
  private static final int CRC = 13;
  private static final int POLY = 14;

  private static final int OP = 0x33;
  private static final int OP_IMMEDIATE = 0x13;

  private final List<Integer> words = new ArrayList<>();

  private RiscvProgram() {}

  /**
   * {@return the words of the program, which can be anywhere}
   *
   * @param data the address of its data, a multiple of 4096
   */
  static int[] words(int data) {
    RiscvProgram program = new RiscvProgram();
    program.write(data);
    return program.words.stream().mapToInt(Integer::intValue).toArray();
  }

  /** {@return what it stores} */
  static int result() {
    byte[] table = new byte[BYTES];
    int state = SEED;
    for (int i = 0; i < BYTES; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      table[i] = (byte) (state >> 8);
    }
    Arrays.sort(table);
    int crc = -1;
    for (byte each : table) {
      crc ^= each & 0xff;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 1) != 0 ? crc >>> 1 ^ POLYNOMIAL : crc >>> 1;
      }
    }
    return ~crc;
  }

  private void write(int data) {
    upper(TABLE, data);
    constant(STATE, SEED);
    immediate(0, COUNT, 0, BYTES);
    // The table.
    immediate(0, I, 0, 0);
    int fill = here();
    jumpWord(words.size(), RA, 8); // over the next jump, which is where it returns to
    int skip = here();
    words.add(0);
    function();
    patchJump(skip, 0, here());
    register(0, 0, AT, TABLE, I);
    store(0, A, AT, 0);
    immediate(0, I, I, 1);
    branch(4, I, COUNT, fill);
    // Insertion sort.
    immediate(0, I, 0, 1);
    int outer = here();
    register(0, 0, AT, TABLE, I);
    load(0, A, AT, 0);
    register(0, 0, J, I, 0);
    int inner = here();
    int done = here();
    words.add(0);
    register(0, 0, AT, TABLE, J);
    load(0, B, AT, -1);
    int placed = here();
    words.add(0);
    store(0, B, AT, 0);
    immediate(0, J, J, -1);
    jump(0, inner);
    patchBranch(done, 0, J, 0, here());
    patchBranch(placed, 5, A, B, here());
    register(0, 0, AT, TABLE, J);
    store(0, A, AT, 0);
    immediate(0, I, I, 1);
    branch(4, I, COUNT, outer);
    // CRC-32.
    immediate(0, CRC, 0, -1);
    constant(POLY, POLYNOMIAL);
    register(0, 0, AT, TABLE, 0);
    register(0, 0, J, TABLE, COUNT);
    int next = here();
    load(4, A, AT, 0);
    register(4, 0, CRC, CRC, A);
    immediate(0, I, 0, 8);
    int bit = here();
    immediate(7, B, CRC, 1);
    immediate(5, CRC, CRC, 1);
    register(0, 0x20, B, 0, B);
    register(7, 0, B, B, POLY);
    register(4, 0, CRC, CRC, B);
    immediate(0, I, I, -1);
    branch(1, I, 0, bit);
    immediate(0, AT, AT, 1);
    branch(6, AT, J, next);
    immediate(4, CRC, CRC, -1);
    // By halves, so that a store of a half that is wrong is seen.
    immediate(5, A, CRC, 16);
    store(1, CRC, TABLE, RESULT - 8);
    store(1, A, TABLE, RESULT - 6);
    load(2, B, TABLE, RESULT - 8);
    store(2, B, TABLE, RESULT);
    jump(0, here());
  }

  /** The next pseudo-random number, and a byte of it. */
  private void function() {
    immediate(1, A, STATE, 13);
    register(4, 0, STATE, STATE, A);
    immediate(5, A, STATE, 17);
    register(4, 0, STATE, STATE, A);
    immediate(1, A, STATE, 5);
    register(4, 0, STATE, STATE, A);
    immediate(5, A, STATE, 8 | 0x400);
    words.add(0x67 | RA << 15);
  }

  private int here() {
    return words.size() * 4;
  }

  /** {@code lui} and {@code addi}. */
  private void constant(int to, int value) {
    upper(to, value + 0x800);
    immediate(0, to, to, value << 20 >> 20);
  }

  private void upper(int to, int value) {
    words.add((value & 0xffff_f000) | (to << 7) | 0x37);
  }

  private void immediate(int function, int to, int from, int value) {
    words.add(value << 20 | from << 15 | function << 12 | to << 7 | OP_IMMEDIATE);
  }

  private void register(int function, int more, int to, int left, int right) {
    words.add(more << 25 | right << 20 | left << 15 | function << 12 | to << 7 | OP);
  }

  private void load(int function, int to, int base, int offset) {
    words.add(offset << 20 | base << 15 | function << 12 | to << 7 | 0x03);
  }

  private void store(int function, int from, int base, int offset) {
    words.add(
        offset >> 5 << 25 | from << 20 | base << 15 | function << 12 | (offset & 31) << 7 | 0x23);
  }

  private void branch(int function, int left, int right, int to) {
    words.add(branchWord(function, left, right, to - here()));
  }

  private void patchBranch(int at, int function, int left, int right, int to) {
    words.set(at / 4, branchWord(function, left, right, to - at));
  }

  private static int branchWord(int function, int left, int right, int offset) {
    return (offset >> 12 & 1) << 31
        | (offset >> 5 & 0x3f) << 25
        | right << 20
        | left << 15
        | function << 12
        | (offset >> 1 & 0xf) << 8
        | (offset >> 11 & 1) << 7
        | 0x63;
  }

  private void jump(int link, int to) {
    jumpWord(words.size(), link, to - here());
  }

  private void patchJump(int at, int link, int to) {
    words.remove(at / 4);
    jumpWord(at / 4, link, to - at);
  }

  private void jumpWord(int index, int link, int offset) {
    words.add(
        index,
        (offset >> 20 & 1) << 31
            | (offset >> 1 & 0x3ff) << 21
            | (offset >> 11 & 1) << 20
            | (offset >> 12 & 0xff) << 12
            | link << 7
            | 0x6f);
  }
}
