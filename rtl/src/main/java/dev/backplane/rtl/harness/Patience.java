package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;

/** How long somebody waits for a kernel: until a limit, or until nothing moves any more. */
final class Patience {
  private final Stage on;
  private final RunLimits limits;
  private final long begun;
  private final long begunNanos;

  Patience(Stage on, RunLimits limits) {
    this.on = on;
    this.limits = limits;
    begun = on.bench.cycle;
    begunNanos = on.bench.options.nanoTime().getAsLong();
  }

  /** Fails if it is over. */
  void check() {
    on.checkProgress();
    long cycles = on.bench.cycle - begun;
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
    long nanos = on.bench.options.nanoTime().getAsLong() - begunNanos;
    if (nanos >= limits.maxNanos()) {
      throw new RtlException(
          RtlError.TIMEOUT,
          "The kernel is not done after %d ms (%d cycles); allowed are %d ms"
              .formatted(nanos / 1_000_000, cycles, limits.maxNanos() / 1_000_000));
    }
  }
}
