package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinBits;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Reads one-bit pins that are bytes of a verilated model. */
final class NativeBits implements PinBits {
  private final List<NativePin> pins;
  private final long[] addresses;

  NativeBits(List<Pin> pins) {
    this.pins = pins.stream().map(NativePin.class::cast).toList();
    addresses = this.pins.stream().mapToLong(pin -> pin.address).toArray();
  }

  /** Detaches the pins from memory that is freed. */
  void disconnect() {
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = pins.get(i).address;
    }
  }

  @Override
  public long get() {
    long bits = 0;
    // No shift waits for the one before.
    for (int i = 0; i < addresses.length; i++) {
      bits |= (long) NativePin.MEMORY.get(ValueLayout.JAVA_BYTE, addresses[i]) << i;
    }
    return bits;
  }
}
