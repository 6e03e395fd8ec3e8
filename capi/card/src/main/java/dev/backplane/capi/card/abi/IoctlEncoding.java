package dev.backplane.capi.card.abi;

/**
 * The encoding of an ioctl's number in a machine's kernel: direction, size of the argument, the
 * driver's letter and a number. PowerPC has directions and sizes of its own.
 */
public enum IoctlEncoding {
  /** The encoding of most machines: x86-64, AArch64, RISC-V. */
  GENERIC(30, 1, 2),
  /** The encoding of PowerPC, on which coherent cards are found. */
  POWERPC(29, 4, 2);

  private static final int SIZE_SHIFT = 16;
  private static final int LETTER_SHIFT = 8;

  private final int directionShift;
  private final long write;
  private final long read;

  IoctlEncoding(int directionShift, long write, long read) {
    this.directionShift = directionShift;
    this.write = write;
    this.read = read;
  }

  /** {@return the encoding of this machine} */
  public static IoctlEncoding ofMachine() {
    return ofMachine(System.getProperty("os.arch", ""));
  }

  static IoctlEncoding ofMachine(String architecture) {
    return architecture.startsWith("ppc") ? POWERPC : GENERIC;
  }

  /** {@return the number of an ioctl whose argument the kernel reads} */
  long writing(int letter, int number, int bytes) {
    return encode(write, letter, number, bytes);
  }

  /** {@return the number of an ioctl whose argument the kernel fills} */
  long reading(int letter, int number, int bytes) {
    return encode(read, letter, number, bytes);
  }

  private long encode(long direction, int letter, int number, int bytes) {
    return direction << directionShift
        | (long) bytes << SIZE_SHIFT
        | (long) letter << LETTER_SHIFT
        | number;
  }
}
