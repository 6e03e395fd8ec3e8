package dev.backplane.rtl.harness.psl;

import org.jspecify.annotations.Nullable;

/**
 * An atomic operation of a DMA, by the code on {@code d0h_datomic_op}: what it makes of a number in
 * memory, and what it answers. Numbers have 4 or 8 bytes; those of 4 are extended with their sign.
 */
public enum AtomicOperation {
  /** Adds. */
  FETCH_ADD(0x00),
  /** Exclusive or. */
  FETCH_XOR(0x01),
  /** Or. */
  FETCH_OR(0x02),
  /** And. */
  FETCH_AND(0x03),
  /** The larger one, without sign. */
  FETCH_MAX_UNSIGNED(0x04),
  /** The larger one, with sign. */
  FETCH_MAX_SIGNED(0x05),
  /** The smaller one, without sign. */
  FETCH_MIN_UNSIGNED(0x06),
  /** The smaller one, with sign. */
  FETCH_MIN_SIGNED(0x07),
  /** Swaps. */
  SWAP(0x08),
  /** Stores the second operand if the number is not the first. */
  SWAP_IF_DIFFERENT(0x10),
  /** Stores the second operand if the number is the first. */
  SWAP_IF_EQUAL(0x11),
  /** Adds 1 unless the number is the bound after it; then it answers with the lowest number. */
  INCREMENT_BOUNDED(0x18),
  /** Adds 1 if the number is the one after it; else it answers with the lowest number. */
  INCREMENT_EQUAL(0x19),
  /** Takes 1 unless the number is the bound before it; then it answers with the lowest number. */
  DECREMENT_BOUNDED(0x1c),
  /** Adds, without an answer. */
  ADD(0x20),
  /** Exclusive or, without an answer. */
  XOR(0x21),
  /** Or, without an answer. */
  OR(0x22),
  /** And, without an answer. */
  AND(0x23),
  /** The larger one without sign, without an answer. */
  MAX_UNSIGNED(0x24),
  /** The larger one with sign, without an answer. */
  MAX_SIGNED(0x25),
  /** The smaller one without sign, without an answer. */
  MIN_UNSIGNED(0x26),
  /** The smaller one with sign, without an answer. */
  MIN_SIGNED(0x27),
  /** Stores to the number and the one after it if they are equal, without an answer. */
  STORE_TWIN(0x38);

  /** Numbers that belong together lie in one such block. */
  private static final int BLOCK = DmaRequest.BLOCK;

  private static final int CODES = 1 << 6;
  private static final @Nullable AtomicOperation[] BY_CODE = new @Nullable AtomicOperation[CODES];

  static {
    for (AtomicOperation each : values()) {
      BY_CODE[each.code] = each;
    }
  }

  private final int code;

  AtomicOperation(int code) {
    this.code = code;
  }

  /** {@return its code} */
  public int code() {
    return code;
  }

  /** {@return the operation of a code, or null} */
  public static @Nullable AtomicOperation of(int code) {
    return code < 0 || code >= CODES ? null : BY_CODE[code];
  }

  /** {@return whether it answers with what was there} */
  public boolean fetches() {
    return code < ADD.code;
  }

  /** {@return where its second number in memory is: -1 before the first, 1 after it, 0 for none} */
  public int neighbour() {
    return switch (this) {
      case INCREMENT_BOUNDED, INCREMENT_EQUAL, STORE_TWIN -> 1;
      case DECREMENT_BOUNDED -> -1;
      default -> 0;
    };
  }

  /** {@return whether it can be made there: numbers are aligned, and both lie in 32 bytes} */
  public boolean fits(long address, int bytes) {
    if ((bytes != Integer.BYTES && bytes != Long.BYTES) || (address & (bytes - 1)) != 0) {
      return false;
    }
    long other = address + (long) neighbour() * bytes;
    return (address & -BLOCK) == (other & -BLOCK);
  }

  /**
   * {@return what is there afterwards}
   *
   * @param before what is there
   * @param neighbour the other number in memory, of operations that have one
   * @param first the first operand
   * @param second the second operand
   */
  public long after(long before, long neighbour, long first, long second) {
    return switch (this) {
      case FETCH_ADD, ADD -> before + first;
      case FETCH_XOR, XOR -> before ^ first;
      case FETCH_OR, OR -> before | first;
      case FETCH_AND, AND -> before & first;
      case FETCH_MAX_UNSIGNED, MAX_UNSIGNED ->
          Long.compareUnsigned(before, first) >= 0 ? before : first;
      case FETCH_MAX_SIGNED, MAX_SIGNED -> Math.max(before, first);
      case FETCH_MIN_UNSIGNED, MIN_UNSIGNED ->
          Long.compareUnsigned(before, first) <= 0 ? before : first;
      case FETCH_MIN_SIGNED, MIN_SIGNED -> Math.min(before, first);
      case SWAP -> first;
      case SWAP_IF_DIFFERENT -> before == first ? before : second;
      case SWAP_IF_EQUAL -> before == first ? second : before;
      case INCREMENT_BOUNDED -> before == neighbour ? before : before + 1;
      case INCREMENT_EQUAL -> before == neighbour ? before + 1 : before;
      case DECREMENT_BOUNDED -> before == neighbour ? before : before - 1;
      case STORE_TWIN -> before == neighbour ? first : before;
    };
  }

  /**
   * {@return what it answers}
   *
   * @param before what was there
   * @param neighbour the other number in memory, of operations that have one
   * @param bytes 4 or 8
   */
  public long answer(long before, long neighbour, int bytes) {
    boolean done =
        switch (this) {
          case INCREMENT_BOUNDED, DECREMENT_BOUNDED -> before != neighbour;
          case INCREMENT_EQUAL -> before == neighbour;
          default -> true;
        };
    return done ? before : bytes == Integer.BYTES ? Integer.MIN_VALUE : Long.MIN_VALUE;
  }
}
