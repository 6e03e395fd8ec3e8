package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferInfo;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.api.SharedMemory;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A holder's handle of a buffer object, or of a part of one. */
public final class CardBuffer implements Buffer {
  private static final int CLOSED = -1;

  /** Added to the number of runs when the holder closes the buffer and leaves. */
  private static final int LEFT = Integer.MIN_VALUE;

  private static final VarHandle PINS;

  static {
    try {
      PINS = MethodHandles.lookup().findVarHandle(CardBuffer.class, "pins", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final HolderMemory owner;
  private final BufferObject object;
  private final long offset;
  private final long size;

  /** The number of runs that use it; negative if it was closed. Changed through {@link #PINS}. */
  private volatile int pins;

  // The handles of one holder are a list; guarded by the memory's lock.
  @Nullable CardBuffer previous;
  @Nullable CardBuffer next;

  CardBuffer(HolderMemory owner, BufferObject object, long offset, long size) {
    this.owner = owner;
    this.object = object;
    this.offset = offset;
    this.size = size;
  }

  /** {@return the memory it is a handle of} */
  public BufferObject object() {
    return object;
  }

  /** {@return the memory of the client that holds it} */
  public HolderMemory owner() {
    return owner;
  }

  long offset() {
    return offset;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long address() {
    return object.copies() == Copies.HOST ? NO_ADDRESS : object.address() + offset;
  }

  @Override
  public Bank bank() {
    return object.bank();
  }

  @Override
  public Placement placement() {
    return object.placement();
  }

  @Override
  public BufferInfo info() {
    Placement placement = placement();
    return new BufferInfo(size, address(), bank(), placement, owner.family().word(placement));
  }

  @Override
  public MemorySegment host() {
    checkOpen();
    if (object.copies() == Copies.DEVICE) {
      throw object.missingHost("host");
    }
    try {
      MemorySegment whole = object.host();
      return size == whole.byteSize() ? whole : whole.asSlice(offset, size);
    } catch (IllegalStateException e) {
      throw closedError(e);
    }
  }

  @Override
  public MemorySegment readable(long from, long bytes) {
    MemorySegment host = host();
    SyncWatch watch = object.watch();
    if (watch != null && object.hasDevice()) {
      watch.beforeRead(this, object.region().memory(), offset + from, bytes);
    }
    return host.asSlice(from, bytes);
  }

  /** {@return whether strict mode looks at who uses it} */
  public boolean isWatched() {
    return object.watch() != null;
  }

  /**
   * Notes that a run is about to use the device's copy. In strict mode, fails if the host's is
   * newer.
   */
  public void givenTo(String run) {
    SyncWatch watch = object.watch();
    if (watch != null) {
      try {
        watch.beforeRun(run, this, object.hasHost() ? object.host() : null);
      } catch (IllegalStateException e) {
        throw closedError(e);
      }
    }
  }

  @Override
  public Buffer sync(long from, long bytes) {
    if (isToMove("sync", bytes)) {
      move(object.hasHost(), true, offset + from, bytes);
      owner.memory().movedToDevice(bytes);
    }
    return this;
  }

  @Override
  public Buffer syncBack(long from, long bytes) {
    if (isToMove("syncBack", bytes)) {
      move(object.hasDevice(), false, offset + from, bytes);
      owner.memory().movedFromDevice(bytes);
    }
    return this;
  }

  private boolean isToMove(String operation, long bytes) {
    checkOpen();
    if (object.copies() == Copies.DEVICE) {
      throw object.missingHost(operation);
    }
    if (object.copies() != Copies.TWO) {
      // Cache maintenance: what one side wrote before is seen by the other after.
      VarHandle.fullFence();
      return false;
    }
    return bytes > 0;
  }

  /**
   * Copies between host and device. A copy that nobody has looked at is zero, and is not made for
   * that.
   */
  private void move(boolean hasSource, boolean toDevice, long at, long bytes) {
    try {
      boolean hasTarget = toDevice ? object.hasDevice() : object.hasHost();
      if (hasSource) {
        MemorySegment host = object.host();
        MemorySegment device = object.region().memory();
        MemorySegment.copy(toDevice ? host : device, at, toDevice ? device : host, at, bytes);
      } else if (hasTarget) {
        (toDevice ? object.region().memory() : object.host()).asSlice(at, bytes).fill((byte) 0);
      }
      SyncWatch watch = object.watch();
      if (watch != null) {
        watch.moved(object.host(), at, bytes);
      }
    } catch (IllegalStateException e) {
      // The segments check their life themselves; nothing is locked for a copy.
      throw closedError(e);
    }
  }

  @Override
  public Buffer slice(long from, long bytes) {
    checkOpen();
    return owner.slice(this, offset + from, bytes);
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long from, long bytes) {
    checkOpen();
    CardBuffer other = (CardBuffer) source;
    other.checkOpen();
    long target = offset + from;
    long start = other.offset + sourceOffset;
    checkOnDevice();
    other.checkOnDevice();
    try {
      if (other.object.hasDevice()) {
        MemorySegment.copy(
            other.object.region().memory(), start, object.region().memory(), target, bytes);
      } else if (object.hasDevice()) {
        object.region().memory().asSlice(target, bytes).fill((byte) 0);
      }
    } catch (IllegalStateException e) {
      throw closedError(e);
    }
    return this;
  }

  /** Fills memory from the device's copy; that it is gone is told by the segments. */
  public void readDevice(long from, MemorySegment target) {
    checkOnDevice();
    if (object.hasDevice()) {
      MemorySegment.copy(object.region().memory(), offset + from, target, 0, target.byteSize());
    } else {
      target.fill((byte) 0);
    }
    owner.memory().movedFromDevice(target.byteSize());
  }

  /** Puts memory into the device's copy; that it is gone is told by the segments. */
  public void writeDevice(long from, MemorySegment source) {
    checkOnDevice();
    MemorySegment.copy(source, 0, object.region().memory(), offset + from, source.byteSize());
    owner.memory().movedToDevice(source.byteSize());
  }

  @Override
  public SharedMemory export() {
    checkOpen();
    checkOnDevice();
    if (!object.canBeShared()) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "it is memory that the program brought")
          .during("export")
          .on(toString())
          .remedy("Make the buffer with another placement")
          .build();
    }
    return owner.export(this);
  }

  private void checkOnDevice() {
    if (object.copies() == Copies.HOST) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED, "it holds commands, the device has none of it")
          .on(toString())
          .build();
    }
  }

  @Override
  public void close() {
    if (!PINS.compareAndSet(this, 0, CLOSED)) {
      if (isClosed()) {
        return;
      }
      throw inUse("close");
    }
    owner.memory().letGo(this);
  }

  BackplaneException inUse(String operation) {
    return BackplaneException.because(ErrorCode.IN_USE, "a run in flight uses it")
        .during(operation)
        .on(toString())
        .remedy("Wait for the run, or cancel it")
        .build();
  }

  /**
   * Closes it for a holder who leaves. What runs of others use stays where it is until they end.
   *
   * @return whether nothing uses it, so that the caller lets go of the memory
   */
  boolean closeWithHolder() {
    int now = pins;
    while (now >= 0 && !PINS.compareAndSet(this, now, now == 0 ? CLOSED : LEFT + now)) {
      now = pins;
    }
    return now == 0;
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return pins < 0;
  }

  boolean isPinned() {
    return pins > 0;
  }

  /** Notes that a run uses it; it cannot be closed until {@link #unpin}. */
  public void pin() {
    int now = pins;
    while (now >= 0) {
      if (PINS.compareAndSet(this, now, now + 1)) {
        return;
      }
      now = pins;
    }
    throw closedError(null);
  }

  /** A run uses it no more. */
  public void unpin() {
    if ((int) PINS.getAndAdd(this, -1) == LEFT + 1) {
      owner.memory().letGo(this);
    }
  }

  private void checkOpen() {
    if (isClosed()) {
      throw closedError(null);
    }
  }

  private BackplaneException closedError(@Nullable Throwable cause) {
    return BackplaneException.because(ErrorCode.CLOSED, "it was closed")
        .on(toString())
        .causedBy(cause)
        .build();
  }

  @Override
  public String toString() {
    return object.copies() == Copies.HOST
        ? "command buffer of %d bytes".formatted(size)
        : "buffer of %d bytes at 0x%x (%s)".formatted(size, address(), bank().name());
  }
}
