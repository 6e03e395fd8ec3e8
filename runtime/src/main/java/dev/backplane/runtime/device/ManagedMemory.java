package dev.backplane.runtime.device;

import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
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
    if (bytes <= 0) {
      throw origin
          .error(ErrorCode.INVALID_ARGUMENT, "a buffer cannot have " + bytes + " bytes")
          .during("allocate")
          .remedy("Ask for 1 byte or more")
          .build();
    }
    return device.adopt(origin, "allocate", () -> target.allocate(bytes, bank));
  }
}
