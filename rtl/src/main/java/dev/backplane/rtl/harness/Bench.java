package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import org.jspecify.annotations.Nullable;

/** What the models around one kernel share: the time, the memory, and the first fault. */
final class Bench {
  final BusMemory memory;
  final HarnessOptions options;

  /** Clock edges since power-up. */
  long cycle;

  /** The last cycle in which something moved. */
  long lastProgress;

  /** The cycle in which the simulation must stop because of the fault. */
  long stopAt = Long.MAX_VALUE;

  private @Nullable RtlException fault;

  Bench(BusMemory memory, HarnessOptions options) {
    this.memory = memory;
    this.options = options;
  }

  void progress() {
    lastProgress = cycle;
  }

  @Nullable RtlException fault() {
    return fault;
  }

  /** The kernel broke a rule: nothing after it can be relied on, so it ends with this cycle. */
  void violation(String port, String what) {
    fail(new RtlException(RtlError.PROTOCOL_VIOLATION, port + " @cycle " + cycle + ": " + what), 0);
  }

  /** The kernel accessed what is not (its) memory; it is answered, and may go on for a little. */
  void addressFault(String port, String what, Burst burst, long address) {
    fail(
        new RtlException(
            RtlError.ADDRESS_FAULT,
            "%s @cycle %d: %s: addr 0x%x, in the burst %s: %s"
                .formatted(port, cycle, what, address, burst, memory.describe(address))),
        options.cyclesAfterFault());
  }

  void fail(RtlException failure, int cyclesMore) {
    if (fault == null) {
      fault = failure;
      stopAt = cycle + cyclesMore;
    } else if (failure.error() == RtlError.PROTOCOL_VIOLATION) {
      stopAt = Math.min(stopAt, cycle);
    }
  }
}
