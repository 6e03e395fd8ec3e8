package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;

/** Receives beats from an output stream of a kernel into a queue, and checks the protocol. */
final class StreamReceiver extends StreamEndpoint {
  private final SimulationContext context;
  private final String port;
  private final BeatQueue queue;
  private final Pin valid;
  private final DrivenInput ready;
  private final boolean hasReady;
  private final Pin keep;
  private final Pin last;
  private final boolean hasLast;
  private final boolean hasLanes;
  private final BeatSignals signals;
  private final Payload payload;
  private final StallGenerator stalls;
  private boolean waiting;
  private long waitingSince;

  private long beats;

  StreamReceiver(SimulationContext context, InterfacePins pins, BeatQueue queue) {
    this.context = context;
    this.queue = queue;
    port = pins.bus().name();
    valid = pins.pin("TVALID");
    ready = pins.output("TREADY");
    hasReady = pins.bus().signal("TREADY") != null;
    keep = pins.pin("TKEEP", -1);
    last = pins.pin("TLAST", 0);
    hasLast = pins.bus().signal("TLAST") != null;
    signals = new BeatSignals(pins, queue);
    hasLanes = signals.hasKeep() || signals.hasStrobe();
    payload = Payload.of(pins, "T");
    stalls = new StallGenerator(context.options(), port + "T");
  }

  @Override
  void sample() {
    if (valid.get() == 0) {
      if (waiting) {
        waiting = false;
        context.violation(
            port,
            AxiRule.VALID_STAYS,
            "TVALID dropped before TREADY; it was raised in cycle " + waitingSince);
      }
      return;
    }
    if (waiting && !payload.isStable()) {
      context.violation(
          port, AxiRule.PAYLOAD_STAYS, payload.describeChange() + " while TVALID waits for TREADY");
      payload.capture();
    }
    if (hasReady && !ready.isSet()) {
      if (!waiting) {
        waiting = true;
        waitingSince = context.cycle();
        payload.capture();
      }
      return;
    }
    waiting = false;
    context.progress();
    if (queue.hasRoom()) {
      takeBeat();
    } else {
      context.violation(
          port,
          AxiRule.STREAM_OVERFLOW,
          "a beat is lost: the queue behind it is full, and without TREADY the kernel cannot be"
              + " told to wait");
    }
  }

  private void takeBeat() {
    beats++;
    int at = queue.add();
    signals.take(at);
    queue.complete(at);
    if (hasLanes) {
      checkLanes(at);
    }
  }

  /** Checks that null bytes are at the end of a packet only, and are not marked as data. */
  private void checkLanes(int at) {
    if (!queue.hasNullBytes(at)) {
      return;
    }
    int present = 0;
    while (present < queue.bytes && queue.hasLane(at, queue.keep, present)) {
      present++;
    }
    for (int lane = present; lane < queue.bytes; lane++) {
      if (queue.hasLane(at, queue.keep, lane)) {
        context.violation(
            port,
            AxiRule.NULL_BYTES,
            "byte lane %d has data after the null byte in lane %d (TKEEP 0x%x); null bytes may only"
                    .formatted(lane, present, keep.get())
                + " be at the end of a packet");
        return;
      }
      if (queue.hasLane(at, queue.strobe, lane) && signals.hasStrobe()) {
        context.violation(
            port,
            AxiRule.NULL_BYTES,
            "TSTRB says that byte lane " + lane + " is data, TKEEP says that it is null");
        return;
      }
    }
    if (present < queue.bytes && hasLast && last.get() == 0) {
      context.violation(
          port,
          AxiRule.NULL_BYTES,
          "%d null bytes in a beat without TLAST (TKEEP 0x%x); null bytes may only be at the end of a packet"
              .formatted(queue.bytes - present, keep.get()));
    }
  }

  @Override
  void drive() {
    ready.set(!hasReady || (queue.hasRoom() && !stalls.stall()) ? 1 : 0);
  }

  @Override
  void checkValidLow(String when) {
    if (valid.get() != 0) {
      context.violation(port, AxiRule.QUIET_IN_RESET, "TVALID is high " + when);
    }
  }

  @Override
  String state() {
    return "%s: T valid=%d ready=%d, %d beats given"
        .formatted(port, valid.get(), ready.isSet() ? 1 : 0, beats);
  }
}
