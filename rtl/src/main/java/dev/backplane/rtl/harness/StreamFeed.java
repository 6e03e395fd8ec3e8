package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** Gives a kernel the beats of a queue, through one of its streams. */
final class StreamFeed extends StreamEnd {
  private final Bench bench;
  private final String port;
  private final BeatQueue queue;
  private final Output valid;
  private final Pin ready;
  private final Pin[] pins;
  private final int[] words;
  private final int[] offsets;
  private final boolean hasKeep;
  private final Gaps gaps;
  private boolean offered;

  private long beats;

  StreamFeed(Bench bench, Signals signals, BeatQueue queue) {
    this.bench = bench;
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
      words[i] = Math.min(counts[there[i]], Payload.words(pins[i].port().width()));
      offsets[i] = places[there[i]];
    }
    hasKeep = signals.bus().signal("TKEEP") != null;
    gaps = new Gaps(bench.options, port + "T");
  }

  @Override
  void sample() {
    if (offered) {
      if (ready.get() != 0) {
        bench.progress();
        offered = false;
        beats++;
        queue.remove();
      }
    }
  }

  @Override
  void drive() {
    if (!offered) {
      if (queue.size() > 0 && !gaps.pause()) {
        present();
        valid.set(1);
        offered = true;
      } else {
        valid.set(0);
      }
    }
  }

  private void present() {
    long[] rows = queue.rows();
    int at = queue.front();
    if (!hasKeep && queue.hasNullBytes(at)) {
      bench.violation(
          port,
          Rule.NULL_BYTES,
          "a beat with null bytes arrives, and without TKEEP the kernel takes them for data");
    }
    for (int i = 0; i < pins.length; i++) {
      for (int word = 0; word < words[i]; word++) {
        pins[i].setWord(word, rows[at + offsets[i] + word]);
      }
    }
  }

  @Override
  void checkQuiet(String when) {
    // It is not the kernel that gives.
  }

  @Override
  String state() {
    return "%s: T valid=%d ready=%d, %d beats taken, %d wait"
        .formatted(port, offered ? 1 : 0, ready.get(), beats, queue.size());
  }
}
