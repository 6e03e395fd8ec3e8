package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import dev.backplane.xrt.card.memory.RangeAllocator.Taken;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a card: its banks, what is free in them and what lies where. Buffers start at pages
 * and have a free page behind them, so that a kernel that leaves its buffer is caught at the first
 * byte.
 *
 * <p>One lock guards places and handles. It is held for bookkeeping only; what is called while it
 * is held takes no other.
 */
public final class BankedMemory {
  private static final long GUARD = Regions.PAGE;

  private final String card;
  private final MemoryConfig config;
  private final Consumer<Runnable> whenUnused;
  private final ReentrantLock lock = new ReentrantLock();
  private final Regions regions = new Regions();
  private final FreedMemory freed = new FreedMemory();
  private final Set<HolderMemory> holders = new LinkedHashSet<>();
  private final LentMemory lent;
  private final LongAdder toDevice = new LongAdder();
  private final LongAdder fromDevice = new LongAdder();
  private volatile Banks banks;
  private BankAllocators allocators;

  /**
   * Memory with nothing in it.
   *
   * @param card the name of the card, for messages
   * @param config what the site says of it
   * @param banks the banks there are
   * @param whenUnused is given what frees device memory, to be done when no execution that is under
   *     way then can look at it any more
   */
  public BankedMemory(
      String card, MemoryConfig config, List<Bank> banks, Consumer<Runnable> whenUnused) {
    this.card = card;
    this.config = config;
    this.whenUnused = whenUnused;
    lent = new LentMemory(card);
    this.banks = new Banks(card, List.of());
    allocators = new BankAllocators(card, List.of());
    lay(banks);
  }

  /** {@return the banks} */
  public List<Bank> banks() {
    return banks.all();
  }

  /** {@return what lies where} */
  public Regions regions() {
    return regions;
  }

  MemoryConfig config() {
    return config;
  }

  String card() {
    return card;
  }

  /** Replaces the banks. Buffers stay where they are. */
  public void lay(List<Bank> next) {
    List<BufferObject> dropped;
    lock.lock();
    try {
      if (next.equals(banks.all())) {
        return;
      }
      BankAllocators fresh = new BankAllocators(card, next);
      regions.forEach(object -> fresh.claim(object, GUARD));
      allocators = fresh;
      banks = new Banks(card, next);
      dropped = freed.clear();
    } finally {
      lock.unlock();
    }
    dropped.forEach(this::freeDevice);
  }

  /**
   * {@return device memory that was freed and is still there, on a card that is lenient; or null}
   *
   * @param address a device address
   * @param who looks there, for the warning
   */
  public @Nullable FreedBuffer remainsAt(long address, String who) {
    FreedMemory.Piece piece = freed.at(address);
    if (piece == null) {
      return null;
    }
    piece.warnOnce(card, who, address);
    return new FreedBuffer(piece.object(), piece.region());
  }

  /**
   * A buffer that was freed and whose memory is still there.
   *
   * @param object the buffer
   * @param region the memory
   */
  public record FreedBuffer(BufferObject object, BusMemory.Region region) {}

  /**
   * Begins a holder's use.
   *
   * @param name what to call the holder in messages
   * @param gone makes the error for uses after it has left
   */
  public HolderMemory open(String name, Supplier<BackplaneException> gone) {
    HolderMemory held = new HolderMemory(this, name, gone);
    lock.lock();
    try {
      holders.add(held);
    } finally {
      lock.unlock();
    }
    return held;
  }

  /** The smallest open buffer of a holder around a device address, or null. */
  @Nullable CardBuffer around(HolderMemory holder, long address) {
    lock.lock();
    try {
      return holder.smallestAround(address);
    } finally {
      lock.unlock();
    }
  }

  /** A host lends memory of its own, until the holder for it leaves. */
  void lend(HolderMemory holder, HostWindow window) {
    lock.lock();
    try {
      lent.lend(holder, window);
    } finally {
      lock.unlock();
    }
  }

  /** {@return how memory of a host is reached, if one lends it} */
  public @Nullable HostWindow window() {
    return lent.window();
  }

  /** {@return the bank of host memory in which an address lies, or null} */
  public @Nullable Bank hostBank(long address) {
    return banks.hostBank(address);
  }

  void leave(HolderMemory holder) {
    List<BufferObject> unused = new ArrayList<>();
    List<BufferObject> dropped = List.of();
    lock.lock();
    try {
      holders.remove(holder);
      lent.leave(holder);
      for (CardBuffer handle = holder.first(); handle != null; handle = handle.next) {
        if (handle.closeWithHolder() && handle.object().letGo()) {
          vacate(handle.object());
          unused.add(handle.object());
        }
      }
      if (holders.isEmpty()) {
        dropped = freed.clear();
      }
    } finally {
      lock.unlock();
    }
    unused.forEach(this::free);
    dropped.forEach(this::freeDevice);
  }

  /** Finds a place for an object and makes a handle of it. */
  CardBuffer place(HolderMemory holder, BufferObject object) {
    boolean inBank = object.copies() != Copies.HOST && !object.reachesAll();
    List<BufferObject> dropped = List.of();
    lock.lock();
    try {
      holder.checkOpen();
      if (inBank) {
        Bank bank = object.bank();
        Taken taken =
            allocators
                .of(bank)
                .allocate(object.size(), GUARD, bank.address(), bank.address() + bank.size());
        if (taken == null) {
          throw full(bank, object.size());
        }
        object.place(taken.start(), List.of(taken));
        dropped = freed.reuse(taken.start(), taken.end());
      }
      if (object.copies() != Copies.HOST) {
        regions.add(object);
      }
      return holder.add(object, 0, object.size());
    } finally {
      lock.unlock();
      dropped.forEach(this::freeDevice);
    }
  }

  /** Puts an object where somebody else chose. */
  CardBuffer place(HolderMemory holder, BufferObject object, long address) {
    List<BufferObject> dropped = List.of();
    lock.lock();
    try {
      holder.checkOpen();
      Taken taken = allocators.of(object.bank()).claim(address, address + object.size());
      if (taken == null) {
        throw BackplaneException.because(
                ErrorCode.IN_USE,
                "a part of the %d bytes at 0x%x is taken".formatted(object.size(), address))
            .during("claim")
            .on(card)
            .remedy("Release what was claimed there, close the buffer, or claim another range")
            .build();
      }
      object.place(address, List.of(taken));
      dropped = freed.reuse(address, address + object.size());
      regions.add(object);
      return holder.add(object, 0, object.size());
    } finally {
      lock.unlock();
      dropped.forEach(this::freeDevice);
    }
  }

  /** Makes one more handle of what another handle, which is open, is of. */
  CardBuffer share(HolderMemory holder, BufferObject object, long offset, long bytes) {
    lock.lock();
    try {
      holder.checkOpen();
      return holder.add(object, offset, bytes);
    } finally {
      lock.unlock();
    }
  }

  /** {@return a new handle of what this card exported under a number, or null} */
  @Nullable CardBuffer shareExported(HolderMemory holder, int descriptor) {
    lock.lock();
    try {
      holder.checkOpen();
      BufferObject found = regions.exported(descriptor);
      return found == null ? null : holder.add(found, 0, found.size());
    } finally {
      lock.unlock();
    }
  }

  /** A handle was closed. */
  void letGo(CardBuffer handle) {
    BufferObject object = handle.object();
    boolean stays;
    List<BufferObject> dropped = List.of();
    lock.lock();
    try {
      handle.owner().remove(handle);
      if (!object.letGo()) {
        return;
      }
      vacate(object);
      stays = config.lenient() && !holders.isEmpty() && object.mayRemain();
      if (stays) {
        dropped = freed.keep(object);
      }
    } finally {
      lock.unlock();
    }
    if (!stays) {
      free(object);
      return;
    }
    try {
      object.retireHost();
    } finally {
      dropped.forEach(this::freeDevice);
    }
  }

  private void vacate(BufferObject object) {
    if (object.copies() != Copies.HOST) {
      regions.remove(object);
    }
    object.taken().forEach(Taken::giveBack);
  }

  private void free(BufferObject object) {
    try {
      object.retire();
    } finally {
      // The host's copy cannot end while native code is at it; the device's can.
      if (object.hasDevice()) {
        whenUnused.accept(object::freeDeviceMemory);
      }
    }
  }

  private void freeDevice(BufferObject object) {
    if (object.hasDevice()) {
      whenUnused.accept(object::freeDeviceMemory);
    } else {
      object.freeDeviceMemory();
    }
  }

  void whenUnused(Runnable work) {
    whenUnused.accept(work);
  }

  /** {@return the bank in which all of a range lies} */
  Bank bankAround(long address, long bytes) {
    return banks.around(address, bytes);
  }

  /** The error for a buffer that a bank has no room for. */
  BackplaneException full(Bank bank, long bytes) {
    lock.lock();
    try {
      RangeAllocator.Room room = allocators.room(bank, GUARD);
      return BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "bank %s of %d bytes has no room for %d: %d are free, %d in one piece%s"
                  .formatted(
                      bank.name(), bank.size(), bytes, room.free(), room.largest(), whoHolds(bank)))
          .during("allocate")
          .on(card)
          .remedy("Close buffers, ask for less, or use another bank")
          .build();
    } finally {
      lock.unlock();
    }
  }

  private String whoHolds(Bank bank) {
    StringBuilder text = new StringBuilder();
    holders.forEach(holder -> text.append(holder.usageOf(bank)));
    return text.toString();
  }

  /** {@return how much is in use} */
  public MemoryUsage usage() {
    lock.lock();
    try {
      List<MemoryUsage.OfBank> all = new ArrayList<>();
      for (Bank bank : banks.all()) {
        long[] used = new long[2];
        regions.forEach(
            object -> {
              if (object.bank().equals(bank)) {
                used[0] += object.size();
                used[1]++;
              }
            });
        RangeAllocator.Room room = allocators.room(bank, GUARD);
        all.add(new MemoryUsage.OfBank(bank, used[0], (int) used[1], room.free(), room.largest()));
      }
      return new MemoryUsage(toDevice.sum(), fromDevice.sum(), all);
    } finally {
      lock.unlock();
    }
  }

  void movedToDevice(long bytes) {
    toDevice.add(bytes);
  }

  void movedFromDevice(long bytes) {
    fromDevice.add(bytes);
  }

  /** {@return bytes that went between hosts and the device} */
  public long moved() {
    return toDevice.sum() + fromDevice.sum();
  }
}
