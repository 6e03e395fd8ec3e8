package dev.backplane.runtime.device;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Commands;

/** Commands in packets, which name buffers by number: one of another device is none at all. */
final class ManagedCommands extends CheckedCommands {
  ManagedCommands(Handle<Commands> handle) {
    super(handle);
  }

  @Override
  ErrorCode foreign() {
    return ErrorCode.NO_SUCH_BUFFER;
  }
}
