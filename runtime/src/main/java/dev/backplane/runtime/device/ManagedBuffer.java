package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferInfo;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.SharedMemory;
import dev.backplane.driverkit.UseCount;
import dev.backplane.runtime.trace.TransferEvent;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * A buffer that knows how many runs and transfers use it, and is closed only when there are none.
 */
final class ManagedBuffer implements Buffer, Owned, UsedMemory {
  private final OpenDevice device;
  private final Origin origin;
  private final Buffer target;
  private final long size;
  private final long address;
  private final Bank bank;
  private final long number;
  private final UseCount uses = new UseCount();

  ManagedBuffer(OpenDevice device, Origin origin, Buffer target, long number) {
    this.device = device;
    this.origin = origin;
    this.target = target;
    this.number = number;
    size = target.size();
    address = target.address();
    bank = origin.required("allocate", target.bank());
  }

  @Override
  public long number() {
    return number;
  }

  boolean isOf(OpenDevice other) {
    return device == other;
  }

  Buffer target() {
    return target;
  }

  @Override
  public long size() {
    check("size");
    return size;
  }

  @Override
  public long address() {
    check("address");
    return address;
  }

  @Override
  public Bank bank() {
    check("bank");
    return bank;
  }

  @Override
  public MemorySegment host() {
    check("host");
    return origin.ask("host", target::host);
  }

  @Override
  public Set<BufferFlag> flags() {
    check("flags");
    return origin.ask("flags", target::flags);
  }

  @Override
  public BufferInfo info() {
    check("info");
    return origin.ask("info", target::info);
  }

  @Override
  public MemorySegment readable(long offset, long bytes) {
    check("read");
    return origin.ask("read", () -> target.readable(offset, bytes));
  }

  @Override
  public Buffer slice(long offset, long bytes) {
    use("slice");
    try {
      return device.adopt(origin, "slice", () -> target.slice(offset, bytes));
    } finally {
      release();
    }
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    if (!(source instanceof ManagedBuffer other) || !other.isOf(device)) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "the source was not made from this device")
          .during("copy")
          .remedy("Import it from the other device, or copy through the host")
          .build();
    }
    other.use("copy");
    try {
      return transfer(
          "copy", offset, bytes, () -> target.copyFrom(other.target, sourceOffset, offset, bytes));
    } finally {
      other.release();
    }
  }

  @Override
  public SharedMemory export() {
    use("export");
    try {
      return origin.ask("export", target::export);
    } finally {
      release();
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
    use(operation);
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
      release();
    }
  }

  /** Notes a use; it is not closed until {@link #release}. */
  @Override
  public void use(String operation) {
    if (!uses.begin()) {
      throw closed(operation);
    }
  }

  @Override
  public void release() {
    var _ = uses.end();
  }

  @Override
  public void close() {
    if (!uses.closeIfUnused()) {
      // Runs that ended and that nobody has looked at since.
      device.runs().settleEnded();
      if (!uses.closeIfUnused()) {
        throw uses.isClosed() ? closed("close buffer") : inUse();
      }
    }
    try {
      target.close();
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.IN_USE) {
        // The driver knows of a use that we do not: the buffer lives on.
        uses.reopen();
        throw origin.failed("close buffer", e);
      }
      device.disown(this);
      throw origin.failed("close buffer", e);
    } catch (Throwable e) {
      device.disown(this);
      throw origin.failed("close buffer", e);
    }
    device.disown(this);
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

  private void check(String operation) {
    if (uses.isClosed()) {
      throw closed(operation);
    }
  }

  private BackplaneException closed(String operation) {
    return origin
        .error(ErrorCode.CLOSED, name() + " was closed")
        .during(operation)
        .remedy("Close buffers after their last use")
        .build();
  }

  private BackplaneException inUse() {
    return origin
        .error(ErrorCode.IN_USE, name() + " is used by " + device.runs().users(this))
        .during("close buffer")
        .remedy("Wait for the run or cancel it, then close the buffer")
        .build();
  }

  /** By its address, or by its size where devices do not tell addresses. */
  private String name() {
    return address == NO_ADDRESS
        ? "the buffer of " + size + " bytes"
        : "the buffer at 0x" + Long.toHexString(address);
  }

  @Override
  public String toString() {
    return "buffer of "
        + size
        + " bytes"
        + (address == NO_ADDRESS ? "" : " at 0x" + Long.toHexString(address));
  }
}
