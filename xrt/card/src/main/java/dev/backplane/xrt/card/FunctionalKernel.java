package dev.backplane.xrt.card;

import java.lang.foreign.MemorySegment;

/**
 * A compute unit in plain Java: what a kernel computes, without its clock cycles. It stands in for
 * the RTL of an image's kernel, for speed or before the RTL exists, where the card's configuration
 * names its class under {@code java_kernels}.
 *
 * <p>The class is public and has a public constructor without parameters. Every compute unit has an
 * object of its own, made and used by one thread.
 */
@FunctionalInterface
public interface FunctionalKernel {
  /**
   * One execution as the kernel sees it. Arguments are named as in the image. Used by the compute
   * unit's thread, during the execution only.
   */
  interface Call {
    /** {@return the bits of an argument's register: a number, or the device address of a buffer} */
    long bits(String argument);

    /**
     * Gives the device memory that a buffer argument points to, up to the end of the buffer.
     *
     * @param argument the argument's name
     * @return the device's copy; numbers in it are little-endian
     */
    MemorySegment buffer(String argument);

    /**
     * Gives device memory at any address that an argument's bus reaches.
     *
     * @param argument the argument through whose bus to look
     * @param address a device address
     * @param bytes how many bytes, in one buffer
     * @return the device's copy
     */
    MemorySegment memory(String argument, long address, long bytes);

    /** {@return the bits of an argument's register, by the argument's index} */
    long bits(int argument);

    /** Gives what {@link #buffer(String)} does, by the argument's index. */
    MemorySegment buffer(int argument);

    /**
     * Writes an argument's register, as kernels do with the numbers that they give. The host reads
     * it through its registers, until a run writes the argument again.
     *
     * @param argument the argument's name
     * @param bits what to write
     */
    void set(String argument, long bits);

    /**
     * Writes a register that belongs to no argument, for example a return value.
     *
     * @param offset where the register is, a multiple of 4; behind the control registers, which end
     *     at 0x10
     * @param value what to write
     */
    void writeRegister(long offset, int value);

    /** Adds clock cycles to what the run is said to have taken; 0 is reported as uncounted. */
    void addCycles(long count);

    /** {@return whether the run shall stop; a long execution asks this often and then returns} */
    boolean cancelled();

    /** {@return an {@code int} argument} */
    default int intValue(String argument) {
      return (int) bits(argument);
    }

    /** {@return a {@code float} argument} */
    default float floatValue(String argument) {
      return Float.intBitsToFloat((int) bits(argument));
    }

    /** {@return a {@code double} argument} */
    default double doubleValue(String argument) {
      return Double.longBitsToDouble(bits(argument));
    }
  }

  /**
   * Computes.
   *
   * @param call the arguments and the device's memory
   * @throws Exception for whatever goes wrong; the run fails with it
   */
  void execute(Call call) throws Exception;
}
