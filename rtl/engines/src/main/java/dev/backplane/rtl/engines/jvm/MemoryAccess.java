package dev.backplane.rtl.engines.jvm;

/**
 * Memory accesses of generated code. Outside the array, reads give 0 and writes do nothing. Words
 * of more than 64 bits are stored limb by limb.
 */
public final class MemoryAccess {
  private MemoryAccess() {}

  /** {@return a word of up to 8 bits} */
  public static int read(byte[] memory, long address) {
    return Long.compareUnsigned(address, memory.length) < 0 ? memory[(int) address] & 0xFF : 0;
  }

  /** {@return a word of up to 16 bits} */
  public static int read(short[] memory, long address) {
    return Long.compareUnsigned(address, memory.length) < 0 ? memory[(int) address] & 0xFFFF : 0;
  }

  /** {@return a word of up to 32 bits} */
  public static int read(int[] memory, long address) {
    return Long.compareUnsigned(address, memory.length) < 0 ? memory[(int) address] : 0;
  }

  /** {@return a word of up to 64 bits} */
  public static long read(long[] memory, long address) {
    return Long.compareUnsigned(address, memory.length) < 0 ? memory[(int) address] : 0;
  }

  /** {@return limb {@code limb} of a word of {@code limbs} limbs} */
  public static long read(long[] memory, long address, int limb, int limbs) {
    return Long.compareUnsigned(address, memory.length / limbs) < 0
        ? memory[(int) address * limbs + limb]
        : 0;
  }

  /** Writes the bits that {@code enable} says. */
  public static void write(byte[] memory, long address, long data, long enable) {
    if (enable != 0 && Long.compareUnsigned(address, memory.length) < 0) {
      memory[(int) address] = (byte) ((memory[(int) address] & ~enable) | (data & enable));
    }
  }

  /** Writes the bits that {@code enable} says. */
  public static void write(short[] memory, long address, long data, long enable) {
    if (enable != 0 && Long.compareUnsigned(address, memory.length) < 0) {
      memory[(int) address] = (short) ((memory[(int) address] & ~enable) | (data & enable));
    }
  }

  /** Writes the bits that {@code enable} says. */
  public static void write(int[] memory, long address, long data, long enable) {
    if (enable != 0 && Long.compareUnsigned(address, memory.length) < 0) {
      memory[(int) address] = (int) ((memory[(int) address] & ~enable) | (data & enable));
    }
  }

  /** Writes the bits that {@code enable} says. */
  public static void write(long[] memory, long address, long data, long enable) {
    if (enable != 0 && Long.compareUnsigned(address, memory.length) < 0) {
      memory[(int) address] = (memory[(int) address] & ~enable) | (data & enable);
    }
  }

  /** Writes the bits of one limb that {@code enable} selects. */
  public static void write(
      long[] memory, long address, long data, long enable, int limb, int limbs) {
    if (enable != 0 && Long.compareUnsigned(address, memory.length / limbs) < 0) {
      int at = (int) address * limbs + limb;
      memory[at] = (memory[at] & ~enable) | (data & enable);
    }
  }
}
