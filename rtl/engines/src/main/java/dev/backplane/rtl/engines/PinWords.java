package dev.backplane.rtl.engines;

/**
 * Reads and drives the words of several pins at once, which is faster than pin by pin. Create it
 * once and keep it, like a {@link Pin}.
 */
public interface PinWords {
  /** {@return the number of words of all the pins} */
  int count();

  /**
   * Copies the current words.
   *
   * @param into receives them, those of the first pin first, the lowest word of a pin first
   */
  void read(long[] into);

  /**
   * Drives the pins, which must be inputs.
   *
   * @param from the new words, in force from the next settle, in the order of {@link #read}; bits
   *     above a port's width are ignored
   * @param offset the index of the first one
   */
  void write(long[] from, int offset);

  /**
   * {@return whether the current words are those of an earlier time}
   *
   * @param earlier what {@link #read} copied
   */
  boolean matches(long[] earlier);
}
