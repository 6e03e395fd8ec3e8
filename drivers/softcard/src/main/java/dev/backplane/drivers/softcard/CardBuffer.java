package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.harness.BusMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A buffer with a copy for the host and one for the device, so that a forgotten sync shows here as
 * it would on a real card.
 *
 * <p>The two copies have lives of their own: the host's ends with the buffer, the device's when no
 * run is left that was executing then, because any kernel may look at any memory its bus reaches.
 */
final class CardBuffer implements Buffer {
  /** The widest AXI4 data bus is 128 bytes; no beat that begins inside leaves the device copy. */
  private static final long BEAT = 128;

  private final Card card;
  private final CardSession owner;
  private final Bank bank;
  private final long size;
  private final Arena hostArena = Arena.ofShared();
  private final Arena deviceArena = Arena.ofShared();
  private final MemorySegment host;
  private final BusMemory.Region region;

  // Both guarded by the card's lock.
  private int pins;
  private boolean closed;

  CardBuffer(Card card, CardSession owner, Bank bank, long address, long size) {
    this.card = card;
    this.owner = owner;
    this.bank = bank;
    this.size = size;
    try {
      host = hostArena.allocate(size, Regions.PAGE);
      MemorySegment device = deviceArena.allocate((size + BEAT - 1) / BEAT * BEAT, Regions.PAGE);
      region = new BusMemory.Region(address, device, true);
    } catch (OutOfMemoryError e) {
      hostArena.close();
      deviceArena.close();
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "this machine has no 2 x " + size + " bytes for the two copies of a buffer")
          .remedy("Make smaller buffers, or give the process more memory")
          .causedBy(e)
          .build();
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long address() {
    return region.base();
  }

  @Override
  public Bank bank() {
    return bank;
  }

  @Override
  public MemorySegment host() {
    return host;
  }

  /** {@return the device's copy as the bus sees it} */
  BusMemory.Region region() {
    return region;
  }

  CardSession owner() {
    return owner;
  }

  Card card() {
    return card;
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    return move(host, region.memory(), offset, bytes);
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    return move(region.memory(), host, offset, bytes);
  }

  private Buffer move(MemorySegment from, MemorySegment to, long offset, long bytes) {
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, bytes + " bytes at " + offset + " are not inside it")
          .during("sync")
          .on(toString())
          .remedy("Use offsets and lengths from 0 to " + size)
          .build();
    }
    try {
      MemorySegment.copy(from, offset, to, offset, bytes);
      card.moved(bytes);
    } catch (IllegalStateException e) {
      // The segments check their life themselves; nothing is locked for a copy.
      throw closedError(e);
    }
    return this;
  }

  @Override
  public void close() {
    card.close(this);
  }

  // The rest is called by the card, under its lock.

  boolean isClosed() {
    return closed;
  }

  boolean isPinned() {
    return pins > 0;
  }

  void pin() {
    if (closed) {
      throw closedError(null);
    }
    pins++;
  }

  void unpin() {
    pins--;
  }

  /** Ends the host's copy. */
  void retire() {
    closed = true;
    hostArena.close();
  }

  /** Ends the device's copy. */
  void freeDeviceMemory() {
    deviceArena.close();
  }

  BackplaneException closedError(@org.jspecify.annotations.Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.CLOSED, "it was closed")
        .on(toString())
        .causedBy(cause)
        .build();
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x (%s)".formatted(size, address(), bank.name());
  }
}
