package dev.backplane.rtl.corpus;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;

/** The input of a kernel of the corpus, and its expected result. */
@FunctionalInterface
public interface KernelWorkload {
  /**
   * The device address of the memory of workloads: above 32 bits, so that all address bits matter.
   */
  long BASE = 0x40_0000_0000L;

  /**
   * Fills the memory and returns the arguments of the call.
   *
   * @param memory the memory at {@link #BASE}
   * @param scale the amount of work, in about so many words
   * @param random the source of the data
   * @return the call
   */
  Call prepare(MemorySegment memory, int scale, Random random);

  /**
   * A call of a kernel.
   *
   * @param arguments values by argument name in kernel.xml, except streams
   * @param packets a packet for each input stream of the kernel, by port name
   * @param check checks the result of the run
   */
  record Call(Map<String, Long> arguments, Map<String, byte[]> packets, Check check) {
    Call(Map<String, Long> arguments, Check check) {
      this(arguments, Map.of(), check);
    }
  }

  /** Checks the result of a run. */
  @FunctionalInterface
  interface Check {
    /**
     * {@return the problem, or an empty string}
     *
     * @param memory the memory at {@link #BASE}
     * @param packets the packet from each output stream of the kernel, by port name
     */
    String problem(MemorySegment memory, Map<String, byte[]> packets);
  }
}
