package dev.backplane.opae.door.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.Registers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A space of memory that begins with a feature header, and one behind calls: what is written to its
 * word 0 is an interrupt to be raised, its word 1 counts how often it was read.
 */
final class TestRegisters implements Registers {
  private static final long BYTES = 4096;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment words = arena.allocate(BYTES, BYTES);
  private final RegisterSpace bells;

  TestRegisters(UUID guid, @Nullable UUID child, TestEvents events) {
    bells = new Bells(events);
    set(0x00, 1L << 60 | 1L << 52);
    set(0x08, guid.getLeastSignificantBits());
    set(0x10, guid.getMostSignificantBits());
    if (child != null) {
      set(0x20, 1L << 31);
      // A parameter of another kind stands before the list of children.
      set(0x28, 2L << 35 | 1);
      set(0x38, 3L << 35 | 1L << 32 | 2);
      set(0x40, child.getLeastSignificantBits());
      set(0x48, child.getMostSignificantBits());
    }
  }

  private void set(long offset, long value) {
    words.set(ValueLayout.JAVA_LONG, offset, value);
  }

  @Override
  public long size() {
    return BYTES;
  }

  private static long checked(long offset, int width) {
    if (offset < 0 || offset % width != 0 || offset > BYTES - width) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, "no %d bytes at 0x%x".formatted(width, offset))
          .build();
    }
    return offset;
  }

  @Override
  public int read32(long offset) {
    return words.get(ValueLayout.JAVA_INT, checked(offset, 4));
  }

  @Override
  public void write32(long offset, int value) {
    words.set(ValueLayout.JAVA_INT, checked(offset, 4), value);
  }

  @Override
  public long read64(long offset) {
    return words.get(ValueLayout.JAVA_LONG, checked(offset, 8));
  }

  @Override
  public void write64(long offset, long value) {
    words.set(ValueLayout.JAVA_LONG, checked(offset, 8), value);
  }

  @Override
  public boolean isWide() {
    return true;
  }

  @Override
  public void read512(long offset, MemorySegment target) {
    target.copyFrom(words.asSlice(checked(offset, WIDE_BYTES), WIDE_BYTES));
  }

  @Override
  public void write512(long offset, MemorySegment source) {
    words.asSlice(checked(offset, WIDE_BYTES), WIDE_BYTES).copyFrom(source);
  }

  @Override
  public Optional<MemorySegment> map() {
    return Optional.of(words);
  }

  @Override
  public int spaces() {
    return 2;
  }

  @Override
  public RegisterSpace space(int number) {
    return number == 1 ? bells : Registers.super.space(number);
  }

  void clear() {
    words.asSlice(0x100).fill((byte) 0);
  }

  void close() {
    arena.close();
  }

  private static final class Bells implements RegisterSpace {
    private final TestEvents events;
    private long reads;

    Bells(TestEvents events) {
      this.events = events;
    }

    @Override
    public long size() {
      return 16;
    }

    @Override
    public int read32(long offset) {
      return (int) read64(offset);
    }

    @Override
    public void write32(long offset, int value) {
      write64(offset, value);
    }

    @Override
    public synchronized long read64(long offset) {
      if (offset != 8) {
        throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "only 8 can be read").build();
      }
      return ++reads;
    }

    @Override
    public void write64(long offset, long value) {
      if (offset != 0) {
        throw BackplaneException.because(ErrorCode.OUT_OF_RANGE, "only 0 can be written").build();
      }
      events.ring((int) value);
    }
  }
}
