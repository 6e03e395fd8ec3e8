package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.driverkit.BufferChecks;
import dev.backplane.driverkit.NativeHandle;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Unified memory of the table. */
final class PiUnifiedBuffer implements UnifiedBuffer, MadeFrom {
  private final PiContext context;
  private final UnifiedMemory.Kind kind;
  private final long size;
  private final NativeHandle handle;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;

  @SuppressWarnings("restricted") // The plugin says where it is; the arena ends with it.
  PiUnifiedBuffer(PiContext context, UnifiedMemory.Kind kind, long address, long size) {
    this.context = context;
    this.kind = kind;
    this.size = size;
    handle =
        new NativeHandle(
            "the unified memory",
            address,
            () ->
                context.results.check(
                    context.pi.usmFree(context.handle, address), "free unified memory"));
    segment = RawMemory.at(address, size).reinterpret(arena, null);
  }

  @Override
  public boolean isOf(PiContext other) {
    return context == other;
  }

  NativeHandle handle() {
    return handle;
  }

  @Override
  public UnifiedMemory.Kind kind() {
    return kind;
  }

  @Override
  public long address() {
    return handle.open("address");
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public MemorySegment segment() {
    if (kind == UnifiedMemory.Kind.DEVICE) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the memory is the device's: the host only knows its address")
          .during("segment")
          .remedy("Copy to memory of the host, or allocate memory of another kind")
          .build();
    }
    return segment;
  }

  void check(String operation, long offset, long bytes) {
    BufferChecks.checkInside(operation, this, offset, bytes, size);
  }

  @Override
  public void close() {
    if (handle.close()) {
      arena.close();
    }
  }

  @Override
  public String toString() {
    return "unified memory of " + size + " bytes";
  }
}
