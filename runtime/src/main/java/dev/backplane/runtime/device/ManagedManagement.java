package dev.backplane.runtime.device;

import dev.backplane.api.Management;
import java.util.Map;

/** Looking after a device; a reset ends its programs. */
final class ManagedManagement implements Management {
  private final Management target;
  private final OpenDevice device;
  private final Origin origin;

  ManagedManagement(Management target, OpenDevice device, Origin origin) {
    this.target = target;
    this.device = device;
    this.origin = origin;
  }

  @Override
  public Health health() {
    return origin.ask("health", target::health);
  }

  @Override
  public Map<String, String> report() {
    return origin.ask("report", target::report);
  }

  @Override
  public void reset() {
    origin.tell("reset", target::reset);
    device.programs().endAll();
  }
}
