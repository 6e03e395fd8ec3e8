package dev.backplane.rtl.harness;

import dev.backplane.rtl.trace.PinObserver;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the surroundings of a kernel behave. The memory timing is a fixed latency and then a beat per
 * cycle and port: it is not a model of a DRAM. Immutable; made by a {@link Builder}.
 */
public final class HarnessOptions {
  /** Quick memory, no random gaps, a watchdog of 100 000 cycles. */
  public static final HarnessOptions DEFAULT = builder().build();

  private final int latency;
  private final int outstanding;
  private final int gapPercent;
  private final boolean shuffle;
  private final long seed;
  private final long watchdogCycles;
  private final int accessCycles;
  private final int cyclesAfterFault;
  private final int resetCycles;
  private final LongSupplier nanoTime;
  private final PinObserver.@Nullable Factory observer;
  private final int historyCycles;
  private final @Nullable Path faultWaveform;
  private final Set<Rule> warnings;
  private final Consumer<String> warningSink;

  private HarnessOptions(Builder from) {
    latency = from.latency;
    outstanding = from.outstanding;
    gapPercent = from.gapPercent;
    shuffle = from.shuffle;
    seed = from.seed;
    watchdogCycles = from.watchdogCycles;
    accessCycles = from.accessCycles;
    cyclesAfterFault = from.cyclesAfterFault;
    resetCycles = from.resetCycles;
    nanoTime = from.nanoTime;
    observer = from.observer;
    historyCycles = from.historyCycles;
    faultWaveform = from.faultWaveform;
    warnings = Set.copyOf(from.warnings);
    warningSink = from.warningSink;
    require(
        historyCycles >= 0 && historyCycles <= 1 << 16,
        "historyCycles",
        historyCycles,
        "0 to 65536");
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

  /** {@return a builder that begins with {@link #DEFAULT}} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a builder that begins with these options} */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.latency = latency;
    builder.outstanding = outstanding;
    builder.gapPercent = gapPercent;
    builder.shuffle = shuffle;
    builder.seed = seed;
    builder.watchdogCycles = watchdogCycles;
    builder.accessCycles = accessCycles;
    builder.cyclesAfterFault = cyclesAfterFault;
    builder.resetCycles = resetCycles;
    builder.nanoTime = nanoTime;
    builder.observer = observer;
    builder.historyCycles = historyCycles;
    builder.faultWaveform = faultWaveform;
    builder.warnings = warnings;
    builder.warningSink = warningSink;
    return builder;
  }

  /** {@return cycles from an address to its first data, and from the last data to the response} */
  public int latency() {
    return latency;
  }

  /** {@return bursts that a port accepts, per direction, before the first is finished} */
  public int outstanding() {
    return outstanding;
  }

  /** {@return how often a READY or VALID is held back for a cycle at random, in percent} */
  public int gapPercent() {
    return gapPercent;
  }

  /** {@return whether bursts with different identifiers are served out of order, at random} */
  public boolean shuffle() {
    return shuffle;
  }

  /** {@return where the random gaps and orders start from} */
  public long seed() {
    return seed;
  }

  /**
   * {@return cycles without any movement on a bus until a run fails, if no register or memory of
   * the kernel changes either, and a hundredth of those until it fails in any case; 0 never}
   */
  public long watchdogCycles() {
    return watchdogCycles;
  }

  /** {@return cycles that one register access may take} */
  public int accessCycles() {
    return accessCycles;
  }

  /**
   * {@return cycles that the kernel goes on after it accessed what is not memory, so that a trace
   * shows what it does with the error response}
   */
  public int cyclesAfterFault() {
    return cyclesAfterFault;
  }

  /** {@return cycles that reset is held} */
  public int resetCycles() {
    return resetCycles;
  }

  /** {@return the clock that deadlines are told by, in nanoseconds} */
  public LongSupplier nanoTime() {
    return nanoTime;
  }

  /** {@return what sees every cycle, or null} */
  public PinObserver.@Nullable Factory observer() {
    return observer;
  }

  /** {@return cycles whose handshakes are remembered, to show what led to a fault; 0 for none} */
  public int historyCycles() {
    return historyCycles;
  }

  /** {@return the file that the remembered handshakes are written to at a fault, or null} */
  public @Nullable Path faultWaveform() {
    return faultWaveform;
  }

  /**
   * {@return the same with another memory latency}
   *
   * @param cycles at least 1
   */
  public HarnessOptions withLatency(int cycles) {
    return toBuilder().latency(cycles).build();
  }

  /**
   * {@return the same with random back-pressure and order, on every channel of every interface}
   *
   * @param percent how often READY or VALID is held back
   * @param shuffled whether bursts with different identifiers change places
   * @param from where the randomness starts from
   */
  public HarnessOptions withGaps(int percent, boolean shuffled, long from) {
    return toBuilder().gapPercent(percent).shuffle(shuffled).seed(from).build();
  }

  /**
   * {@return the same with another watchdog}
   *
   * @param cycles cycles without progress, 0 for no watchdog
   */
  public HarnessOptions withWatchdog(long cycles) {
    return toBuilder().watchdogCycles(cycles).build();
  }

  /**
   * {@return the same with another clock}
   *
   * @param clock gives nanoseconds that never go back
   */
  public HarnessOptions withClock(LongSupplier clock) {
    return toBuilder().nanoTime(clock).build();
  }

  /**
   * {@return the same with an observer}
   *
   * @param factory makes what sees every cycle
   */
  public HarnessOptions withObserver(PinObserver.Factory factory) {
    return toBuilder().observer(factory).build();
  }

  /** {@return the rules of AXI that are only warned of, besides those that the kernel names} */
  public Set<Rule> warnings() {
    return warnings;
  }

  /** {@return who is told of them, once for each rule and port after every reset} */
  public Consumer<String> warningSink() {
    return warningSink;
  }

  /** Collects options; ranges are checked when it builds. */
  public static final class Builder {
    private int latency = 8;
    private int outstanding = 32;
    private int gapPercent;
    private boolean shuffle;
    private long seed = 1;
    private long watchdogCycles = 100_000;
    private Set<Rule> warnings = Set.of();
    private Consumer<String> warningSink =
        text ->
            System.getLogger(HarnessOptions.class.getName()).log(System.Logger.Level.WARNING, text);
    private int accessCycles = 1_000;
    private int cyclesAfterFault = 64;
    private int resetCycles = 32;
    private LongSupplier nanoTime = System::nanoTime;
    private PinObserver.@Nullable Factory observer;
    private int historyCycles = 256;
    private @Nullable Path faultWaveform;

    private Builder() {}

    /** Sets the cycles from an address to its first data, at least 1. */
    public Builder latency(int cycles) {
      latency = cycles;
      return this;
    }

    /** Sets how many bursts a port accepts per direction, 1 to 1024. */
    public Builder outstanding(int bursts) {
      outstanding = bursts;
      return this;
    }

    /** Sets how often READY or VALID is held back, 0 to 90 percent of the cycles. */
    public Builder gapPercent(int percent) {
      gapPercent = percent;
      return this;
    }

    /** Says whether bursts with different identifiers change places at random. */
    public Builder shuffle(boolean wanted) {
      shuffle = wanted;
      return this;
    }

    /** Sets where random gaps and orders start from. */
    public Builder seed(long from) {
      seed = from;
      return this;
    }

    /** Sets the rules of AXI that are only warned of. */
    public Builder warnings(Set<Rule> rules) {
      warnings = Set.copyOf(rules);
      return this;
    }

    /** Sets who is told of broken rules that are only warned of; a log if nobody is. */
    public Builder warningSink(Consumer<String> sink) {
      warningSink = sink;
      return this;
    }

    /** Sets the cycles without progress after which a run fails; 0 for never. */
    public Builder watchdogCycles(long cycles) {
      watchdogCycles = cycles;
      return this;
    }

    /** Sets the cycles that one register access may take, at least 16. */
    public Builder accessCycles(int cycles) {
      accessCycles = cycles;
      return this;
    }

    /** Sets the cycles that a kernel goes on after it left its memory. */
    public Builder cyclesAfterFault(int cycles) {
      cyclesAfterFault = cycles;
      return this;
    }

    /** Sets the cycles that reset is held, at least 16. */
    public Builder resetCycles(int cycles) {
      resetCycles = cycles;
      return this;
    }

    /** Sets the clock that deadlines are told by: nanoseconds that never go back. */
    public Builder nanoTime(LongSupplier clock) {
      nanoTime = clock;
      return this;
    }

    /** Sets how many cycles' handshakes are remembered, 0 to 65536; rounded up to a power of 2. */
    public Builder historyCycles(int cycles) {
      historyCycles = cycles;
      return this;
    }

    /**
     * Sets the file that the remembered handshakes are written to when the kernel breaks a rule:
     * VCD, FST or SVG by the end of its name; null for none.
     */
    public Builder faultWaveform(@Nullable Path file) {
      faultWaveform = file;
      return this;
    }

    /** Sets what sees every cycle; null for nobody. */
    public Builder observer(PinObserver.@Nullable Factory factory) {
      observer = factory;
      return this;
    }

    /**
     * {@return the options}
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public HarnessOptions build() {
      return new HarnessOptions(this);
    }
  }
}
