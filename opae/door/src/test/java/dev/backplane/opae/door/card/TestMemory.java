package dev.backplane.opae.door.card;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Memory of the host, of which the card has addresses. */
final class TestMemory implements Memory {
  private static final Bank BANK = new Bank(0, "HOST", 0x1_0000_0000L, 1L << 30);
  private long next = 0x1_0000_0000L;

  @Override
  public List<Bank> banks() {
    return List.of(BANK);
  }

  @Override
  public Set<Placement.Kind> placements() {
    return EnumSet.of(Placement.Kind.HOST, Placement.Kind.USER_MEMORY);
  }

  @Override
  public synchronized Buffer allocate(long bytes, Placement placement) {
    long address = next;
    next += (bytes + 4095) & -4096;
    MemorySegment given = placement.memory();
    return given == null
        ? new Pages(address, bytes, placement)
        : new Pages(address, given, placement.with(BufferFlag.COHERENT));
  }

  private static final class Pages implements Buffer {
    private final Arena arena = Arena.ofShared();
    private final long address;
    private final MemorySegment host;
    private final Placement placement;

    Pages(long address, long bytes, Placement placement) {
      this.address = address;
      this.placement = placement;
      host = arena.allocate(bytes, 4096);
    }

    Pages(long address, MemorySegment host, Placement placement) {
      this.address = address;
      this.placement = placement;
      this.host = host;
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
      return BANK;
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
      arena.close();
    }
  }
}
