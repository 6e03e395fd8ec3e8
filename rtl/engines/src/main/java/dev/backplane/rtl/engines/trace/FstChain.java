package dev.backplane.rtl.engines.trace;

/** Iterates over the changes of one signal in a block. Used by one thread. */
final class FstChain {
  /** The digits of a bit that is neither 0 nor 1, by number. */
  private static final byte[] UNKNOWN = {'x', 'z', 'h', 'u', 'w', 'l', '-', '?'};

  private static final FstValue[] BITS = new FstValue[2];
  private static final FstValue[] UNKNOWN_BITS = new FstValue[UNKNOWN.length];

  static {
    for (int i = 0; i < BITS.length; i++) {
      BITS[i] = FstValue.digits(new byte[] {(byte) ('0' + i)}, 0, 1);
    }
    for (int i = 0; i < UNKNOWN.length; i++) {
      UNKNOWN_BITS[i] = FstValue.digits(UNKNOWN, i, 1);
    }
  }

  private final byte[] bytes;
  private final FstInput source;
  private final int width;
  private int tick;
  private FstValue value = BITS[0];

  /**
   * Starts before the first change.
   *
   * @param bytes the chain
   * @param width the digits of a value
   */
  FstChain(byte[] bytes, int width) {
    this.bytes = bytes;
    this.width = width;
    source = new FstInput(bytes);
  }

  /** The index of the time of the change. */
  int tick() {
    return tick;
  }

  FstValue value() {
    return value;
  }

  /** Advances to the next change; false if there is none. */
  boolean advance() {
    if (source.isEmpty()) {
      return false;
    }
    long head = source.varint();
    if (width == 1) {
      boolean known = (head & 1) == 0;
      tick = Math.addExact(tick, Math.toIntExact(head >>> (known ? 2 : 4)));
      value = known ? BITS[(int) (head >>> 1 & 1)] : UNKNOWN_BITS[(int) (head >>> 1 & 7)];
      return true;
    }
    tick = Math.addExact(tick, Math.toIntExact(head >>> 1));
    boolean packed = (head & 1) == 0;
    value =
        packed
            ? FstValue.packed(bytes, source.position, width)
            : FstValue.digits(bytes, source.position, width);
    source.position += packed ? FstValue.packedBytes(width) : width;
    return true;
  }
}
