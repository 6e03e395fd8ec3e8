package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.UnifiedBuffer;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.driverkit.UseCount;
import java.lang.foreign.MemorySegment;

/** Unified memory that is freed only while nothing uses it. */
final class ManagedUnifiedBuffer implements UnifiedBuffer, UsedMemory {
  private final Handle<UnifiedBuffer> handle;
  private final UseCount uses = new UseCount();

  ManagedUnifiedBuffer(Handle<UnifiedBuffer> handle) {
    this.handle = handle;
  }

  boolean isOf(OpenDevice device) {
    return handle.device() == device;
  }

  UnifiedBuffer target() {
    return handle.target();
  }

  @Override
  public void use(String operation) {
    handle.lifetime().check(operation);
    if (!uses.begin()) {
      throw handle.lifetime().closed(operation);
    }
  }

  @Override
  public void release() {
    var _ = uses.end();
  }

  @Override
  public UnifiedMemory.Kind kind() {
    return handle.origin().ask("kind", () -> handle.target().kind());
  }

  @Override
  public long address() {
    return handle.origin().ask("address", () -> handle.target().address());
  }

  @Override
  public long size() {
    return handle.origin().ask("size", () -> handle.target().size());
  }

  @Override
  public MemorySegment segment() {
    return handle.origin().ask("segment", () -> handle.target().segment());
  }

  @Override
  public void close() {
    handle.lifetime().check("close");
    if (!uses.closeIfUnused()) {
      // Commands that ended and that nobody has looked at since.
      handle.device().runs().settleEnded();
      if (!uses.closeIfUnused()) {
        throw handle
            .origin()
            .error(ErrorCode.IN_USE, this + " is used by " + handle.device().runs().users(this))
            .during("close")
            .remedy("Wait for the command, or close the launch, then close the memory")
            .build();
      }
    }
    handle.close();
  }

  @Override
  public String toString() {
    return handle.toString();
  }
}
