package dev.backplane.drivers.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Four words that keep what is written. */
final class NullRegisters implements Registers {
  private static final int WORDS = 4;

  private final AtomicIntegerArray words = new AtomicIntegerArray(WORDS);

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
    words.set(word(offset, Integer.BYTES), value);
  }

  @Override
  public long read64(long offset) {
    int word = word(offset, Long.BYTES);
    return Integer.toUnsignedLong(words.get(word)) | (long) words.get(word + 1) << 32;
  }

  @Override
  public void write64(long offset, long value) {
    int word = word(offset, Long.BYTES);
    words.set(word, (int) value);
    words.set(word + 1, (int) (value >>> 32));
  }

  void clear() {
    for (int word = 0; word < WORDS; word++) {
      words.set(word, 0);
    }
  }

  private int word(long offset, int width) {
    if (offset < 0 || offset > size() - width || offset % width != 0) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "no %d-bit register at offset 0x%x".formatted(width * 8, offset))
          .remedy("Use a multiple of %d below %d".formatted(width, size()))
          .build();
    }
    return (int) (offset / Integer.BYTES);
  }
}
