package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;

/** Unified memory, aligned as it can be. */
final class ManagedUnifiedMemory extends CheckedUnifiedMemory {
  ManagedUnifiedMemory(Handle<UnifiedMemory> handle) {
    super(handle);
  }

  @Override
  public UnifiedBuffer allocate(Kind kind, long bytes, int alignment) {
    if (bytes <= 0 || alignment < 0 || Integer.bitCount(alignment) > 1) {
      throw origin
          .error(
              ErrorCode.INVALID_ARGUMENT,
              "memory cannot have %d bytes aligned to %d".formatted(bytes, alignment))
          .during("allocate")
          .remedy("Ask for 1 byte or more, aligned to a power of 2, or to 0 for what suits all")
          .build();
    }
    UnifiedBuffer memory = origin.ask("allocate", () -> target.allocate(kind, bytes, alignment));
    return new ManagedUnifiedBuffer(
        device.adopt(origin, "allocate", "unified memory of " + bytes + " bytes", memory));
  }
}
