package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** Takes what a kernel gives through one of its streams into a queue, and checks the protocol. */
final class StreamDrain extends StreamEnd {
  private final Bench bench;
  private final String port;
  private final BeatQueue queue;
  private final Pin valid;
  private final Output ready;
  private final boolean canWait;
  private final Pin data;
  private final Pin keep;
  private final Pin strobe;
  private final Pin user;
  private final Pin id;
  private final Pin destination;
  private final Pin last;
  private final boolean hasData;
  private final boolean hasKeep;
  private final boolean hasStrobe;
  private final boolean hasLast;
  private final int userWords;
  private final Payload payload;
  private final Gaps gaps;
  private boolean waiting;
  private long waitingSince;

  private long beats;

  StreamDrain(Bench bench, Signals signals, BeatQueue queue) {
    this.bench = bench;
    this.queue = queue;
    port = signals.bus().name();
    valid = signals.pin("TVALID");
    ready = signals.output("TREADY");
    canWait = signals.bus().signal("TREADY") != null;
    data = signals.pin("TDATA", 0);
    hasData = signals.bus().signal("TDATA") != null;
    keep = signals.pin("TKEEP", -1);
    hasKeep = signals.bus().signal("TKEEP") != null;
    strobe = signals.pin("TSTRB", -1);
    hasStrobe = signals.bus().signal("TSTRB") != null;
    user = signals.pin("TUSER", 0);
    userWords =
        Math.min(
            queue.userWords,
            signals.bus().signal("TUSER") == null ? 0 : Payload.words(user.port().width()));
    id = signals.pin("TID", 0);
    destination = signals.pin("TDEST", 0);
    last = signals.pin("TLAST", 0);
    hasLast = signals.bus().signal("TLAST") != null;
    payload = signals.payload("T");
    gaps = new Gaps(bench.options, port + "T");
  }

  @Override
  void sample() {
    if (valid.get() == 0) {
      if (waiting) {
        waiting = false;
        bench.violation(
            port,
            Rule.VALID_STAYS,
            "TVALID dropped before TREADY; it was raised in cycle " + waitingSince);
      }
      return;
    }
    if (waiting && !payload.isHeld()) {
      bench.violation(
          port, Rule.PAYLOAD_STAYS, payload.change() + " while TVALID waits for TREADY");
      payload.hold();
    }
    if (canWait && !ready.isSet()) {
      if (!waiting) {
        waiting = true;
        waitingSince = bench.cycle;
        payload.hold();
      }
      return;
    }
    waiting = false;
    bench.progress();
    if (queue.hasRoom()) {
      take();
    } else {
      bench.violation(
          port,
          Rule.STREAM_OVERFLOW,
          "a beat is lost: the queue behind it is full, and without TREADY the kernel cannot be"
              + " told to wait");
    }
  }

  private void take() {
    beats++;
    int at = queue.add();
    long[] rows = queue.rows();
    for (int i = 0; hasData && i < queue.dataWords; i++) {
      rows[at + i] = data.word(i);
    }
    if (hasKeep) {
      for (int i = 0; i < queue.laneWords; i++) {
        rows[at + queue.keep + i] = keep.word(i);
      }
    } else {
      queue.lanes(at, queue.keep, queue.bytes);
    }
    for (int i = 0; i < queue.laneWords; i++) {
      rows[at + queue.strobe + i] = hasStrobe ? strobe.word(i) : rows[at + queue.keep + i];
    }
    for (int i = 0; i < queue.userWords; i++) {
      rows[at + queue.user + i] = i < userWords ? user.word(i) : 0;
    }
    rows[at + queue.id] = id.get();
    rows[at + queue.destination] = destination.get();
    rows[at + queue.last] = last.get();
    queue.added(at);
    if (hasKeep || hasStrobe) {
      checkLanes(at);
    }
  }

  /** Null bytes only at the end of a packet, and never marked as data. */
  private void checkLanes(int at) {
    int present = 0;
    while (present < queue.bytes && queue.lane(at, queue.keep, present)) {
      present++;
    }
    for (int lane = present; lane < queue.bytes; lane++) {
      if (queue.lane(at, queue.keep, lane)) {
        bench.violation(
            port,
            Rule.NULL_BYTES,
            "byte lane %d has data after the null byte in lane %d (TKEEP 0x%x); null bytes may only"
                    .formatted(lane, present, keep.get())
                + " be at the end of a packet");
        return;
      }
      if (queue.lane(at, queue.strobe, lane) && hasStrobe) {
        bench.violation(
            port,
            Rule.NULL_BYTES,
            "TSTRB says that byte lane " + lane + " is data, TKEEP says that it is null");
        return;
      }
    }
    if (present < queue.bytes && hasLast && last.get() == 0) {
      bench.violation(
          port,
          Rule.NULL_BYTES,
          "%d null bytes in a beat without TLAST (TKEEP 0x%x); null bytes may only be at the end of a packet"
              .formatted(queue.bytes - present, keep.get()));
    }
  }

  @Override
  void drive() {
    ready.set(!canWait || (queue.hasRoom() && !gaps.pause()) ? 1 : 0);
  }

  @Override
  void checkQuiet(String when) {
    if (valid.get() != 0) {
      bench.violation(port, Rule.QUIET_IN_RESET, "TVALID is high " + when);
    }
  }

  @Override
  String state() {
    return "%s: T valid=%d ready=%d, %d beats given"
        .formatted(port, valid.get(), ready.isSet() ? 1 : 0, beats);
  }
}
