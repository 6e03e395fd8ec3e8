package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Proves that a path allocates nothing for each call. While code is interpreted or compiled anew it
 * may allocate; a busy machine is long in compiling, so rounds are repeated until one is free of
 * it. What allocates for each call does so in all of them. Has no state.
 */
public final class Allocation {
  private static final int ROUNDS = 100;

  private Allocation() {}

  /**
   * Asserts that a round of calls can be made by this thread with fewer bytes.
   *
   * @param bytes the bound: less than an object for each call, which is 16 bytes
   * @param round makes the calls
   */
  public static void assertLessThan(long bytes, Runnable round) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS && least >= bytes; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      round.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as("bytes of the best of %d rounds", ROUNDS).isLessThan(bytes);
  }
}
