package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A buffer object of the library. Its gate counts runs and calls that use it. */
final class XrtBuffer implements Buffer {
  private final XrtCard card;
  private final XrtSession owner;
  private final long handle;
  private final Bank bank;
  private final long size;
  private final long address;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host;
  private final Gate gate = new Gate();

  /**
   * A buffer.
   *
   * @param handle what the library gave
   * @param mapped where the host's copy is
   */
  @SuppressWarnings("restricted") // The library says where the copy is, and we how long it is.
  XrtBuffer(
      XrtCard card,
      XrtSession owner,
      long handle,
      Bank bank,
      long size,
      long address,
      long mapped) {
    this.card = card;
    this.owner = owner;
    this.handle = handle;
    this.bank = bank;
    this.size = size;
    this.address = address;
    host = MemorySegment.ofAddress(mapped).reinterpret(size, arena, null);
  }

  XrtCard card() {
    return card;
  }

  XrtSession owner() {
    return owner;
  }

  long handle() {
    return handle;
  }

  Gate gate() {
    return gate;
  }

  /** Goes through the gate, or says that the buffer is closed. */
  void enter() {
    if (!gate.enter()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was closed").on(toString()).build();
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public Bank bank() {
    return bank;
  }

  @Override
  public MemorySegment host() {
    return host;
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    return move(LibXrt.TO_DEVICE, offset, bytes);
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    return move(LibXrt.FROM_DEVICE, offset, bytes);
  }

  private Buffer move(int direction, long offset, long bytes) {
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, bytes + " bytes at " + offset + " are not inside it")
          .during("sync")
          .on(toString())
          .remedy("Use offsets and lengths from 0 to " + size)
          .build();
    }
    enter();
    try {
      // Of an empty range the library makes the whole buffer.
      if (bytes > 0) {
        card.patiently(
            "sync of " + this,
            () -> {
              card.library().sync(handle, direction, bytes, offset);
              return this;
            });
      }
      return this;
    } finally {
      gate.leave();
    }
  }

  @Override
  public void close() {
    if (!gate.shut()) {
      // A run that ended and that nobody looked at still holds it.
      card.lookAtRuns();
      if (gate.isShut()) {
        return;
      }
      if (!gate.shut()) {
        throw BackplaneException.because(ErrorCode.IN_USE, "a run or another call uses it")
            .during("close")
            .on(toString())
            .remedy("Await the run first")
            .build();
      }
    }
    arena.close();
    card.closed(this);
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x (%s)".formatted(size, address, bank.name());
  }
}
