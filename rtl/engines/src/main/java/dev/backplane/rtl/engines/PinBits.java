package dev.backplane.rtl.engines;

/**
 * Reads several one-bit pins at once, which is faster than one by one. Create it once and keep it,
 * like a {@link Pin}.
 */
@FunctionalInterface
public interface PinBits {
  /** {@return the current values of the pins, the first one in the lowest bit} */
  long get();
}
