package dev.backplane.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/** A space of memory: with accesses of 512 bits, and mapped. */
final class NullScratch implements RegisterSpace, AutoCloseable {
  private static final long BYTES = 4096;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment words = arena.allocate(BYTES, WIDE_BYTES);

  @Override
  public long size() {
    return BYTES;
  }

  @Override
  public int read32(long offset) {
    return words.get(INT, checked(offset, Integer.BYTES));
  }

  @Override
  public void write32(long offset, int value) {
    words.set(INT, checked(offset, Integer.BYTES), value);
  }

  @Override
  public long read64(long offset) {
    return words.get(LONG, checked(offset, Long.BYTES));
  }

  @Override
  public void write64(long offset, long value) {
    words.set(LONG, checked(offset, Long.BYTES), value);
  }

  @Override
  public boolean isWide() {
    return true;
  }

  @Override
  public void read512(long offset, MemorySegment target) {
    checkWide(target);
    MemorySegment.copy(words, checked(offset, WIDE_BYTES), target, 0, WIDE_BYTES);
  }

  @Override
  public void write512(long offset, MemorySegment source) {
    checkWide(source);
    MemorySegment.copy(source, 0, words, checked(offset, WIDE_BYTES), WIDE_BYTES);
  }

  @Override
  public Optional<MemorySegment> map() {
    return Optional.of(words);
  }

  void clear() {
    words.fill((byte) 0);
  }

  private static void checkWide(MemorySegment memory) {
    if (memory.byteSize() != WIDE_BYTES) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "an access of 512 bits has %d bytes, not %d".formatted(WIDE_BYTES, memory.byteSize()))
          .remedy("Pass memory of that size")
          .build();
    }
  }

  static long checked(long offset, int width) {
    return checked(offset, width, BYTES);
  }

  /** Checks an access to a space of a size. */
  static long checked(long offset, int width, long size) {
    if (offset < 0 || offset > size - width || offset % width != 0) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "no %d-bit register at offset 0x%x".formatted(width * 8, offset))
          .remedy("Use a multiple of %d below %d".formatted(width, size))
          .build();
    }
    return offset;
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
