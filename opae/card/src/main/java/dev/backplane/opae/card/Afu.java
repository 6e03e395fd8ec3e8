package dev.backplane.opae.card;

import java.util.UUID;

/**
 * An accelerator function unit in Java. A class that an image or a configuration names has a public
 * constructor without parameters.
 *
 * <p>The card calls one method at a time, from whichever thread accesses a register and from a
 * thread of its own. Anything that is thrown is a fault: the accelerator stands until its reset.
 */
public interface Afu extends AutoCloseable {
  /** {@return its identifier, which its registers 0x8 and 0x10 show too} */
  UUID guid();

  /**
   * Gives it its host. Called once, before the first {@link #reset}.
   *
   * @param host what it reaches of the host; usable until {@link #close}
   */
  void connect(AfuHost host);

  /** Brings it to the state after power-up. What it was doing is abandoned. */
  void reset();

  /**
   * Reads a register.
   *
   * @param offset a multiple of the width, inside the register space
   * @param bytes the width: 4 or 8
   * @return the value; of a read of 4 bytes in the lower half
   */
  long read(long offset, int bytes);

  /**
   * Writes a register.
   *
   * @param offset a multiple of the width, inside the register space
   * @param bytes the width: 4 or 8
   * @param value the value; of a write of 4 bytes in the lower half
   */
  void write(long offset, int bytes, long value);

  /**
   * Writes 64 bytes of registers in one access, as a program's store of a whole line is one. By
   * default, they are 8 writes of 8 bytes.
   *
   * @param offset a multiple of 64, inside the register space
   * @param words the bytes, in 8 little-endian words
   */
  default void writeLine(long offset, long[] words) {
    for (int i = 0; i < words.length; i++) {
      write(offset + (long) i * Long.BYTES, Long.BYTES, words[i]);
    }
  }

  /**
   * Goes on with what it does, for some microseconds: registers are not accessed meanwhile. Called
   * again and again as long as there is more to do, and after each write to a register.
   *
   * @return whether there is more to do
   */
  boolean advance();

  /** Ends it. */
  @Override
  default void close() {}
}
