package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.KernelEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * The host and the injected faults of a PSL, for all power-ups of the accelerator, and its control
 * since the last power-up.
 */
final class PslEnvironment implements KernelEnvironment {
  /** Null for the memory of the harness. */
  private @Nullable PslHost host;

  private @Nullable PslFaults faults;
  private @Nullable PslControl control;

  /** Connects a host, before the first power-up. */
  void connect(PslHost with, PslFaults injected) {
    host = with;
    faults = injected;
  }

  @Nullable PslHost host() {
    return host;
  }

  @Nullable PslFaults faults() {
    return faults;
  }

  /** Sets the control since the last power-up. */
  void controlledBy(PslControl by) {
    control = by;
  }

  PslControl control() {
    if (control == null) {
      throw new IllegalStateException("The accelerator is at power-up; reset it first");
    }
    return control;
  }

  @Override
  public void clear() {
    // A power-up makes new pins, and connects them.
  }
}
