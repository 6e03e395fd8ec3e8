package dev.backplane.rtl.corpus;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;

/** What a kernel of the corpus is given, and what it should make of it. */
@FunctionalInterface
public interface KernelWorkload {
  /** The device address at which the memory of jobs begins: beyond 32 bits, so that all count. */
  long BASE = 0x40_0000_0000L;

  /**
   * Fills the memory and says what to call the kernel with.
   *
   * @param memory the memory at {@link #BASE}
   * @param scale how much work: about so many words
   * @param random where the data come from
   * @return the call
   */
  Call prepare(MemorySegment memory, int scale, Random random);

  /**
   * A call of a kernel.
   *
   * @param arguments values by the name of the argument in kernel.xml, but for streams
   * @param packets a packet for each stream into the kernel, by the name of the port
   * @param check looks at what the run left
   */
  record Call(Map<String, Long> arguments, Map<String, byte[]> packets, Check check) {
    Call(Map<String, Long> arguments, Check check) {
      this(arguments, Map.of(), check);
    }
  }

  /** Looks at what a run left. */
  @FunctionalInterface
  interface Check {
    /**
     * {@return what is wrong, or an empty string}
     *
     * @param memory the memory at {@link #BASE}
     * @param packets the packet that came out of each stream of the kernel, by the name of the port
     */
    String problem(MemorySegment memory, Map<String, byte[]> packets);
  }
}
