package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The registers of a context, mapped. The values are the AFU's: a card puts the first byte of a
 * register to the upper end of a word. Accesses are in the order of the program.
 */
final class MappedRegisters implements RegisterSpace, AutoCloseable {
  private static final VarHandle INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
  private static final VarHandle LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN).varHandle();

  private final KernelCalls calls;
  private final String resource;
  private final Arena life = Arena.ofShared();
  private final MemorySegment registers;

  MappedRegisters(KernelCalls calls, int file, long bytes, String resource) throws KernelError {
    this.calls = calls;
    this.resource = resource;
    registers = RawMemory.at(calls.map(file, bytes), bytes, life);
  }

  @Override
  public long size() {
    return registers.byteSize();
  }

  @Override
  public int read32(long offset) {
    check(offset, Integer.BYTES);
    try {
      return (int) INT.getVolatile(registers, offset);
    } catch (IllegalStateException | InternalError e) {
      throw gone(e);
    }
  }

  @Override
  public void write32(long offset, int value) {
    check(offset, Integer.BYTES);
    try {
      INT.setVolatile(registers, offset, value);
    } catch (IllegalStateException | InternalError e) {
      throw gone(e);
    }
  }

  @Override
  public long read64(long offset) {
    check(offset, Long.BYTES);
    try {
      return (long) LONG.getVolatile(registers, offset);
    } catch (IllegalStateException | InternalError e) {
      throw gone(e);
    }
  }

  @Override
  public void write64(long offset, long value) {
    check(offset, Long.BYTES);
    try {
      LONG.setVolatile(registers, offset, value);
    } catch (IllegalStateException | InternalError e) {
      throw gone(e);
    }
  }

  @Override
  public Optional<MemorySegment> map() {
    return Optional.of(registers);
  }

  private void check(long offset, int width) {
    if (offset < 0 || (offset & (width - 1)) != 0 || offset > size() - width) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "no access of %d bytes is at 0x%x of 0x%x bytes of registers"
                  .formatted(width, offset, size()))
          .during("access a register")
          .on(resource)
          .remedy("Use a multiple of %d inside the space".formatted(width))
          .build();
    }
  }

  /** The mapping was taken away; or, by an old kernel, what it maps: the JVM then gets a signal. */
  private BackplaneException gone(Throwable cause) {
    return BackplaneException.because(
            cause instanceof InternalError ? ErrorCode.DEVICE_FAULTED : ErrorCode.CLOSED,
            "the registers are not there any more")
        .during("access a register")
        .on(resource)
        .remedy("Open another context when the card is back")
        .causedBy(cause)
        .build();
  }

  /** Takes the mapping away, when no thread is in an access. */
  @Override
  public void close() {
    life.close();
    calls.unmap(registers.address(), registers.byteSize());
  }
}
