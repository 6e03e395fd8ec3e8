package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A buffer, or a part of one: a memory object and the host's copy of it, or memory at one address
 * for both, whose handle is that address.
 */
final class PiBuffer implements Buffer, MadeFrom {
  private static final int BUFFER_CREATE_TYPE_REGION = 0x1220;
  private static final long ACCESS_RW = 0x1;

  private final PiMemory owner;
  private final PiContext context;
  private final Backing backing;
  private final NativeHandle handle;

  // What the handle and the placement say, one load away: arguments are set with them.
  private final long value;
  private final boolean shared;

  private final long offset;
  private final long size;
  private final Placement placement;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment host;

  /**
   * A buffer of memory that it holds from now on.
   *
   * @param part the memory object of the part, with its release; null for all of it
   */
  PiBuffer(
      PiMemory owner,
      PiContext context,
      Backing backing,
      @Nullable NativeHandle part,
      long offset,
      long size,
      Placement placement) {
    this.owner = owner;
    this.context = context;
    this.backing = backing;
    this.offset = offset;
    this.size = size;
    this.placement = placement;
    handle = part == null ? backing.memory() : part;
    host = backing.view(offset, size, arena);
    value = handle.value();
    shared = placement.kind().isShared();
  }

  @Override
  public boolean isOf(PiContext other) {
    return context == other;
  }

  /** Gives its handle for a call during which nobody closes it. */
  long open(String operation) {
    var _ = handle.open(operation);
    return value;
  }

  NativeHandle handle() {
    return handle;
  }

  Backing backing() {
    return backing;
  }

  /** Tells whether a segment is of its own host copy. */
  boolean owns(MemorySegment segment) {
    return !isShared() && segment.scope().equals(arena.scope());
  }

  /** Tells whether host and device have one address for it. */
  boolean isShared() {
    return shared;
  }

  /**
   * Adds to the host side of a command a hold of this buffer until the end, if it is shared memory:
   * unlike a memory object, that is gone as soon as it is freed.
   */
  @Nullable HostSide during(String operation, @Nullable HostSide host) {
    if (!isShared()) {
      return host;
    }
    HostSide held = new HostSide(handle.begin(operation), handle::end, handle::end);
    return host == null ? held : held.and(host);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long address() {
    return isShared() ? handle.open("address") : NO_ADDRESS;
  }

  @Override
  public Bank bank() {
    return owner.bank();
  }

  @Override
  public MemorySegment host() {
    checkForHost("host");
    return host;
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public Buffer slice(long from, long bytes) {
    checkOpen("slice");
    long begin = offset + from;
    if (!isShared() && begin % context.alignment != 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "a part cannot begin at "
                  + begin
                  + ": the device wants multiples of "
                  + context.alignment)
          .during("slice")
          .remedy("Let parts begin at multiples of " + context.alignment + " bytes")
          .build();
    }
    long whole = backing.memory().hold("slice");
    boolean sliced = false;
    try {
      NativeHandle own = isShared() ? sharedPart(whole + begin) : part(whole, begin, bytes);
      sliced = true;
      return new PiBuffer(owner, context, backing, own, begin, bytes, placement);
    } finally {
      if (!sliced) {
        backing.memory().end();
      }
    }
  }

  private NativeHandle sharedPart(long address) {
    return new NativeHandle("the part of a buffer", address, backing.memory()::end);
  }

  private NativeHandle part(long whole, long begin, long bytes) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment region = frame.allocate(2 * Long.BYTES, Long.BYTES);
      region.setAtIndex(ValueLayout.JAVA_LONG, 0, begin);
      region.setAtIndex(ValueLayout.JAVA_LONG, 1, bytes);
      long part =
          context.make(
              "slice",
              bytes + " bytes at " + begin,
              out ->
                  context.pi.memBufferPartition(
                      whole, ACCESS_RW, BUFFER_CREATE_TYPE_REGION, region.address(), out));
      return new NativeHandle(
          "the part of a buffer",
          part,
          () -> {
            context.pi.memRelease(part);
            backing.memory().end();
          });
    }
  }

  @Override
  public Buffer copyFrom(Buffer source, long sourceOffset, long at, long bytes) {
    PiBuffer other = (PiBuffer) source;
    other.checkOpen("copy");
    checkOpen("copy");
    if (bytes > 0) {
      owner.await(this, owner.transfers().copy(other, sourceOffset, this, at, bytes));
    }
    return this;
  }

  @Override
  public Buffer sync(long at, long bytes) {
    checkOpen("sync");
    if (bytes > 0 && hasTwoCopies("sync")) {
      owner.await(this, owner.transfers().write(this, at, host.asSlice(at, bytes)));
      owner.countToDevice(bytes);
    }
    return this;
  }

  @Override
  public Buffer syncBack(long at, long bytes) {
    checkOpen("syncBack");
    if (bytes > 0 && hasTwoCopies("syncBack")) {
      owner.await(this, owner.transfers().read(this, at, host.asSlice(at, bytes)));
      owner.countFromDevice(bytes);
    }
    return this;
  }

  private boolean hasTwoCopies(String operation) {
    checkForHost(operation);
    return placement.needsSync();
  }

  private void checkForHost(String operation) {
    if (!placement.kind().isForHost()) {
      throw BackplaneException.because(ErrorCode.NOT_SUPPORTED, "the buffer is for the device only")
          .during(operation)
          .remedy("Copy from or to another buffer, or use another placement than " + placement)
          .build();
    }
  }

  void checkOpen(String operation) {
    if (handle.isClosed()) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the buffer was closed")
          .during(operation)
          .build();
    }
  }

  @Override
  public void close() {
    if (handle.close()) {
      arena.close();
    }
  }

  @Override
  public String toString() {
    return "buffer of " + size + " bytes";
  }
}
