package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** An input of the kernel that is driven only when it changes, which leaves the engine at rest. */
final class Output {
  private final Pin pin;
  private long value;

  Output(Pin pin) {
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
