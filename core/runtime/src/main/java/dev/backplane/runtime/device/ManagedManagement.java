package dev.backplane.runtime.device;

import dev.backplane.api.Management;

/** Looking after a device; a reset ends its programs. */
final class ManagedManagement extends CheckedManagement {
  ManagedManagement(Handle<Management> handle) {
    super(handle);
  }

  @Override
  public void reset() {
    origin.tell("reset", target::reset);
    device.programs().endAll();
  }
}
