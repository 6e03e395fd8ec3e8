package dev.backplane.runtime.device;

import dev.backplane.api.Program;
import java.util.UUID;

/** A program, until another image is loaded or the device is reset or closed. */
final class ManagedProgram extends ManagedKernels implements Program {
  private final Program target;

  ManagedProgram(OpenDevice device, Origin origin, Program target) {
    super(device, origin, target);
    this.target = target;
  }

  Program target() {
    return target;
  }

  void end() {
    origin().lifetime().end();
  }

  @Override
  public UUID uuid() {
    return origin().ask("uuid", target::uuid);
  }
}
