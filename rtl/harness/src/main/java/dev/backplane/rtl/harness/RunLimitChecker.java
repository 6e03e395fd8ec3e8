package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;

/** Checks the limits of a run and the watchdog while a thread waits for a kernel. */
final class RunLimitChecker {
  private final CycleLoop loop;
  private final RunLimits limits;
  private final long startCycle;
  private final long startNanos;

  RunLimitChecker(CycleLoop loop, RunLimits limits) {
    this.loop = loop;
    this.limits = limits;
    startCycle = loop.context.cycle;
    startNanos = loop.context.options().nanoTime().getAsLong();
  }

  /** Fails if a limit is exceeded or the kernel is stuck. */
  void check() {
    loop.checkProgress();
    long cycles = loop.context.cycle - startCycle;
    if (limits.cancelled().getAsBoolean()) {
      throw new RtlException(
          RtlError.CANCELLED, "The run was cancelled after " + cycles + " cycles");
    }
    if (cycles >= limits.maxCycles()) {
      throw new RtlException(
          RtlError.TIMEOUT,
          "The kernel is not done after %d cycles; allowed are %d"
              .formatted(cycles, limits.maxCycles()));
    }
    long nanos = loop.context.options().nanoTime().getAsLong() - startNanos;
    if (nanos >= limits.maxNanos()) {
      throw new RtlException(
          RtlError.TIMEOUT,
          "The kernel is not done after %d ms (%d cycles); allowed are %d ms"
              .formatted(nanos / 1_000_000, cycles, limits.maxNanos() / 1_000_000));
    }
  }
}
