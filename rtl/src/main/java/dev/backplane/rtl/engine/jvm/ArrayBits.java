package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.engine.PinBits;

/** One-bit pins whose words lie in an array. */
final class ArrayBits implements PinBits {
  private final long[] words;
  private final int[] slots;

  ArrayBits(long[] words, int[] slots) {
    this.words = words;
    this.slots = slots;
  }

  @Override
  public long get() {
    long bits = 0;
    for (int i = slots.length - 1; i >= 0; i--) {
      bits = (bits << 1) | words[slots[i]];
    }
    return bits;
  }
}
