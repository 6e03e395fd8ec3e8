package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferInfo;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Placement;
import dev.backplane.api.SharedMemory;
import dev.backplane.driverkit.Placements;
import dev.backplane.ffi.MemoryFile;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A card's memory as one holder of the card uses it. What it made goes when it leaves. */
public final class HolderMemory implements Memory {
  private final BankedMemory memory;
  private final String name;
  private final Supplier<BackplaneException> gone;
  private final BufferKinds kinds;
  private volatile boolean left;

  /** The first of the handles; guarded by the memory's lock. */
  private @Nullable CardBuffer first;

  HolderMemory(BankedMemory memory, String name, Supplier<BackplaneException> gone) {
    this.memory = memory;
    this.name = name;
    this.gone = gone;
    kinds = new BufferKinds(memory.config());
  }

  /** {@return the card's memory} */
  public BankedMemory memory() {
    return memory;
  }

  Family family() {
    return memory.config().family();
  }

  @Override
  public List<Bank> banks() {
    checkOpen();
    return memory.banks();
  }

  @Override
  public Set<Placement.Kind> placements() {
    return family().kinds();
  }

  @Override
  public CardBuffer allocate(long bytes, Placement wanted) {
    checkOpen();
    Bank bank = Placements.bank(wanted, memory.banks());
    Placement placement = kinds.complete(wanted, bank);
    MemorySegment brought = kinds.brought(placement, bytes);
    if (bytes > bank.size()) {
      throw memory.full(bank, bytes);
    }
    return place(object(bank, bytes, placement, kinds.copies(placement), brought));
  }

  /** Allocates a plain buffer. */
  @Override
  public CardBuffer allocate(long bytes, int bank) {
    return allocate(bytes, Placement.bank(bank));
  }

  @Override
  public Optional<BufferInfo> info(long address) {
    checkOpen();
    return Optional.ofNullable(around(address)).map(CardBuffer::info);
  }

  private BufferObject object(
      Bank bank, long bytes, Placement placement, Copies copies, @Nullable MemorySegment brought) {
    return new BufferObject(bank, bytes, placement, copies, brought, memory.config().strict());
  }

  private CardBuffer place(BufferObject object) {
    try {
      if (object.reachesAll()) {
        object.placeAtHost();
      }
      return memory.place(this, object);
    } catch (Throwable e) {
      object.retire();
      object.freeDeviceMemory();
      throw e;
    }
  }

  @Override
  public Buffer importShared(SharedMemory shared, int bankIndex) {
    checkOpen();
    Bank bank = Placements.bank(Placement.bank(bankIndex), memory.banks());
    if (shared.process() == ProcessHandle.current().pid()) {
      CardBuffer own = memory.shareExported(this, shared.descriptor());
      if (own != null) {
        return own;
      }
    }
    if (shared.bytes() > bank.size()) {
      throw memory.full(bank, shared.bytes());
    }
    MemoryFile file =
        MemoryFile.of(shared.process(), shared.descriptor())
            .orElseThrow(() -> notShared(shared, "is not there, or this process may not see it"));
    BufferObject object = object(bank, shared.bytes(), kinds.imported(bank), Copies.ONE, null);
    object.map(file);
    try {
      if (!file.holds(Regions.pageUp(shared.bytes()))) {
        throw notShared(shared, "is no memory of that size which was exported");
      }
      return memory.place(this, object);
    } catch (Throwable e) {
      object.freeDeviceMemory();
      throw e;
    }
  }

  private BackplaneException notShared(SharedMemory shared, String problem) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT,
            "file %d of process %d %s".formatted(shared.descriptor(), shared.process(), problem))
        .during("import")
        .on(memory.card())
        .remedy("Import while the exporter has the buffer open, with what its export() gave")
        .build();
  }

  CardBuffer slice(CardBuffer of, long offset, long bytes) {
    return memory.share(this, of.object(), offset, bytes);
  }

  SharedMemory export(CardBuffer buffer) {
    if (buffer.isPinned()) {
      throw buffer.inUse("export");
    }
    BufferObject.Exported exported = buffer.object().export();
    memory.whenUnused(exported.rest());
    return exported.name();
  }

  @Override
  public MemoryUsage usage() {
    checkOpen();
    return memory.usage();
  }

  /** {@return the smallest open buffer around a device address, or null} */
  public @Nullable CardBuffer around(long address) {
    return memory.around(this, address);
  }

  /** {@return access by address for this holder} */
  public HeldAddresses addresses() {
    return new HeldAddresses(this);
  }

  void checkOpen() {
    if (left) {
      throw gone.get();
    }
  }

  /** Ends its use: all that it made is closed. */
  public void leave() {
    left = true;
    memory.leave(this);
  }

  // The rest is called under the memory's lock.

  @Nullable CardBuffer first() {
    return first;
  }

  CardBuffer add(BufferObject object, long offset, long bytes) {
    CardBuffer handle = new CardBuffer(this, object, offset, bytes);
    object.hold();
    CardBuffer second = first;
    handle.next = second;
    if (second != null) {
      second.previous = handle;
    }
    first = handle;
    return handle;
  }

  void remove(CardBuffer handle) {
    CardBuffer before = handle.previous;
    CardBuffer behind = handle.next;
    if (before != null) {
      before.next = behind;
    } else if (first == handle) {
      first = behind;
    }
    if (behind != null) {
      behind.previous = before;
    }
    handle.previous = null;
    handle.next = null;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The smallest open buffer around a device address, or null; called under the lock. */
  @Nullable CardBuffer smallestAround(long address) {
    CardBuffer smallest = null;
    for (CardBuffer handle = first(); handle != null; handle = handle.next) {
      long inside = address - handle.address();
      if (handle.address() != Buffer.NO_ADDRESS
          && inside >= 0
          && inside < handle.size()
          && (smallest == null || handle.size() < smallest.size())) {
        smallest = handle;
      }
    }
    return smallest;
  }

  /** {@return what it has of a bank, in words; nothing if it has nothing; under the lock} */
  String usageOf(Bank bank) {
    long bytes = 0;
    int handles = 0;
    for (CardBuffer handle = first(); handle != null; handle = handle.next) {
      if (handle.bank().equals(bank)) {
        handles++;
        bytes += handle.size();
      }
    }
    return handles == 0 ? "" : "; %s has %d buffers of %d bytes".formatted(this, handles, bytes);
  }
}
