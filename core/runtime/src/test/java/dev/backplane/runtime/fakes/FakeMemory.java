package dev.backplane.runtime.fakes;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.Placements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Two banks; what is "synced" is only counted. */
final class FakeMemory implements Memory {
  private final Script script;
  private final AtomicLong next = new AtomicLong(0x1000);

  FakeMemory(Script script) {
    this.script = script;
  }

  @Override
  public List<Bank> banks() {
    return List.of(bank(0), bank(1));
  }

  private static Bank bank(int index) {
    return new Bank(index, "FAKE[" + index + "]", index * 0x1000_0000L, 0x1000_0000L);
  }

  @Override
  public Buffer allocate(long bytes, Placement placement) {
    Placements.checkFlags(placement, Set.of());
    Bank bank = Placements.bank(placement, banks());
    script.step("allocate");
    return new FakeBuffer(bank, next.getAndAdd((bytes + 0xfff) & -0x1000), bytes, script);
  }

  record FakeBuffer(Bank bank, long address, long size, Script script, Arena arena)
      implements Buffer {
    FakeBuffer(Bank bank, long address, long size, Script script) {
      this(bank, address, size, script, Arena.ofShared());
    }

    @Override
    public MemorySegment host() {
      return arena.allocate(size);
    }

    @Override
    public Buffer sync(long offset, long bytes) {
      script.step("sync");
      return this;
    }

    @Override
    public Buffer syncBack(long offset, long bytes) {
      return this;
    }

    @Override
    public void close() {
      script.event("closed buffer 0x" + Long.toHexString(address));
      script.step("closeBuffer");
      arena.close();
    }
  }
}
