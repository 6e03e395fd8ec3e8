package dev.backplane.rtl.corpus;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;

/** What a kernel of the corpus is given, and what it should make of it. */
@FunctionalInterface
public interface KernelJob {
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
   * @param arguments values by the name of the argument in kernel.xml
   * @param check looks at the memory after the run
   */
  record Call(Map<String, Long> arguments, Check check) {}

  /** Looks at what a run left in memory. */
  @FunctionalInterface
  interface Check {
    /**
     * {@return what is wrong, or an empty string}
     *
     * @param memory the memory at {@link #BASE}
     */
    String problem(MemorySegment memory);
  }
}
