package dev.backplane.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.UseCount;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A buffer whose "device copy" is host memory too. */
final class NullBuffer implements Buffer {
  private final NullMemory memory;
  private final Bank bank;
  private final long address;
  private final UseCount uses = new UseCount();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host;
  private final MemorySegment device;

  NullBuffer(NullMemory memory, Bank bank, long address, long bytes) {
    this.memory = memory;
    this.bank = bank;
    this.address = address;
    host = arena.allocate(bytes, Long.BYTES);
    device = arena.allocate(bytes, Long.BYTES);
  }

  boolean isOf(NullMemory other) {
    return memory == other;
  }

  MemorySegment device() {
    return device;
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
    return host.byteSize();
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
    MemorySegment.copy(host, offset, device, offset, bytes);
    return this;
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    MemorySegment.copy(device, offset, host, offset, bytes);
    return this;
  }

  @Override
  public void close() {
    if (uses.isClosed()) {
      return;
    }
    if (!uses.closeIfUnused()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "a call or a command uses it")
          .during("close")
          .on(toString())
          .remedy("Close the call, and finish the queue, first")
          .build();
    }
    arena.close();
    memory.giveBack(address);
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x".formatted(host.byteSize(), address);
  }
}
