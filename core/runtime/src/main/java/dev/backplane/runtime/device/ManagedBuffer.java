package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import dev.backplane.api.SharedMemory;
import dev.backplane.driverkit.UseCount;
import dev.backplane.runtime.trace.TransferEvent;
import org.jspecify.annotations.Nullable;

/**
 * A buffer that knows how many runs and transfers use it, and is closed only when there are none.
 */
class ManagedBuffer extends CheckedBuffer implements Owned, UsedMemory {
  private final long size;
  private final long address;

  /** The bank that it was made in, to be compared by identity where a check is to cost nothing. */
  final Bank bank;

  /** The buffer whose memory it is part of, itself if it is not a part. */
  private final ManagedBuffer whole;

  /** The offset at which it begins in that. */
  private final long start;

  private final OwnedList.Place place = new OwnedList.Place(this);
  private final UseCount uses = new UseCount();

  ManagedBuffer(Checked from, Buffer target, Name name, @Nullable ManagedBuffer of, long offset) {
    super(
        new Handle<>(
            from.device,
            from.origin.within(new Lifetime(name, from.origin.device())),
            target,
            name));
    size = name.size;
    address = name.address;
    whole = of == null ? this : of.whole;
    start = of == null ? 0 : of.start + offset;
    bank = origin.required("allocate", target.bank());
  }

  /** The name of a buffer in messages: its size, and its address where devices have addresses. */
  record Name(long size, long address) {
    @Override
    public String toString() {
      String name = "buffer of " + size + " bytes";
      return address == NO_ADDRESS ? name : name + " at 0x" + Long.toHexString(address);
    }
  }

  /** Takes over a driver's buffer. */
  static ManagedBuffer adopt(Checked from, String operation, Buffer target) {
    return part(from, operation, target, null, 0);
  }

  private static ManagedBuffer part(
      Checked from, String operation, Buffer target, @Nullable ManagedBuffer of, long offset) {
    ManagedBuffer buffer;
    try {
      Name name = new Name(target.size(), target.address());
      buffer = from.device.forms().buffer(from, target, name, of, offset);
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
  void checkReadable(long offset, long bytes) {
    Ranges.checkInside(offset, bytes, size);
  }

  @Override
  public Buffer slice(long offset, long bytes) {
    beginUse("slice");
    try {
      checkInside("slice", offset, bytes);
      if (bytes == 0) {
        throw origin.tooSmall("slice", "bytes", bytes, 1, ErrorCode.INVALID_ARGUMENT);
      }
      Buffer part = origin.ask("slice", () -> target.slice(offset, bytes));
      return part(this, "slice", part, this, offset);
    } finally {
      endUse();
    }
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long offset, long bytes) {
    try (Arguments own = new Arguments(this, "copy")) {
      Buffer driverSource = own.take(source);
      ManagedBuffer from = (ManagedBuffer) source;
      return transfer(
          "copy",
          offset,
          bytes,
          () -> {
            Ranges.checkInside(sourceOffset, bytes, from.size);
            checkApart(from, sourceOffset, this, offset, bytes);
            var _ = target.copyFrom(driverSource, sourceOffset, offset, bytes);
          });
    }
  }

  /** Refuses to copy between ranges that are inside their buffers and overlap. */
  static void checkApart(
      ManagedBuffer source, long sourceOffset, ManagedBuffer target, long offset, long bytes) {
    if (isOneMemory(source, target)) {
      Ranges.checkApart(source.base() + sourceOffset, target.base() + offset, bytes);
    }
  }

  /** Refuses to copy between boxes that are inside their buffers and overlap. */
  static void checkApart(ManagedBuffer source, Rect from, ManagedBuffer target, Rect to) {
    if (isOneMemory(source, target)) {
      Ranges.checkApart(source.base(), from, target.base(), to);
    }
  }

  /** Tells whether bases can be compared: of parts of one buffer, and where both have addresses. */
  private static boolean isOneMemory(ManagedBuffer one, ManagedBuffer other) {
    return one.whole == other.whole
        || (one.whole.address != NO_ADDRESS
            && other.whole.address != NO_ADDRESS
            && one.bank.index() == other.bank.index());
  }

  /** {@return where it begins in its bank, or in its whole buffer if that has no address} */
  private long base() {
    return whole.address == NO_ADDRESS ? start : whole.address + start;
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
      checkInside(operation, offset, bytes);
      TransferEvent event = new TransferEvent();
      event.begin();
      origin.tell(operation, work);
      event.moved(origin.device(), operation, bytes);
      return this;
    } finally {
      endUse();
    }
  }

  private void checkInside(String operation, long offset, long bytes) {
    try {
      Ranges.checkInside(offset, bytes, size);
    } catch (BackplaneException e) {
      throw origin.failed(operation, e);
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
