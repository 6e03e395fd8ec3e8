package dev.backplane.rtl.engine;

import dev.backplane.rtl.netlist.Port;

/**
 * A port of a running design. Values of up to 64 bits are one word; wider ones are words of 64
 * bits, the lowest first. Bits above the port's width read as 0 and are dropped when written.
 *
 * <p>Looked up once and kept: access is a few instructions. Used by the engine's thread only.
 */
public interface Pin {
  /** {@return the port it stands for} */
  Port port();

  /** {@return the lowest 64 bits} */
  long get();

  /**
   * Drives an input of up to 64 bits, or the lowest word of a wider one.
   *
   * @param value the new value, in force from the next settle
   */
  void set(long value);

  /**
   * {@return word {@code index}}
   *
   * @param index 0 for the lowest 64 bits
   */
  long word(int index);

  /**
   * Drives one word of an input.
   *
   * @param index 0 for the lowest 64 bits
   * @param value the new value, in force from the next settle
   */
  void setWord(int index, long value);
}
