package dev.backplane.pi.table.device;

import dev.backplane.api.Placement;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory behind buffers: the device's, and what the host has of it. It is given back when the last
 * buffer and the last command have let go.
 */
final class Backing {
  private static final long PAGE = 4096;
  private static final long READ_WRITE = 0x1;

  private final NativeHandle memory;
  private final long size;
  private final MemorySegment host;

  private Backing(NativeHandle memory, long size, MemorySegment host) {
    this.memory = memory;
    this.size = size;
    this.host = host;
  }

  /** Memory that the host has no copy of, its content undefined. */
  static Backing ofDevice(PiContext context, long bytes, Runnable givenBack) {
    long mem =
        context.make(
            "allocate",
            bytes + " bytes",
            out -> context.pi.memBufferCreate(context.handle, READ_WRITE, bytes, 0, out, 0));
    return new Backing(
        released(context, mem, Arena.ofShared(), givenBack), bytes, MemorySegment.NULL);
  }

  /** Zeros. */
  static Backing of(PiContext context, long bytes, Kind kind, Runnable givenBack) {
    Arena arena = Arena.ofShared();
    boolean made = false;
    try {
      MemorySegment host = arena.allocate(bytes, PAGE);
      long mem =
          context.make(
              "allocate",
              bytes + " bytes",
              out ->
                  context.pi.memBufferCreate(
                      context.handle, kind.flags, bytes, host.address(), out, 0));
      made = true;
      return new Backing(released(context, mem, arena, givenBack), bytes, host);
    } finally {
      if (!made) {
        arena.close();
      }
    }
  }

  /** {@return a memory object that goes together with the host's memory} */
  private static NativeHandle released(
      PiContext context, long mem, Arena arena, Runnable givenBack) {
    return new NativeHandle(
        "the buffer",
        mem,
        () -> {
          context.pi.memRelease(mem);
          arena.close();
          givenBack.run();
        });
  }

  /** Memory at one address for host and device, its content undefined. */
  static Backing shared(PiContext context, Placement.Kind kind, long bytes, Runnable givenBack) {
    long address =
        context.make(
            "allocate",
            bytes + " bytes",
            out ->
                switch (kind) {
                  case SHARED_HOST -> context.pi.usmHostAlloc(out, context.handle, 0, bytes, 0);
                  case SHARED_DEVICE ->
                      context.pi.usmDeviceAlloc(out, context.handle, context.device, 0, bytes, 0);
                  default ->
                      context.pi.usmSharedAlloc(out, context.handle, context.device, 0, bytes, 0);
                });
    NativeHandle handle =
        new NativeHandle(
            "the buffer",
            address,
            () -> {
              context.results.check(context.pi.usmFree(context.handle, address), "free");
              givenBack.run();
            });
    return new Backing(handle, bytes, RawMemory.at(address, bytes));
  }

  /** The relation between the host's memory and the device's. */
  enum Kind {
    /** Two copies. */
    TWO_COPIES(0x1 | 0x20),
    /** The host's memory, which the device uses. */
    OF_HOST(0x1 | 0x8);

    /** PI_MEM_FLAGS_ACCESS_RW with either a copy of the host's memory or that itself. */
    private final long flags;

    Kind(long flags) {
      this.flags = flags;
    }
  }

  /** Memory that somebody else made. */
  static Backing imported(PiContext context, long mem, long size, Runnable givenBack) {
    Arena arena = Arena.ofShared();
    return new Backing(released(context, mem, arena, givenBack), size, arena.allocate(size, PAGE));
  }

  NativeHandle memory() {
    return memory;
  }

  long size() {
    return size;
  }

  /** A part of the host's memory that dies with an arena; what it shows lives on with this. */
  @SuppressWarnings("restricted") // The memory outlives the arena: buffers hold the backing.
  MemorySegment view(long offset, long bytes, Arena life) {
    if (host.address() == 0) {
      return host;
    }
    return RawMemory.at(host.address() + offset, bytes).reinterpret(life, null);
  }
}
