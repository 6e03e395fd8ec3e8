package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** A VALID or READY that a model drives, on its pin and in the handshake word of the group. */
final class DrivenHandshake {
  private final Pin pin;
  private final MasterGroup group;
  private final int bitIndex;
  private boolean high;

  DrivenHandshake(Pin pin, MasterGroup group, int bitIndex) {
    this.pin = pin;
    this.group = group;
    this.bitIndex = bitIndex;
    pin.set(0);
  }

  void set(boolean next) {
    if (next != high) {
      high = next;
      pin.set(next ? 1 : 0);
      group.toggleDriven(bitIndex);
    }
  }

  boolean isSet() {
    return high;
  }
}
