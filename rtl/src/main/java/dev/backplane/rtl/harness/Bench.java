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
 * What the models around one kernel share: the time, the memory, and the first fault. Models of a
 * clock of its own have a bench of their own, which counts the cycles of that clock and leaves the
 * rest to the main one.
 */
final class Bench {
  final BusMemory memory;
  final HarnessOptions options;
  private final Bench main;
  private final String clock;

  /** Edges of the clock since power-up. */
  long cycle;

  /** The last cycle in which something moved; of the main bench. */
  long lastProgress;

  /** The cycle in which the simulation must stop because of the fault; of the main bench. */
  long stopAt = Long.MAX_VALUE;

  /** Told of the first fault; of the main bench. */
  Consumer<String> onFault = _ -> {};

  /** The histories of the masters of this clock. */
  final List<HandshakeRing> rings = new ArrayList<>();

  /** The bench of the clock in which the first fault was; of the main bench. */
  Bench faultyBench = this;

  /** The clock as waveforms show it. */
  TraceClock clockShown = new TraceClock("clock", false, 1);

  /** The rules that are only warned of, and what was said of them; of the main bench. */
  private final Set<Rule> warnings;

  private final Set<String> warned;

  private @Nullable RtlException fault;

  Bench(BusMemory memory, HarnessOptions options) {
    this(memory, options, Set.of());
  }

  /** A bench of a kernel that may break some rules, besides those that the options say. */
  Bench(BusMemory memory, HarnessOptions options, Set<Rule> more) {
    this.memory = memory;
    this.options = options;
    warnings = new HashSet<>(options.warnings());
    warnings.addAll(more);
    warned = new HashSet<>();
    main = this;
    clock = "";
  }

  /** The bench of another clock. */
  Bench(Bench main, String clock) {
    memory = main.memory;
    options = main.options;
    warnings = main.warnings;
    warned = main.warned;
    this.main = main;
    this.clock = " of " + clock;
  }

  void progress() {
    main.lastProgress = main.cycle;
  }

  @Nullable RtlException fault() {
    return main.fault;
  }

  /** The port and its time, as messages begin. */
  String at(String port) {
    return port + " @cycle " + cycle + clock;
  }

  /** The kernel broke a rule: nothing after it can be relied on, so it ends with this cycle. */
  void violation(String port, Rule rule, String what) {
    violation(port, rule, what, rule.remedy);
  }

  /** The same of a rule with a remedy of its own. */
  void violation(String port, Rule rule, String what, String remedy) {
    if (!warnings.contains(rule)) {
      fail(
          new RtlException(
              RtlError.PROTOCOL_VIOLATION,
              "%s: %s. %s%s".formatted(at(port), what, remedy, lastCycles(port))),
          0);
    } else if (warned.add(port + rule)) {
      options
          .warningSink()
          .accept(
              "%s: %s. %s. Rule %s is only warned of, once for each port"
                  .formatted(at(port), what, remedy, rule.text()));
    }
  }

  /** Whether a rule is only warned of, so that the kernel goes on. */
  boolean isWarning(Rule rule) {
    return warnings.contains(rule);
  }

  /** Whether breaking a rule once more would make no difference. */
  boolean isTold(String port, Rule rule) {
    return isWarning(rule) && warned.contains(port + rule);
  }

  /** The kernel accessed what is not (its) memory; it is answered, and may go on for a little. */
  void addressFault(String port, String what, Burst burst, long address) {
    fail(
        new RtlException(
            RtlError.ADDRESS_FAULT,
            "%s: %s: addr 0x%x, in the burst %s: %s%s"
                .formatted(
                    at(port),
                    what,
                    address,
                    burst,
                    memory.describe(port, address),
                    lastCycles(port))),
        options.cyclesAfterFault());
  }

  private String lastCycles(String port) {
    StringJoiner text = new StringJoiner(", ");
    rings.stream().filter(ring -> ring.port.equals(port)).forEach(ring -> text.add(ring.strip()));
    return text.length() == 0 || options.historyCycles() == 0
        ? ""
        : ". Last cycles: " + text + " (X handshake, v only VALID, r only READY)";
  }

  void fail(RtlException failure, int cyclesMore) {
    if (main.fault == null) {
      main.fault = failure;
      main.stopAt = main.cycle + cyclesMore;
      main.faultyBench = this;
      main.onFault.accept(String.valueOf(failure.getMessage()));
    } else if (failure.error() == RtlError.PROTOCOL_VIOLATION) {
      main.stopAt = Math.min(main.stopAt, main.cycle);
    }
  }
}
