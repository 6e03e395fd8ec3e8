package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
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

  private @Nullable RtlException fault;

  Bench(BusMemory memory, HarnessOptions options) {
    this.memory = memory;
    this.options = options;
    main = this;
    clock = "";
  }

  /** The bench of another clock. */
  Bench(Bench main, String clock) {
    memory = main.memory;
    options = main.options;
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
  void violation(String port, String what) {
    fail(new RtlException(RtlError.PROTOCOL_VIOLATION, at(port) + ": " + what), 0);
  }

  /** The kernel accessed what is not (its) memory; it is answered, and may go on for a little. */
  void addressFault(String port, String what, Burst burst, long address) {
    fail(
        new RtlException(
            RtlError.ADDRESS_FAULT,
            "%s: %s: addr 0x%x, in the burst %s: %s"
                .formatted(at(port), what, address, burst, memory.describe(address))),
        options.cyclesAfterFault());
  }

  void fail(RtlException failure, int cyclesMore) {
    if (main.fault == null) {
      main.fault = failure;
      main.stopAt = main.cycle + cyclesMore;
      main.onFault.accept(String.valueOf(failure.getMessage()));
    } else if (failure.error() == RtlError.PROTOCOL_VIOLATION) {
      main.stopAt = Math.min(main.stopAt, main.cycle);
    }
  }
}
