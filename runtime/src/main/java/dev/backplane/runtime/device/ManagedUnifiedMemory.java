package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Event;
import dev.backplane.api.Queue;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Unified memory; its commands are those of a queue. */
final class ManagedUnifiedMemory implements UnifiedMemory {
  private final UnifiedMemory target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedUnifiedMemory(UnifiedMemory target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public Set<Kind> kinds() {
    return Set.copyOf(origin.ask("kinds", target::kinds));
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
    return new ManagedUnifiedBuffer(
        device.adopt(
            origin,
            "allocate",
            "unified memory of " + bytes + " bytes",
            () -> target.allocate(kind, bytes, alignment)));
  }

  @Override
  public Optional<Pointer> info(long address) {
    return origin.ask("info", () -> target.info(address));
  }

  @Override
  public Event fill(
      Queue queue,
      UnifiedBuffer to,
      long offset,
      long bytes,
      MemorySegment pattern,
      Event... after) {
    ManagedQueue in = own(queue);
    ManagedUnifiedBuffer own = own(to);
    Queue driverQueue = in.target("fill");
    return in.command(
        "fill",
        List.of(own),
        after,
        events -> target.fill(driverQueue, own.target(), offset, bytes, pattern, events));
  }

  @Override
  public Event copy(
      Queue queue,
      UnifiedBuffer source,
      long sourceOffset,
      UnifiedBuffer to,
      long toOffset,
      long bytes,
      Event... after) {
    ManagedQueue in = own(queue);
    ManagedUnifiedBuffer first = own(source);
    ManagedUnifiedBuffer second = own(to);
    Queue driverQueue = in.target("copy");
    return in.command(
        "copy",
        List.of(first, second),
        after,
        events ->
            target.copy(
                driverQueue,
                first.target(),
                sourceOffset,
                second.target(),
                toOffset,
                bytes,
                events));
  }

  private ManagedQueue own(Queue queue) {
    if (queue instanceof ManagedQueue own && own.isOf(device)) {
      return own;
    }
    throw foreign("queue");
  }

  private ManagedUnifiedBuffer own(UnifiedBuffer memory) {
    if (memory instanceof ManagedUnifiedBuffer own && own.isOf(device)) {
      return own;
    }
    throw foreign("memory");
  }

  private BackplaneException foreign(String what) {
    return origin
        .error(ErrorCode.INVALID_ARGUMENT, "the " + what + " was not made from this device")
        .during("use unified memory")
        .remedy("Use queue and memory of one device")
        .build();
  }
}
