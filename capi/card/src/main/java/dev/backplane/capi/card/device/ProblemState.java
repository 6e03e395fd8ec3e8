package dev.backplane.capi.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.capi.card.context.Context;

/**
 * The registers that a context may use. The values are the AFU's; in which order the bytes of a
 * register lie, is for the AFU to say.
 */
final class ProblemState implements RegisterSpace {
  private final Context context;
  private final long begin;
  private final long bytes;

  ProblemState(Context context) {
    this.context = context;
    begin = context.registerOffset();
    bytes = context.registerBytes();
  }

  @Override
  public long size() {
    return bytes;
  }

  @Override
  public int read32(long offset) {
    return (int) context.read(place(offset, Integer.BYTES), Integer.BYTES);
  }

  @Override
  public void write32(long offset, int value) {
    context.write(place(offset, Integer.BYTES), Integer.BYTES, Integer.toUnsignedLong(value));
  }

  @Override
  public long read64(long offset) {
    return context.read(place(offset, Long.BYTES), Long.BYTES);
  }

  @Override
  public void write64(long offset, long value) {
    context.write(place(offset, Long.BYTES), Long.BYTES, value);
  }

  private long place(long offset, int width) {
    if (offset < 0 || (offset & (width - 1)) != 0 || offset > bytes - width) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "no access of %d bytes is at 0x%x of 0x%x bytes of registers"
                  .formatted(width, offset, bytes))
          .during("access a register")
          .on(context.slice().name())
          .remedy("Use a multiple of %d inside the space".formatted(width))
          .build();
    }
    return begin + offset;
  }
}
