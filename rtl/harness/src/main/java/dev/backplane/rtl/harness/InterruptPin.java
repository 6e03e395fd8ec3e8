package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Pin;

/** The interrupt output of a kernel. */
final class InterruptPin {
  /** Read directly by the cycle loop, as often as there are cycles. */
  final Pin pin;

  private final SimulationContext context;
  private boolean high;
  private long roseAt;
  private long count;

  InterruptPin(Pin pin, SimulationContext context) {
    this.pin = pin;
    this.context = context;
  }

  /** Notes the settled level, before the edge. */
  void sample() {
    if (pin.get() == 0) {
      high = false;
    } else if (!high) {
      high = true;
      roseAt = context.cycle + 1;
      count += context.isSilenced() ? 0 : 1;
    }
  }

  boolean isHigh() {
    return high;
  }

  /** The cycle after the one in which it rose. */
  long roseAt() {
    return roseAt;
  }

  /** {@return the number of rising edges, without those after a fault} */
  long count() {
    return count;
  }
}
