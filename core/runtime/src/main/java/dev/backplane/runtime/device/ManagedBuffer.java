package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.SharedMemory;
import dev.backplane.driverkit.UseCount;
import dev.backplane.runtime.trace.TransferEvent;

/**
 * A buffer that knows how many runs and transfers use it, and is closed only when there are none.
 */
final class ManagedBuffer extends CheckedBuffer implements Owned, UsedMemory {
  private final long size;
  private final long address;
  private final Bank bank;
  private final OwnedList.Place place = new OwnedList.Place(this);
  private final UseCount uses = new UseCount();

  private ManagedBuffer(Checked from, Buffer target, Name name) {
    super(
        new Handle<>(
            from.device,
            from.origin.within(new Lifetime(name, from.origin.device())),
            target,
            name));
    size = name.size;
    address = name.address;
    bank = origin.required("allocate", target.bank());
  }

  /** The name of a buffer in messages: its size, and its address where devices have addresses. */
  private record Name(long size, long address) {
    @Override
    public String toString() {
      String name = "buffer of " + size + " bytes";
      return address == NO_ADDRESS ? name : name + " at 0x" + Long.toHexString(address);
    }
  }

  /** Takes over a driver's buffer. */
  static ManagedBuffer adopt(Checked from, String operation, Buffer target) {
    ManagedBuffer buffer;
    try {
      buffer = new ManagedBuffer(from, target, new Name(target.size(), target.address()));
    } catch (Throwable e) {
      throw from.origin.failed(operation, e);
    }
    from.device.keep(from.origin, operation, buffer);
    return buffer;
  }

  @Override
  public OwnedList.Place place() {
    return place;
  }

  @Override
  public long size() {
    lifetime.check("size");
    return size;
  }

  @Override
  public long address() {
    lifetime.check("address");
    return address;
  }

  @Override
  public Bank bank() {
    lifetime.check("bank");
    return bank;
  }

  @Override
  public Buffer slice(long offset, long bytes) {
    beginUse("slice");
    try {
      return adopt(this, "slice", origin.ask("slice", () -> target.slice(offset, bytes)));
    } finally {
      endUse();
    }
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    try (Arguments own = new Arguments(this, "copy")) {
      Buffer driverSource = own.take(source);
      return transfer(
          "copy", offset, bytes, () -> target.copyFrom(driverSource, sourceOffset, offset, bytes));
    }
  }

  @Override
  public SharedMemory export() {
    beginUse("export");
    try {
      return origin.ask("export", target::export);
    } finally {
      endUse();
    }
  }

  @Override
  public Buffer sync(long offset, long bytes) {
    return transfer("sync", offset, bytes, () -> target.sync(offset, bytes));
  }

  @Override
  public Buffer syncBack(long offset, long bytes) {
    return transfer("syncBack", offset, bytes, () -> target.syncBack(offset, bytes));
  }

  private Buffer transfer(String operation, long offset, long bytes, Runnable work) {
    beginUse(operation);
    try {
      if (offset < 0 || bytes < 0 || offset > size - bytes) {
        throw origin
            .error(
                ErrorCode.OUT_OF_RANGE,
                bytes + " bytes at " + offset + " are not inside a buffer of " + size)
            .during(operation)
            .remedy("Stay inside the buffer")
            .build();
      }
      TransferEvent event = new TransferEvent();
      event.begin();
      origin.tell(operation, work);
      event.moved(origin.device(), operation, bytes);
      return this;
    } finally {
      endUse();
    }
  }

  /** Notes a use; it is not closed until {@link #endUse}. */
  @Override
  public void beginUse(String operation) {
    lifetime.check(operation);
    if (!uses.begin()) {
      throw lifetime.closed(operation);
    }
  }

  @Override
  public void endUse() {
    var _ = uses.end();
  }

  @Override
  public void close() {
    if (lifetime.isOver()) {
      return;
    }
    if (!uses.closeIfUnused()) {
      // Runs that ended and that nobody has looked at since.
      device.runs().settleEnded();
      if (!uses.closeIfUnused()) {
        if (uses.isClosed()) {
          return;
        }
        throw inUse();
      }
    }
    end();
    boolean inUse = false;
    try {
      target.close();
    } catch (Throwable e) {
      inUse = e instanceof BackplaneException coded && coded.code() == ErrorCode.IN_USE;
      throw origin.failedToClose("close buffer", e);
    } finally {
      if (inUse) {
        // The driver knows of a use that we do not: the buffer lives on.
        lifetime.reopen();
        uses.reopen();
      } else {
        device.disown(this);
      }
    }
  }

  @Override
  public void end() {
    lifetime.end();
  }

  @Override
  public String instance() {
    return origin.instance();
  }

  /** Closes it with its device, whatever uses it. */
  @Override
  public void closeWithDevice() {
    if (uses.close() != UseCount.Closing.CLOSED_BEFORE) {
      target.close();
    }
  }

  private BackplaneException inUse() {
    return origin
        .error(ErrorCode.IN_USE, this + " is used by " + device.runs().users(this))
        .during("close buffer")
        .remedy("Wait for the run or cancel it, or close the call, then close the buffer")
        .build();
  }
}
