package dev.backplane.rtl.harness;

import java.util.Optional;

/**
 * Starts a kernel and detects that it is done, by the means of its protocol. It also accesses the
 * registers of the kernel's control interface, since some of them belong to runs. A reset replaces
 * it.
 */
public interface RunControl {
  /** Does what the protocol wants after the reset of the pins, before the first access. */
  default void initialize() {}

  /** {@return whether there are runs that have not completed} */
  boolean isRunning();

  /**
   * Starts the kernel.
   *
   * @param argument the argument of the start, if the protocol has one: the address of a work
   *     element descriptor; otherwise 0
   * @throws IllegalStateException if the kernel cannot be started now, or at all
   */
  void start(long argument);

  /**
   * Checks whether the kernel has accepted its last start. Simulates only the cycles of register
   * accesses.
   *
   * @return whether the next start is possible
   */
  boolean pollReady();

  /**
   * Checks whether the oldest run has completed. Simulates only the cycles of register accesses.
   *
   * @return its outcome; empty if it has not completed
   */
  Optional<RunOutcome> poll();

  /**
   * {@return the cycle in which the next {@link #poll} can find something, besides an interrupt}
   */
  long nextPoll();

  /** {@return the cycles between two calls of {@link #pollReady}} */
  long pollInterval();

  /**
   * Reads a register.
   *
   * @param offset its address
   * @param bytes 4 or 8
   * @return its value
   */
  long read(long offset, int bytes);

  /**
   * Writes a register.
   *
   * @param offset its address
   * @param bytes 4 or 8
   * @param value the value
   * @param strobes a bit per byte that is written
   */
  void write(long offset, int bytes, long value, int strobes);

  /**
   * Writes 64 bytes of registers: in one access where the bus has such accesses, else as 8 words.
   *
   * @param offset a multiple of 64
   * @param words the bytes, in 8 little-endian words
   */
  default void writeLine(long offset, long[] words) {
    for (int i = 0; i < words.length; i++) {
      write(offset + (long) i * Long.BYTES, Long.BYTES, words[i], 0xff);
    }
  }

  /** {@return what is known of the kernel's control, for messages about stuck kernels} */
  String state();
}
