package dev.backplane.nulldriver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.Placements;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One bank in host memory. Safe for use by several threads. */
final class NullMemory implements Memory {
  private static final long ALIGNMENT = 4096;

  private final Bank bank = new Bank(0, "NULL[0]", 0x1000_0000, 64 << 20);

  /** First address and end of what is taken. */
  private final TreeMap<Long, Long> taken = new TreeMap<>();

  @Override
  public List<Bank> banks() {
    return List.of(bank);
  }

  @Override
  public Buffer allocate(long bytes, Placement placement) {
    Placements.checkFlags(placement, Set.of());
    var _ = Placements.bank(placement, banks());
    return new NullBuffer(this, bank, take(bytes), bytes);
  }

  private synchronized long take(long bytes) {
    long end = bank.address() + bank.size();
    long candidate = bank.address();
    for (Map.Entry<Long, Long> range : taken.entrySet()) {
      if (range.getKey() - candidate >= bytes) {
        break;
      }
      candidate = (range.getValue() + ALIGNMENT - 1) & -ALIGNMENT;
    }
    if (end - candidate < bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "bank %s of %d bytes has no room for %d".formatted(bank.name(), bank.size(), bytes))
          .remedy("Close buffers that are not needed any more")
          .build();
    }
    taken.put(candidate, candidate + bytes);
    return candidate;
  }

  synchronized void giveBack(long address) {
    taken.remove(address);
  }
}
