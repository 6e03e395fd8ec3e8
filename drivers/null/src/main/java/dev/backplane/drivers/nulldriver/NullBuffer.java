package dev.backplane.drivers.nulldriver;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.driverkit.BufferChecks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A buffer whose "device copy" is host memory too. */
final class NullBuffer implements Buffer {
  private final Bank bank;
  private final long address;
  private final Runnable giveBack;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host;
  private final MemorySegment device;

  NullBuffer(Bank bank, long address, long bytes, Runnable giveBack) {
    this.bank = bank;
    this.address = address;
    this.giveBack = giveBack;
    host = arena.allocate(bytes, Long.BYTES);
    device = arena.allocate(bytes, Long.BYTES);
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
    checkRange(offset, bytes);
    MemorySegment.copy(host, offset, device, offset, bytes);
    return this;
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    checkRange(offset, bytes);
    MemorySegment.copy(device, offset, host, offset, bytes);
    return this;
  }

  @Override
  public void close() {
    arena.close();
    giveBack.run();
  }

  private void checkRange(long offset, long bytes) {
    BufferChecks.checkInside("sync", this, offset, bytes, size());
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at 0x%x".formatted(size(), address);
  }
}
