package dev.backplane.opae.card.port;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Registers;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.device.Card;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The registers of the accelerator: its MMIO space 0. */
final class PortRegisters implements Registers {
  private static final long BYTES = 256 << 10;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Card card;

  PortRegisters(Card card) {
    this.card = card;
  }

  private AfuExecution afu() {
    return card.powered("access a register");
  }

  @Override
  public long size() {
    return BYTES;
  }

  @Override
  public int read32(long offset) {
    card.registerReads().increment();
    return (int) afu().read(checked(offset, Integer.BYTES), Integer.BYTES);
  }

  @Override
  public void write32(long offset, int value) {
    card.registerWrites().increment();
    afu().write(checked(offset, Integer.BYTES), Integer.BYTES, Integer.toUnsignedLong(value));
  }

  @Override
  public long read64(long offset) {
    card.registerReads().increment();
    return afu().read(checked(offset, Long.BYTES), Long.BYTES);
  }

  @Override
  public void write64(long offset, long value) {
    card.registerWrites().increment();
    afu().write(checked(offset, Long.BYTES), Long.BYTES, value);
  }

  @Override
  public boolean isWide() {
    return true;
  }

  @Override
  public void read512(long offset, MemorySegment target) {
    long first = wide(offset, target);
    card.registerReads().increment();
    AfuExecution afu = afu();
    afu.together(
        first,
        () -> {
          for (int i = 0; i < WIDE_BYTES; i += Long.BYTES) {
            target.set(LONG, i, afu.read(first + i, Long.BYTES));
          }
        });
  }

  @Override
  public void write512(long offset, MemorySegment source) {
    long first = wide(offset, source);
    card.registerWrites().increment();
    long[] words = new long[WIDE_BYTES / Long.BYTES];
    for (int i = 0; i < words.length; i++) {
      words[i] = source.get(LONG, (long) i * Long.BYTES);
    }
    afu().writeLine(first, words);
  }

  private long wide(long offset, MemorySegment words) {
    if (words.byteSize() != WIDE_BYTES) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "an access of 512 bits has 64 bytes, not %d".formatted(words.byteSize()))
          .during("access register 0x%x".formatted(offset))
          .build();
    }
    return checked(offset, WIDE_BYTES);
  }

  private static long checked(long offset, int width) {
    if (offset < 0 || offset % width != 0 || offset > BYTES - width) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "no access of %d bytes is at 0x%x of 0x%x bytes of registers"
                  .formatted(width, offset, BYTES))
          .during("access a register")
          .remedy("Use a multiple of %d inside the space".formatted(width))
          .build();
    }
    return offset;
  }
}
