package dev.backplane.rtl.engine;

/**
 * Pins of one bit that are read together, which costs less than one by one. Looked up once and
 * kept, as a {@link Pin} is.
 */
@FunctionalInterface
public interface PinBits {
  /** {@return the pins as they are, the first one in the lowest bit} */
  long get();
}
