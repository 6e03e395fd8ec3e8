package dev.backplane.nulldriver;

import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Four words that keep what is written, of which the last rings, and a second space. */
final class NullRegisters implements Registers {
  private static final int WORDS = 4;

  private final AtomicIntegerArray words = new AtomicIntegerArray(WORDS);
  private final NullScratch scratch;
  private final NullEvents events;

  NullRegisters(NullScratch scratch, NullEvents events) {
    this.scratch = scratch;
    this.events = events;
  }

  @Override
  public long size() {
    return WORDS * (long) Integer.BYTES;
  }

  @Override
  public int read32(long offset) {
    return words.get(word(offset, Integer.BYTES));
  }

  @Override
  public void write32(long offset, int value) {
    set(word(offset, Integer.BYTES), value);
  }

  @Override
  public long read64(long offset) {
    int word = word(offset, Long.BYTES);
    return Integer.toUnsignedLong(words.get(word)) | (long) words.get(word + 1) << 32;
  }

  @Override
  public void write64(long offset, long value) {
    int word = word(offset, Long.BYTES);
    set(word, (int) value);
    set(word + 1, (int) (value >>> 32));
  }

  private void set(int word, int value) {
    words.set(word, value);
    if (word == WORDS - 1) {
      events.ring();
    }
  }

  void clear() {
    for (int word = 0; word < WORDS; word++) {
      words.set(word, 0);
    }
    scratch.clear();
  }

  @Override
  public int spaces() {
    return 2;
  }

  @Override
  public RegisterSpace space(int number) {
    return number == 1 ? scratch : Registers.super.space(number);
  }

  private int word(long offset, int width) {
    return (int) (NullScratch.checked(offset, width, size()) / Integer.BYTES);
  }
}
