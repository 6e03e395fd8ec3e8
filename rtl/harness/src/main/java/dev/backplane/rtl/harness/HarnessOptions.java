package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Report;
import dev.backplane.rtl.engines.trace.PinObserver;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Options of the models around a kernel. The memory has a fixed latency and then transfers one beat
 * per cycle and port: it is not a model of a DRAM. Immutable; created by a {@link Builder}.
 */
public final class HarnessOptions {
  /** Fast memory, no random stalls, a watchdog of 100 000 cycles. */
  public static final HarnessOptions DEFAULT = builder().build();

  private final int latency;
  private final int outstanding;
  private final int stallPercent;
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
  private final boolean evaluatesEveryCycle;
  private final Set<String> warnings;
  private final Consumer<String> warningSink;
  private final Consumer<Report> reportSink;

  private HarnessOptions(Builder from) {
    latency = from.latency;
    outstanding = from.outstanding;
    stallPercent = from.stallPercent;
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
    evaluatesEveryCycle = from.evaluatesEveryCycle;
    warnings = Set.copyOf(from.warnings);
    warningSink = from.warningSink;
    reportSink = from.reportSink;
    require(
        historyCycles >= 0 && historyCycles <= 1 << 16,
        "historyCycles",
        historyCycles,
        "0 to 65536");
    require(latency >= 1, "latency", latency, "at least 1");
    require(outstanding >= 1 && outstanding <= 1024, "outstanding", outstanding, "1 to 1024");
    require(stallPercent >= 0 && stallPercent <= 90, "stallPercent", stallPercent, "0 to 90");
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

  /** {@return a builder with the values of {@link #DEFAULT}} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a builder with the values of these options} */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.latency = latency;
    builder.outstanding = outstanding;
    builder.stallPercent = stallPercent;
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
    builder.evaluatesEveryCycle = evaluatesEveryCycle;
    builder.warnings = warnings;
    builder.warningSink = warningSink;
    builder.reportSink = reportSink;
    return builder;
  }

  /** {@return cycles from an address to its first data, and from the last data to the response} */
  public int latency() {
    return latency;
  }

  /** {@return the most outstanding bursts of a port, per direction} */
  public int outstanding() {
    return outstanding;
  }

  /** {@return how often a transfer is held back for a cycle at random, in percent} */
  public int stallPercent() {
    return stallPercent;
  }

  /** {@return whether bursts with different identifiers are served in random order} */
  public boolean shuffle() {
    return shuffle;
  }

  /** {@return the seed of the random stalls and orders} */
  public long seed() {
    return seed;
  }

  /**
   * {@return cycles without progress on a bus after which a run fails if no register or memory of
   * the kernel changes either; a run without progress fails in any case after a hundred times as
   * many. 0 for never}
   */
  public long watchdogCycles() {
    return watchdogCycles;
  }

  /** {@return cycles that one register access may take} */
  public int accessCycles() {
    return accessCycles;
  }

  /**
   * {@return cycles that the kernel continues after an access outside memory, so that a trace shows
   * how it handles the error response; what it writes in them reaches no memory}
   */
  public int cyclesAfterFault() {
    return cyclesAfterFault;
  }

  /** {@return cycles that reset is held} */
  public int resetCycles() {
    return resetCycles;
  }

  /** {@return the clock of deadlines, in nanoseconds} */
  public LongSupplier nanoTime() {
    return nanoTime;
  }

  /** {@return the factory of the observer of every cycle, or null} */
  public PinObserver.@Nullable Factory observer() {
    return observer;
  }

  /** {@return cycles whose handshakes are recorded, to show what led to a fault; 0 for none} */
  public int historyCycles() {
    return historyCycles;
  }

  /** {@return the file to which the recorded handshakes are written at a fault, or null} */
  public @Nullable Path faultWaveform() {
    return faultWaveform;
  }

  /**
   * {@return a copy with another memory latency}
   *
   * @param cycles at least 1
   */
  public HarnessOptions withLatency(int cycles) {
    return toBuilder().latency(cycles).build();
  }

  /**
   * {@return a copy with random stalls and order, on every channel of every interface}
   *
   * @param percent how often a transfer is held back
   * @param shuffled whether bursts with different identifiers are reordered
   * @param from the seed
   */
  public HarnessOptions withRandomStalls(int percent, boolean shuffled, long from) {
    return toBuilder().stallPercent(percent).shuffle(shuffled).seed(from).build();
  }

  /**
   * {@return a copy with another watchdog}
   *
   * @param cycles cycles without progress, 0 for no watchdog
   */
  public HarnessOptions withWatchdog(long cycles) {
    return toBuilder().watchdogCycles(cycles).build();
  }

  /**
   * {@return a copy with another clock}
   *
   * @param clock a monotonic clock in nanoseconds
   */
  public HarnessOptions withClock(LongSupplier clock) {
    return toBuilder().nanoTime(clock).build();
  }

  /**
   * {@return a copy with an observer}
   *
   * @param factory creates the observer of every cycle
   */
  public HarnessOptions withObserver(PinObserver.Factory factory) {
    return toBuilder().observer(factory).build();
  }

  /**
   * {@return the names of the rules whose violation is only a warning, besides those of the kernel}
   */
  public Set<String> warnings() {
    return warnings;
  }

  /** {@return the consumer of warnings, called once per rule and port after every reset} */
  public Consumer<String> warningSink() {
    return warningSink;
  }

  /** {@return the consumer of what the kernel says and no run ends for} */
  public Consumer<Report> reportSink() {
    return reportSink;
  }

  /** {@return whether models evaluate all channels in every cycle} */
  public boolean evaluatesEveryCycle() {
    return evaluatesEveryCycle;
  }

  /** Builds options; {@link #build} checks their ranges. */
  public static final class Builder {
    private int latency = 8;
    private int outstanding = 32;
    private int stallPercent;
    private boolean shuffle;
    private long seed = 1;
    private long watchdogCycles = 100_000;
    private Set<String> warnings = Set.of();
    private Consumer<String> warningSink =
        text ->
            System.getLogger(HarnessOptions.class.getName()).log(System.Logger.Level.WARNING, text);
    private Consumer<Report> reportSink = report -> System.err.println(report.plain());
    private int accessCycles = 1_000;
    private int cyclesAfterFault = 64;
    private int resetCycles = 32;
    private LongSupplier nanoTime = System::nanoTime;
    private PinObserver.@Nullable Factory observer;
    private int historyCycles = 256;
    private @Nullable Path faultWaveform;
    private boolean evaluatesEveryCycle;

    private Builder() {}

    /** Sets the cycles from an address to its first data, at least 1. */
    public Builder latency(int cycles) {
      latency = cycles;
      return this;
    }

    /** Sets the most outstanding bursts of a port per direction, 1 to 1024. */
    public Builder outstanding(int bursts) {
      outstanding = bursts;
      return this;
    }

    /** Sets how often a transfer is held back, 0 to 90 percent of the cycles. */
    public Builder stallPercent(int percent) {
      stallPercent = percent;
      return this;
    }

    /** Sets whether bursts with different identifiers are reordered at random. */
    public Builder shuffle(boolean wanted) {
      shuffle = wanted;
      return this;
    }

    /** Sets the seed of the random stalls and orders. */
    public Builder seed(long from) {
      seed = from;
      return this;
    }

    /**
     * Sets the rules whose violation is only a warning, by the names of {@link
     * dev.backplane.rtl.harness.ports.Rule#warnable()}.
     */
    public Builder warnings(Set<String> rules) {
      warnings = Set.copyOf(rules);
      return this;
    }

    /** Sets the consumer of warnings; by default they are logged. */
    public Builder warningSink(Consumer<String> sink) {
      warningSink = sink;
      return this;
    }

    /**
     * Sets the consumer of what the kernel says by {@code $display}, {@code $warning} and their
     * like; by default it is printed on stderr.
     */
    public Builder reportSink(Consumer<Report> sink) {
      reportSink = sink;
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

    /** Sets the cycles that a kernel continues after an access outside its memory. */
    public Builder cyclesAfterFault(int cycles) {
      cyclesAfterFault = cycles;
      return this;
    }

    /** Sets the cycles that reset is held, at least 16. */
    public Builder resetCycles(int cycles) {
      resetCycles = cycles;
      return this;
    }

    /** Sets the clock of deadlines, a monotonic clock in nanoseconds. */
    public Builder nanoTime(LongSupplier clock) {
      nanoTime = clock;
      return this;
    }

    /** Sets the cycles whose handshakes are recorded, 0 to 65536; rounded up to a power of 2. */
    public Builder historyCycles(int cycles) {
      historyCycles = cycles;
      return this;
    }

    /**
     * Sets the file to which the recorded handshakes are written at a fault: VCD, FST or SVG by the
     * end of its name; null for none.
     */
    public Builder faultWaveform(@Nullable Path file) {
      faultWaveform = file;
      return this;
    }

    /**
     * Sets whether models evaluate all channels in every cycle, also where nothing but data
     * changes. What can be seen is the same, and it takes longer: it is what tests compare with.
     */
    public Builder evaluatesEveryCycle(boolean wanted) {
      evaluatesEveryCycle = wanted;
      return this;
    }

    /** Sets the factory of the observer of every cycle; null for none. */
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
