package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;

/** Sends the beats of a queue to an input stream of a kernel. */
final class StreamTransmitter extends StreamEndpoint {
  private final SimulationContext context;
  private final String port;
  private final BeatQueue queue;
  private final DrivenInput valid;
  private final Pin ready;
  private final BeatSignals signals;
  private final StallGenerator stalls;
  private boolean offered;

  private long beats;

  StreamTransmitter(SimulationContext context, InterfacePins pins, BeatQueue queue) {
    this.context = context;
    this.queue = queue;
    port = pins.bus().name();
    valid = pins.output("TVALID");
    ready = pins.pin("TREADY", 1);
    signals = new BeatSignals(pins, queue);
    stalls = new StallGenerator(context.options(), port + "T");
  }

  @Override
  void sample() {
    if (offered) {
      if (ready.get() != 0) {
        context.progress();
        offered = false;
        beats++;
        queue.remove();
      }
    }
  }

  @Override
  void drive() {
    if (!offered) {
      if (queue.size() > 0 && !stalls.stall()) {
        presentBeat();
        valid.set(1);
        offered = true;
      } else {
        valid.set(0);
      }
    }
  }

  private void presentBeat() {
    int at = queue.frontIndex();
    if (!signals.hasKeep() && queue.hasNullBytes(at)) {
      context.violation(
          port,
          AxiRule.NULL_BYTES,
          "a beat with null bytes arrives, and without TKEEP the kernel takes them for data");
    }
    signals.drive(at);
  }

  @Override
  void checkValidLow(String when) {
    // The kernel does not drive TVALID of this stream.
  }

  @Override
  String state() {
    return "%s: T valid=%d ready=%d, %d beats taken, %d wait"
        .formatted(port, offered ? 1 : 0, ready.get(), beats, queue.size());
  }
}
