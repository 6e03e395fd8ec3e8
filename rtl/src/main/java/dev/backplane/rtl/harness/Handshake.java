package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** A VALID or READY that a model drives: it is in the word of the group too. */
final class Handshake {
  private final Pin pin;
  private final MasterGroup group;
  private final int place;
  private boolean high;

  Handshake(Pin pin, MasterGroup group, int place) {
    this.pin = pin;
    this.group = group;
    this.place = place;
    pin.set(0);
  }

  void set(boolean next) {
    if (next != high) {
      high = next;
      pin.set(next ? 1 : 0);
      group.flip(place);
    }
  }

  boolean isSet() {
    return high;
  }
}
