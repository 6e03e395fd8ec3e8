package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.engine.PinWords;

/** Pins whose words lie in an array. */
final class ArrayWords implements PinWords {
  private final long[] words;
  private final int[] slots;

  ArrayWords(long[] words, int[] slots) {
    this.words = words;
    this.slots = slots;
  }

  @Override
  public int count() {
    return slots.length;
  }

  @Override
  public void read(long[] into) {
    for (int i = 0; i < slots.length; i++) {
      into[i] = words[slots[i]];
    }
  }

  @Override
  public boolean matches(long[] earlier) {
    long differences = 0;
    for (int i = 0; i < slots.length; i++) {
      differences |= words[slots[i]] ^ earlier[i];
    }
    return differences == 0;
  }
}
