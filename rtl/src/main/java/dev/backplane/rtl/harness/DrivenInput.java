package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/**
 * An input of the kernel that is written only when its value changes, so that unchanged inputs
 * cause no evaluation.
 */
final class DrivenInput {
  private final Pin pin;
  private long value;

  DrivenInput(Pin pin) {
    this.pin = pin;
    pin.set(0);
  }

  void set(long next) {
    if (next != value) {
      value = next;
      pin.set(next);
    }
  }

  boolean isSet() {
    return value != 0;
  }
}
