package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.api.SharedMemory;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The card's memory by address, for one holder. What is claimed is a buffer whose handle stays
 * here: compute units and messages find it as any other.
 */
public final class HeldAddresses implements DeviceMemory {
  private final HolderMemory holder;
  private final BankedMemory memory;
  private final ConcurrentMap<Long, CardBuffer> claimed = new ConcurrentHashMap<>();

  HeldAddresses(HolderMemory holder) {
    this.holder = holder;
    memory = holder.memory();
  }

  @Override
  public void claim(long address, long bytes) {
    holder.checkOpen();
    Bank bank = memory.bankAround(address, bytes);
    claimed.put(
        address,
        memory.place(
            holder,
            new BufferObject(bank, bytes, Placement.of(bank), Copies.DEVICE, null, false),
            address));
  }

  @Override
  public SharedMemory share(long address) {
    holder.checkOpen();
    return holder.export(claimed("share", address));
  }

  @Override
  public void lend(HostWindow window) {
    holder.checkOpen();
    memory.lend(holder, window);
  }

  @Override
  public void release(long address) {
    CardBuffer handle = claimed("release", address);
    handle.close();
    claimed.remove(address, handle);
  }

  private CardBuffer claimed(String operation, long address) {
    CardBuffer handle = claimed.get(address);
    if (handle == null) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE, "nothing was claimed at 0x%x".formatted(address))
          .during(operation)
          .on(memory.card())
          .remedy("Name a range by the address where it begins, until it is released")
          .build();
    }
    return handle;
  }

  @Override
  public void write(long address, MemorySegment from) {
    try {
      there("write", address, from.byteSize()).copyFrom(from);
    } catch (IllegalStateException e) {
      // Freed while it was looked up: the segments check their life themselves.
      throw fault("write", address, from.byteSize(), e);
    }
  }

  @Override
  public void read(long address, MemorySegment to) {
    try {
      to.copyFrom(there("read", address, to.byteSize()));
    } catch (IllegalStateException e) {
      throw fault("read", address, to.byteSize(), e);
    }
  }

  private MemorySegment there(String operation, long address, long bytes) {
    holder.checkOpen();
    BufferObject object = memory.regions().at(address);
    long inside = object == null ? 0 : address - object.address();
    if (object == null) {
      BankedMemory.FreedBuffer remains = memory.remainsAt(address, "the host");
      long offset = remains == null ? 0 : address - remains.region().base();
      if (remains != null && offset <= remains.region().memory().byteSize() - bytes) {
        return remains.region().memory().asSlice(offset, bytes);
      }
    }
    if (object == null || inside > object.size() - bytes) {
      throw fault(operation, address, bytes, null);
    }
    return object.region().memory().asSlice(inside, bytes);
  }

  private BackplaneException fault(
      String operation, long address, long bytes, @Nullable Throwable cause) {
    BufferObject object = memory.regions().at(address);
    boolean freed = object == null && memory.regions().freedAt(address).isPresent();
    return BackplaneException.because(
            ErrorCode.ADDRESS_FAULT,
            "no memory at 0x%x for %d bytes%s"
                .formatted(
                    address,
                    bytes,
                    object == null
                        ? memory
                            .regions()
                            .freedAt(address)
                            .map(was -> ": it is in " + was)
                            .orElse("")
                        : ": a " + object + " ends before"))
        .during(operation)
        .on(memory.card())
        .remedy(
            freed
                ? "Free a buffer when it is not used any more; or set \"lenient_memory\" for the"
                    + " card, and what was freed stays until its addresses are given again"
                : "Claim the range, or make a buffer and use its address")
        .causedBy(cause)
        .build();
  }
}
