package dev.backplane.rtl.harness;

import java.util.Arrays;

/** Counts the interrupts that a kernel has requested through its bus, by vector. */
public final class InterruptCounts {
  private final SimulationContext context;
  private long[] counts = new long[4];
  private long total;

  /**
   * Creates the counts, all 0.
   *
   * @param context the simulation of the kernel
   */
  public InterruptCounts(SimulationContext context) {
    this.context = context;
  }

  /**
   * Counts an interrupt, unless the kernel is {@link SimulationContext#isSilenced silenced}.
   *
   * @param vector its number, 0 or more
   */
  public void raise(int vector) {
    if (context.isSilenced()) {
      return;
    }
    if (vector >= counts.length) {
      counts = Arrays.copyOf(counts, vector + 1);
    }
    counts[vector]++;
    total++;
  }

  /** {@return how many there were} */
  public long total() {
    return total;
  }

  /**
   * {@return how many there were of a vector}
   *
   * @param vector its number
   */
  public long of(int vector) {
    return vector < counts.length ? counts[vector] : 0;
  }
}
