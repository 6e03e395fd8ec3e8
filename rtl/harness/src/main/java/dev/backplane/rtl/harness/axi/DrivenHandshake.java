package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.InterfacePins;

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

  /** A VALID or READY of an interface; driving it has no effect if the kernel does not have it. */
  static DrivenHandshake of(InterfacePins pins, String signal, MasterGroup group, int bitIndex) {
    return new DrivenHandshake(pins.pin(signal, 0), group, bitIndex);
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
