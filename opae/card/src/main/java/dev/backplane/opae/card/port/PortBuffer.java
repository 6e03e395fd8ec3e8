package dev.backplane.opae.card.port;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** Memory of the host that the accelerator reaches: one copy. */
final class PortBuffer implements Buffer {
  private final PortMemory memory;
  private final Arena arena;
  private final long address;
  private final MemorySegment host;
  private final Bank bank;
  private final Placement placement;
  private final AtomicBoolean closed = new AtomicBoolean();

  PortBuffer(
      PortMemory memory,
      Arena arena,
      long address,
      MemorySegment host,
      Bank bank,
      Placement placement) {
    this.memory = memory;
    this.arena = arena;
    this.address = address;
    this.host = host;
    this.bank = bank;
    this.placement = placement;
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
  public Placement placement() {
    return placement;
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    return this;
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    return this;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      // If the accelerator does not return from a step, its memory stays: it may be using it.
      memory.unprepare(this);
      arena.close();
    }
  }

  @Override
  public String toString() {
    return "buffer of %d bytes at IO address 0x%x".formatted(size(), address);
  }
}
