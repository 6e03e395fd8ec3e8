package dev.backplane.runtime.device;

import dev.backplane.api.DeviceMemory;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.SharedMemory;
import java.lang.foreign.MemorySegment;

/** Access by device address: the driver checks addresses, here is checked what is the API's. */
final class ManagedDeviceMemory implements DeviceMemory {
  private final DeviceMemory target;
  private final Lifetime lifetime;
  private final Origin origin;

  ManagedDeviceMemory(DeviceMemory target, Origin origin) {
    this.target = target;
    this.origin = origin;
    lifetime = origin.lifetime();
  }

  @Override
  public void claim(long address, long bytes) {
    if (bytes <= 0) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a range cannot have " + bytes + " bytes")
          .during("claim")
          .remedy("Ask for 1 byte or more")
          .build();
    }
    origin.tell("claim", () -> target.claim(address, bytes));
  }

  @Override
  public SharedMemory share(long address) {
    return origin.ask("share", () -> target.share(address));
  }

  @Override
  public void lend(HostWindow window) {
    origin.tell("lend", () -> target.lend(window));
  }

  @Override
  public void release(long address) {
    origin.tell("release", () -> target.release(address));
  }

  @Override
  public void write(long address, MemorySegment from) {
    lifetime.check("write");
    try {
      target.write(address, from);
    } catch (Throwable e) {
      throw origin.failed("write", e);
    }
  }

  @Override
  public void read(long address, MemorySegment to) {
    lifetime.check("read");
    try {
      target.read(address, to);
    } catch (Throwable e) {
      throw origin.failed("read", e);
    }
  }
}
