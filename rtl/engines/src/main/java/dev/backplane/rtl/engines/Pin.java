package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Port;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * A port of a design that is being simulated. Values of up to 64 bits are one word; wider ones are
 * 64-bit words, the lowest first. Bits above the port's width read as 0 and are ignored when
 * written.
 *
 * <p>Look a pin up once and keep it: an access takes a few instructions. Only the engine's thread
 * may use it.
 */
public interface Pin {
  /** {@return its port} */
  Port port();

  /** {@return the lowest 64 bits} */
  default long get() {
    return word(0);
  }

  /**
   * Drives an input of up to 64 bits, or the lowest word of a wider one.
   *
   * @param value the new value, in force from the next settle
   */
  default void set(long value) {
    setWord(0, value);
  }

  /**
   * {@return word {@code index}}
   *
   * @param index 0 for the lowest 64 bits
   */
  long word(int index);

  /** {@return all its bits, as a number without sign} */
  default BigInteger value() {
    BigInteger bits = BigInteger.ZERO;
    for (int word = (port().width() - 1) / Long.SIZE; word >= 0; word--) {
      bits = bits.shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(word(word))));
    }
    return bits;
  }

  /**
   * Drives one word of an input.
   *
   * @param index 0 for the lowest 64 bits
   * @param value the new value, in force from the next settle
   */
  void setWord(int index, long value);

  /**
   * Drives an input with bytes of memory, the first one in its lowest bits.
   *
   * @param memory the memory
   * @param offset the offset of the first byte
   */
  default void load(MemorySegment memory, long offset) {
    for (int bit = 0; bit < port().width(); bit += Long.SIZE) {
      int bits = Math.min(Long.SIZE, port().width() - bit);
      setWord(bit / Long.SIZE, PinMemory.read(memory, offset + bit / Byte.SIZE, bits));
    }
  }

  /**
   * Stores the bits of the pin in memory, the lowest ones in the first byte.
   *
   * @param memory the memory
   * @param offset the offset of the first byte
   */
  default void store(MemorySegment memory, long offset) {
    for (int bit = 0; bit < port().width(); bit += Long.SIZE) {
      int bits = Math.min(Long.SIZE, port().width() - bit);
      PinMemory.write(memory, offset + bit / Byte.SIZE, bits, word(bit / Long.SIZE));
    }
  }
}
