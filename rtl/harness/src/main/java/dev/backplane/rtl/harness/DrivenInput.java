package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Pin;

/**
 * An input of the kernel that is written only when its value changes, so that unchanged inputs
 * cause no evaluation.
 */
public final class DrivenInput {
  private final Pin pin;
  private long value;

  /**
   * Drives 0.
   *
   * @param pin the pin, of up to 64 bits
   */
  public DrivenInput(Pin pin) {
    this.pin = pin;
    pin.set(0);
  }

  /**
   * Drives a value.
   *
   * @param next its bits
   */
  public void set(long next) {
    if (next != value) {
      value = next;
      pin.set(next);
    }
  }

  /** {@return whether the value is not 0} */
  public boolean isSet() {
    return value != 0;
  }
}
