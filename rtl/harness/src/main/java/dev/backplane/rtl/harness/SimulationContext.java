package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.trace.TraceClock;
import dev.backplane.rtl.harness.ports.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that the bus models around one kernel share: the cycle, the memory, and the first
 * fault. Each further clock has its own context, which counts the cycles of that clock and refers
 * to the main context for everything else.
 */
public final class SimulationContext {
  private final BusMemory memory;
  private final HarnessOptions options;
  private final SimulationContext mainContext;
  private final String clock;

  /** Edges of the clock since power-up. */
  long cycle;

  /** The last cycle with progress on a bus; only in the main context. */
  long lastProgress;

  /** The cycle in which a fault stops the simulation; only in the main context. */
  long stopCycle = Long.MAX_VALUE;

  /** Called at the first fault; only in the main context. */
  Consumer<String> faultListener = _ -> {};

  /** The channel histories of the masters of this clock. */
  final List<PortHistory> histories = new ArrayList<>();

  /** The context of the clock in which the first fault occurred; only in the main context. */
  SimulationContext faultContext = this;

  /** The clock in waveforms. */
  TraceClock traceClock = new TraceClock("clock", false, 1);

  /**
   * The names of the rules whose violation is only a warning, and the warnings that were reported;
   * shared by all contexts of a kernel.
   */
  private final Set<String> warnings;

  private final Set<String> reportedWarnings;

  private @Nullable RtlException fault;

  /** The rule that the fault violates, if it does; only in the main context. */
  private @Nullable Rule brokenRule;

  /** True if a fault has ended what the kernel may do to its host; only in the main context. */
  private boolean silenced;

  /** Silences what is simulated together with this kernel; only in the main context. */
  private Runnable silencing = this::silence;

  /**
   * Creates the main context of a kernel.
   *
   * @param memory the memory that it accesses
   * @param options options of the models
   */
  public SimulationContext(BusMemory memory, HarnessOptions options) {
    this(memory, options, Set.of());
  }

  /** The main context of a kernel that may break some more rules than the options allow. */
  SimulationContext(BusMemory memory, HarnessOptions options, Set<String> more) {
    this.memory = memory;
    this.options = options;
    warnings = new HashSet<>(options.warnings());
    warnings.addAll(more);
    reportedWarnings = new HashSet<>();
    mainContext = this;
    clock = "";
  }

  /** The context of another clock. */
  SimulationContext(SimulationContext mainContext, String clock) {
    memory = mainContext.memory;
    options = mainContext.options;
    warnings = mainContext.warnings;
    reportedWarnings = mainContext.reportedWarnings;
    this.mainContext = mainContext;
    this.clock = " of " + clock;
  }

  /** {@return the memory that the kernel accesses} */
  public BusMemory memory() {
    return memory;
  }

  /** {@return the options of the models} */
  public HarnessOptions options() {
    return options;
  }

  /** {@return the edges of the clock since power-up} */
  public long cycle() {
    return cycle;
  }

  /** Ends a cycle of the clock. */
  public void tick() {
    cycle++;
  }

  /** Notes progress on a bus, for the watchdog. */
  public void progress() {
    mainContext.lastProgress = mainContext.cycle;
  }

  /**
   * Adds the history of an interface, which is shown at a fault.
   *
   * @param history what its model records
   */
  public void record(PortHistory history) {
    histories.add(history);
  }

  /** {@return the first fault of the kernel, or null} */
  public @Nullable RtlException fault() {
    return mainContext.fault;
  }

  /**
   * {@return whether the kernel has no more effect on its host, since it, or a kernel in the same
   * group, has a fault: its writes do not reach memory and its interrupts are not raised, so that
   * what it reports after a fault is not taken for its result}
   */
  public boolean isSilenced() {
    return mainContext.silenced;
  }

  /** Ends what the kernel may do to its host. */
  void silence() {
    mainContext.silenced = true;
  }

  /** Sets what a fault does to all that is simulated together with this kernel. */
  void silencedWith(Runnable all) {
    mainContext.silencing = all;
  }

  /** The rule that the first fault violates, if it does. */
  Optional<Rule> brokenRule() {
    return Optional.ofNullable(mainContext.brokenRule);
  }

  /**
   * {@return the interface and its cycle, the beginning of messages}
   *
   * @param port the name of the interface
   */
  public String location(String port) {
    return port + " @cycle " + cycle + clock;
  }

  /**
   * Reports a violation of a rule. The simulation stops with this cycle, since later behaviour is
   * meaningless; a rule that is only a warning is logged.
   *
   * @param port the name of the interface
   * @param rule the rule
   * @param what what the kernel did
   */
  public void violation(String port, Rule rule, String what) {
    violation(port, rule, what, rule.remedy());
  }

  /**
   * The same with a specific remedy.
   *
   * @param port the name of the interface
   * @param rule the rule
   * @param what what the kernel did
   * @param remedy what to do
   */
  public void violation(String port, Rule rule, String what, String remedy) {
    if (!isWarning(rule)) {
      if (mainContext.fault == null) {
        mainContext.brokenRule = rule;
      }
      fail(
          new RtlException(
              RtlError.PROTOCOL_VIOLATION,
              "%s: %s. %s%s".formatted(location(port), what, remedy, lastCycles(port))),
          0);
    } else if (reportedWarnings.add(port + rule.text())) {
      options
          .warningSink()
          .accept(
              "%s: %s. %s. Rule %s is only warned of, once for each port"
                  .formatted(location(port), what, remedy, rule.text()));
    }
  }

  /**
   * {@return whether violations of a rule are only warnings}
   *
   * @param rule the rule
   */
  public boolean isWarning(Rule rule) {
    return rule.isOnlyWarnedOf() || warnings.contains(rule.text());
  }

  /**
   * {@return whether a warning was reported already, so that another violation has no effect}
   *
   * @param port the name of the interface
   * @param rule the rule
   */
  public boolean wasReported(String port, Rule rule) {
    return isWarning(rule) && reportedWarnings.contains(port + rule.text());
  }

  /**
   * Reports an access outside the kernel's memory. The access is answered with an error, and the
   * kernel, {@link #isSilenced silenced}, continues for the cycles that the options allow.
   *
   * @param port the name of the interface
   * @param what what the kernel did
   * @param access the access, for example "the burst ..."
   * @param address the address that is not in memory
   */
  public void addressFault(String port, String what, String access, long address) {
    fail(
        new RtlException(
            RtlError.ADDRESS_FAULT,
            "%s: %s: addr 0x%x, in %s: %s%s"
                .formatted(
                    location(port),
                    what,
                    address,
                    access,
                    memory.describe(port, address),
                    lastCycles(port))),
        options.cyclesAfterFault());
  }

  private String lastCycles(String port) {
    StringJoiner text = new StringJoiner(", ");
    String legend = "";
    for (PortHistory history : histories) {
      if (history.port().equals(port) && !history.timeline().isEmpty()) {
        text.add(history.timeline());
        legend = history.legend();
      }
    }
    return text.length() == 0 || options.historyCycles() == 0
        ? ""
        : ". Last cycles: " + text + legend;
  }

  /**
   * Makes the kernel unusable until the next reset. Of several faults, the first one counts.
   *
   * @param failure what happened
   * @param cyclesMore cycles that the kernel continues
   */
  public void fail(RtlException failure, int cyclesMore) {
    if (mainContext.fault == null) {
      mainContext.fault = failure;
      mainContext.stopCycle = mainContext.cycle + cyclesMore;
      mainContext.faultContext = this;
      mainContext.silencing.run();
      mainContext.faultListener.accept(String.valueOf(failure.getMessage()));
    } else if (failure.error() == RtlError.PROTOCOL_VIOLATION) {
      mainContext.stopCycle = Math.min(mainContext.stopCycle, mainContext.cycle);
    }
  }
}
