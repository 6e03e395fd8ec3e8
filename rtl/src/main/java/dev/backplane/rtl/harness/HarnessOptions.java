package dev.backplane.rtl.harness;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the surroundings of a kernel behave. The memory timing is a fixed latency and then a beat per
 * cycle and port: it is not a model of a DRAM.
 *
 * @param latency cycles from an address to its first data, and from the last data to the response
 * @param outstanding bursts that a port accepts, per direction, before the first is finished
 * @param gapPercent how often a READY or VALID is held back for a cycle at random, 0 to 90
 * @param shuffle whether bursts with different identifiers are served out of order, at random
 * @param seed where the random gaps and orders start from
 * @param watchdogCycles cycles without progress until a run fails; 0 never
 * @param accessCycles cycles that one register access may take
 * @param cyclesAfterFault cycles that the kernel goes on after it accessed what is not memory, so
 *     that a trace shows what it does with the error response
 * @param resetCycles cycles that reset is held, at least 16
 * @param nanoTime the clock that deadlines are told by
 * @param observer what sees every cycle, or null
 */
public record HarnessOptions(
    int latency,
    int outstanding,
    int gapPercent,
    boolean shuffle,
    long seed,
    long watchdogCycles,
    int accessCycles,
    int cyclesAfterFault,
    int resetCycles,
    LongSupplier nanoTime,
    CycleObserver.@Nullable Factory observer) {
  /** Quick memory, no random gaps, a watchdog of 100 000 cycles. */
  public static final HarnessOptions DEFAULT =
      new HarnessOptions(8, 32, 0, false, 1, 100_000, 1_000, 64, 32, System::nanoTime, null);

  /** Checks the ranges. */
  public HarnessOptions {
    require(latency >= 1, "latency", latency, "at least 1");
    require(outstanding >= 1 && outstanding <= 1024, "outstanding", outstanding, "1 to 1024");
    require(gapPercent >= 0 && gapPercent <= 90, "gapPercent", gapPercent, "0 to 90");
    require(watchdogCycles >= 0, "watchdogCycles", watchdogCycles, "0 or more");
    require(accessCycles >= 16, "accessCycles", accessCycles, "at least 16");
    require(cyclesAfterFault >= 0, "cyclesAfterFault", cyclesAfterFault, "0 or more");
    require(resetCycles >= 16, "resetCycles", resetCycles, "at least 16");
  }

  private static void require(boolean good, String name, long value, String range) {
    if (!good) {
      throw new IllegalArgumentException(name + " is " + value + ", must be " + range);
    }
  }

  /**
   * {@return the same with another memory latency}
   *
   * @param cycles at least 1
   */
  public HarnessOptions withLatency(int cycles) {
    return new HarnessOptions(
        cycles,
        outstanding,
        gapPercent,
        shuffle,
        seed,
        watchdogCycles,
        accessCycles,
        cyclesAfterFault,
        resetCycles,
        nanoTime,
        observer);
  }

  /**
   * {@return the same with random back-pressure and order}
   *
   * @param percent how often READY or VALID is held back
   * @param shuffled whether bursts with different identifiers change places
   * @param from where the randomness starts from
   */
  public HarnessOptions withGaps(int percent, boolean shuffled, long from) {
    return new HarnessOptions(
        latency,
        outstanding,
        percent,
        shuffled,
        from,
        watchdogCycles,
        accessCycles,
        cyclesAfterFault,
        resetCycles,
        nanoTime,
        observer);
  }

  /**
   * {@return the same with another watchdog}
   *
   * @param cycles cycles without progress, 0 for no watchdog
   */
  public HarnessOptions withWatchdog(long cycles) {
    return new HarnessOptions(
        latency,
        outstanding,
        gapPercent,
        shuffle,
        seed,
        cycles,
        accessCycles,
        cyclesAfterFault,
        resetCycles,
        nanoTime,
        observer);
  }

  /**
   * {@return the same with another clock}
   *
   * @param clock gives nanoseconds that never go back
   */
  public HarnessOptions withClock(LongSupplier clock) {
    return new HarnessOptions(
        latency,
        outstanding,
        gapPercent,
        shuffle,
        seed,
        watchdogCycles,
        accessCycles,
        cyclesAfterFault,
        resetCycles,
        clock,
        observer);
  }

  /**
   * {@return the same with an observer}
   *
   * @param factory makes what sees every cycle
   */
  public HarnessOptions withObserver(CycleObserver.Factory factory) {
    return new HarnessOptions(
        latency,
        outstanding,
        gapPercent,
        shuffle,
        seed,
        watchdogCycles,
        accessCycles,
        cyclesAfterFault,
        resetCycles,
        nanoTime,
        factory);
  }
}
