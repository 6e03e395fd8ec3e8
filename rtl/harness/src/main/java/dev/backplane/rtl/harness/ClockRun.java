package dev.backplane.rtl.harness;

/**
 * A run of the clock of an accelerator, in parts: until its limits, until it is idle, or until a
 * reset replaces the loop.
 */
final class ClockRun {
  private final KernelHarness kernel;
  private final RunLimits limits;
  private final CycleLoop loop;
  private final IdleDetector idleness;
  private final long startCycle;
  private final long startNanos;
  private boolean idle;

  ClockRun(KernelHarness kernel, RunLimits limits) {
    this.kernel = kernel;
    this.limits = limits;
    loop = kernel.requireLoop();
    loop.failOnFault();
    idleness = new IdleDetector(loop);
    startCycle = loop.context.cycle;
    startNanos = loop.context.options().nanoTime().getAsLong();
  }

  /** The cycles since it began. */
  long cycles() {
    return loop.context.cycle - startCycle;
  }

  /** Tells whether it ended because the accelerator is idle. */
  boolean isIdle() {
    return idle;
  }

  /**
   * Simulates some cycles.
   *
   * @param most how many at most
   * @return false if it has ended
   */
  boolean advance(int most) {
    long left = Math.min(most, limits.maxCycles() - cycles());
    if (left <= 0 || limits.cancelled().getAsBoolean() || isLate() || !kernel.isSimulatedBy(loop)) {
      return false;
    }
    loop.simulate(loop.context.cycle + left);
    loop.failOnFault();
    return true;
  }

  /** The same until the next look at whether the accelerator is idle, with the look. */
  boolean advanceToNextLook() {
    if (!advance(idleness.interval())) {
      return false;
    }
    idle = idleness.isIdle();
    if (loop.isBusy()) {
      loop.checkProgress();
    }
    return !idle;
  }

  private boolean isLate() {
    return limits.maxNanos() != Long.MAX_VALUE
        && loop.context.options().nanoTime().getAsLong() - startNanos >= limits.maxNanos();
  }
}
