package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.trace.TraceClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that the bus models around one kernel share: the cycle, the memory, and the first
 * fault. Each further clock has its own context, which counts the cycles of that clock and refers
 * to the main context for everything else.
 */
final class SimulationContext {
  final BusMemory memory;
  final HarnessOptions options;
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
  final List<ChannelHistory> histories = new ArrayList<>();

  /** The context of the clock in which the first fault occurred; only in the main context. */
  SimulationContext faultContext = this;

  /** The clock in waveforms. */
  TraceClock traceClock = new TraceClock("clock", false, 1);

  /**
   * The rules whose violation is only a warning, and the warnings that were reported; shared by all
   * contexts of a kernel.
   */
  private final Set<AxiRule> warnings;

  private final Set<String> reportedWarnings;

  private @Nullable RtlException fault;

  SimulationContext(BusMemory memory, HarnessOptions options) {
    this(memory, options, Set.of());
  }

  /** The main context of a kernel that may break some more rules than the options allow. */
  SimulationContext(BusMemory memory, HarnessOptions options, Set<AxiRule> more) {
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

  void progress() {
    mainContext.lastProgress = mainContext.cycle;
  }

  @Nullable RtlException fault() {
    return mainContext.fault;
  }

  /** The port and its cycle, the beginning of messages. */
  String location(String port) {
    return port + " @cycle " + cycle + clock;
  }

  /**
   * Reports a violation of a rule. The simulation stops with this cycle, since later behaviour is
   * meaningless; a rule that is only a warning is logged.
   */
  void violation(String port, AxiRule rule, String what) {
    violation(port, rule, what, rule.remedy);
  }

  /** The same with a specific remedy. */
  void violation(String port, AxiRule rule, String what, String remedy) {
    if (!warnings.contains(rule)) {
      fail(
          new RtlException(
              RtlError.PROTOCOL_VIOLATION,
              "%s: %s. %s%s".formatted(location(port), what, remedy, lastCycles(port))),
          0);
    } else if (reportedWarnings.add(port + rule)) {
      options
          .warningSink()
          .accept(
              "%s: %s. %s. Rule %s is only warned of, once for each port"
                  .formatted(location(port), what, remedy, rule.text()));
    }
  }

  /** Whether violations of a rule are only warnings. */
  boolean isWarning(AxiRule rule) {
    return warnings.contains(rule);
  }

  /** Whether a warning was reported already, so that another violation has no effect. */
  boolean wasReported(String port, AxiRule rule) {
    return isWarning(rule) && reportedWarnings.contains(port + rule);
  }

  /**
   * Reports an access outside the kernel's memory. The access is answered with an error, and the
   * kernel continues for the cycles that the options allow.
   */
  void addressFault(String port, String what, Burst burst, long address) {
    fail(
        new RtlException(
            RtlError.ADDRESS_FAULT,
            "%s: %s: addr 0x%x, in the burst %s: %s%s"
                .formatted(
                    location(port),
                    what,
                    address,
                    burst,
                    memory.describe(port, address),
                    lastCycles(port))),
        options.cyclesAfterFault());
  }

  private String lastCycles(String port) {
    StringJoiner text = new StringJoiner(", ");
    histories.stream()
        .filter(history -> history.port.equals(port))
        .forEach(history -> text.add(history.timeline()));
    return text.length() == 0 || options.historyCycles() == 0
        ? ""
        : ". Last cycles: " + text + " (X handshake, v only VALID, r only READY)";
  }

  void fail(RtlException failure, int cyclesMore) {
    if (mainContext.fault == null) {
      mainContext.fault = failure;
      mainContext.stopCycle = mainContext.cycle + cyclesMore;
      mainContext.faultContext = this;
      mainContext.faultListener.accept(String.valueOf(failure.getMessage()));
    } else if (failure.error() == RtlError.PROTOCOL_VIOLATION) {
      mainContext.stopCycle = Math.min(mainContext.stopCycle, mainContext.cycle);
    }
  }
}
