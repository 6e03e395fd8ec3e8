package dev.backplane.runtime.device;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Making of buffers. */
final class ManagedMemory implements Memory {
  private final Memory target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedMemory(Memory target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public List<Bank> banks() {
    return origin.ask("banks", target::banks);
  }

  @Override
  public Buffer allocate(long bytes, int bank) {
    checkSize(bytes);
    return device.adopt(origin, "allocate", () -> target.allocate(bytes, bank));
  }

  @Override
  public Buffer allocate(BufferRequest request) {
    checkSize(request.bytes());
    return device.adopt(origin, "allocate", () -> target.allocate(request));
  }

  @Override
  public Buffer wrap(MemorySegment pages, int bank) {
    return device.adopt(origin, "wrap", () -> target.wrap(pages, bank));
  }

  @Override
  public Buffer importShared(SharedMemory shared, int bank) {
    return device.adopt(origin, "import", () -> target.importShared(shared, bank));
  }

  @Override
  public MemoryUsage usage() {
    return origin.ask("usage", target::usage);
  }

  private void checkSize(long bytes) {
    if (bytes <= 0) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .during("allocate")
          .remedy("Ask for 1 byte or more")
          .build();
    }
  }
}
