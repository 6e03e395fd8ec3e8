package dev.backplane.xrt.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.UseCount;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A buffer object of the library. It counts runs and calls that use it. */
final class XrtBuffer implements Buffer {
  private final XrtCard card;
  private final XrtSession owner;
  private final long handle;
  private final Bank bank;
  private final long size;
  private final long address;
  private final MemorySegment host;
  private final @Nullable Arena arena;
  private final UseCount uses = new UseCount();

  /**
   * A buffer.
   *
   * @param handle what the library gave
   * @param mapped where the host's copy is
   */
  @SuppressWarnings("restricted") // The library says where the copy is, and we how long it is.
  static XrtBuffer mapped(
      XrtCard card,
      XrtSession owner,
      long handle,
      Bank bank,
      long size,
      long address,
      long mapped) {
    Arena arena = Arena.ofShared();
    MemorySegment host = MemorySegment.ofAddress(mapped).reinterpret(size, arena, null);
    return new XrtBuffer(card, owner, handle, bank, size, address, host, arena);
  }

  /** A buffer whose host copy is memory of the program. */
  static XrtBuffer over(
      XrtCard card, XrtSession owner, long handle, Bank bank, long address, MemorySegment pages) {
    return new XrtBuffer(card, owner, handle, bank, pages.byteSize(), address, pages, null);
  }

  private XrtBuffer(
      XrtCard card,
      XrtSession owner,
      long handle,
      Bank bank,
      long size,
      long address,
      MemorySegment host,
      @Nullable Arena arena) {
    this.card = card;
    this.owner = owner;
    this.handle = handle;
    this.bank = bank;
    this.size = size;
    this.address = address;
    this.host = host;
    this.arena = arena;
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

  /** Begins a use, or says that the buffer is closed. */
  void enter() {
    if (!uses.begin()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "it was closed").on(toString()).build();
    }
  }

  /** Ends a use. */
  void leave() {
    // It is closed only while nothing uses it, so nothing is left to free.
    var _ = uses.end();
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
  public Placement placement() {
    return arena == null ? Placement.memory(host).in(bank.index()) : Placement.of(bank);
  }

  @Override
  public Buffer slice(long offset, long bytes) {
    enter();
    try {
      return card.buffers().part(this, offset, bytes);
    } finally {
      leave();
    }
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    XrtBuffer from = (XrtBuffer) source;
    // Buffers over memory of the program may overlap there though their addresses do not.
    MemorySegment read = from.host.asSlice(sourceOffset, bytes);
    if (host.asSlice(offset, bytes).asOverlappingSlice(read).isPresent()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the two ranges of one memory overlap")
          .during("copy")
          .on(toString())
          .build();
    }
    enter();
    try {
      from.enter();
      try {
        if (bytes > 0) {
          card.patiently(
              "copy to " + this,
              () -> {
                card.library().buffers().copy(handle, from.handle, bytes, offset, sourceOffset);
                return this;
              });
        }
        return this;
      } finally {
        from.leave();
      }
    } finally {
      leave();
    }
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    return move(LibBuffers.TO_DEVICE, offset, bytes);
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    return move(LibBuffers.FROM_DEVICE, offset, bytes);
  }

  private Buffer move(int direction, long offset, long bytes) {
    if (!host.scope().isAlive()) {
      enter();
      leave();
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the program's memory below it is gone")
          .during("sync")
          .on(toString())
          .remedy("Close the buffer before its memory")
          .build();
    }
    enter();
    try {
      // Of an empty range the library makes the whole buffer.
      if (bytes > 0) {
        card.patiently(
            "sync of " + this,
            () -> {
              card.library().buffers().sync(handle, direction, bytes, offset);
              return this;
            });
      }
      return this;
    } finally {
      leave();
    }
  }

  @Override
  public void close() {
    if (!uses.closeIfUnused()) {
      // A run that ended and that nobody looked at still holds it.
      card.lookAtRuns();
      if (uses.isClosed()) {
        return;
      }
      if (!uses.closeIfUnused()) {
        throw BackplaneException.because(ErrorCode.IN_USE, "a run or another call uses it")
            .during("close")
            .on(toString())
            .remedy("Await the run first")
            .build();
      }
    }
    if (arena != null) {
      arena.close();
    }
    card.buffers().closed(this);
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x (%s)".formatted(size, address, bank.name());
  }
}
