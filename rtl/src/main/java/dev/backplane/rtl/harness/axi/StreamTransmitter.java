package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engine.Pin;
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
  private final Pin[] pins;
  private final int[] words;
  private final int[] offsets;
  private final boolean hasKeep;
  private final StallGenerator stalls;
  private boolean offered;

  private long beats;

  StreamTransmitter(SimulationContext context, InterfacePins signals, BeatQueue queue) {
    this.context = context;
    this.queue = queue;
    port = signals.bus().name();
    valid = signals.output("TVALID");
    ready = signals.pin("TREADY", 1);
    String[] names = {"TDATA", "TKEEP", "TSTRB", "TUSER", "TID", "TDEST", "TLAST"};
    int[] counts = {queue.dataWords, queue.laneWords, queue.laneWords, queue.userWords, 1, 1, 1};
    int[] places = {
      0, queue.keep, queue.strobe, queue.user, queue.id, queue.destination, queue.last
    };
    int[] there =
        java.util.stream.IntStream.range(0, names.length)
            .filter(i -> signals.bus().signal(names[i]) != null)
            .toArray();
    pins = new Pin[there.length];
    words = new int[there.length];
    offsets = new int[there.length];
    for (int i = 0; i < there.length; i++) {
      pins[i] = signals.pin(names[there[i]]);
      words[i] = Math.min(counts[there[i]], InterfacePins.wordCount(pins[i].port().width()));
      offsets[i] = places[there[i]];
    }
    hasKeep = signals.bus().signal("TKEEP") != null;
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
    long[] rows = queue.rows();
    int at = queue.frontIndex();
    if (!hasKeep && queue.hasNullBytes(at)) {
      context.violation(
          port,
          AxiRule.NULL_BYTES,
          "a beat with null bytes arrives, and without TKEEP the kernel takes them for data");
    }
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        pins[i].setWord(word, rows[at + offsets[i] + word]);
      }
    }
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
