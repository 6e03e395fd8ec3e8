package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory that a plugin has given an address for its accelerator, a workspace. */
final class PreparedBuffer implements Buffer {
  private final OpaeMemory owner;
  private final NativeHandle workspace;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host;
  private final long ioAddress;
  private final Placement placement;
  private final Bank bank;

  PreparedBuffer(
      OpaeMemory owner,
      NativeHandle workspace,
      long address,
      long bytes,
      long ioAddress,
      Placement placement,
      Bank bank) {
    this.owner = owner;
    this.workspace = workspace;
    this.ioAddress = ioAddress;
    this.placement = placement;
    this.bank = bank;
    MemorySegment given = placement.memory();
    host = given == null ? RawMemory.at(address, bytes, arena) : given;
    if (given == null) {
      host.fill((byte) 0);
    }
  }

  @Override
  public long size() {
    return host.byteSize();
  }

  @Override
  public long address() {
    return ioAddress;
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
    return placement;
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    checkOpen("sync");
    return this;
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    checkOpen("syncBack");
    return this;
  }

  private void checkOpen(String operation) {
    if (workspace.isClosed()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the buffer was closed")
          .during(operation)
          .build();
    }
  }

  /** The host's copy is dead before its memory is gone. */
  @Override
  public void close() {
    if (!workspace.isClosed() && arena.scope().isAlive()) {
      closeOnce();
    }
  }

  private synchronized void closeOnce() {
    if (arena.scope().isAlive()) {
      arena.close();
      var _ = workspace.close();
      owner.closed(this);
    }
  }

  @Override
  public String toString() {
    return "buffer of " + size() + " bytes";
  }
}
