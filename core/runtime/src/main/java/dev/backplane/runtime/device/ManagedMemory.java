package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.MemoryMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Memory of a device that makes buffers of kinds that it offers, over memory that does for them.
 */
final class ManagedMemory extends CheckedMemory {
  private static final long PAGE = 4096;

  ManagedMemory(Handle<Memory> handle) {
    super(handle);
  }

  @Override
  void checkAllocate(long bytes, Placement placement) {
    Set<Placement.Kind> kinds = target.placements();
    if (!kinds.contains(placement.kind())) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device has no %s buffers, only %s"
                  .formatted(placement.kind(), kinds.stream().sorted().toList()))
          .remedy("Use a placement that the device offers, see Memory.placements()")
          .build();
    }
    MemorySegment pages = placement.memory();
    if (pages != null) {
      checkPages(pages, bytes);
    }
  }

  private static void checkPages(MemorySegment pages, long bytes) {
    if (!pages.isNative()) {
      throw unfit("it lies in the heap of the JVM", "Allocate it from an Arena");
    }
    if (pages.address() % PAGE != 0) {
      throw unfit(
          "its address 0x%x is no multiple of %d".formatted(pages.address(), PAGE),
          "Allocate it with that alignment");
    }
    if (pages.byteSize() != bytes) {
      throw unfit(
          "it has %d bytes, the buffer %d".formatted(pages.byteSize(), bytes),
          "Give the buffer the size of the memory");
    }
    if (!Ranges.isForAll(pages)) {
      throw unfit("it is for one thread only", "Allocate it from a shared or automatic Arena");
    }
    // Of memory that Java has not allocated, nobody has checked that it is there.
    if (pages.scope().equals(Arena.global().scope())) {
      MemoryMap.now()
          .whyNot(pages.address(), pages.byteSize(), !pages.isReadOnly())
          .ifPresent(
              problem -> {
                throw unfit(problem, "Map it before, and keep it until the buffer is closed");
              });
    }
  }

  private static BackplaneException unfit(String problem, String remedy) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "the memory does not do for a buffer: " + problem)
        .remedy(remedy)
        .build();
  }
}
