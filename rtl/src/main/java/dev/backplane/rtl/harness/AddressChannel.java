package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** The AR or AW channel of a master: takes bursts and checks the rules about their addresses. */
final class AddressChannel {
  private final Bench bench;
  private final String port;
  private final String channel;
  private final Pin valid;
  private final Output ready;
  private final Pin address;
  private final Pin length;
  private final Pin size;
  private final Pin kind;
  private final Pin id;
  private final Payload payload;
  private final int busBytes;
  private final Gaps gaps;

  /** VALID in the cycle that is looked at. */
  private boolean raised;

  private boolean waiting;

  /** Cycles in which an address waited. */
  private long waits;

  private long lastTaken = -1;
  private long waitingSince;

  AddressChannel(Bench bench, Signals signals, String channel) {
    this.bench = bench;
    this.channel = channel;
    port = signals.bus().name();
    busBytes = signals.bus().dataBits() / Byte.SIZE;
    valid = signals.pin(channel + "VALID");
    ready = signals.output(channel + "READY");
    address = signals.pin(channel + "ADDR");
    length = signals.pin(channel + "LEN", 0);
    size = signals.pin(channel + "SIZE", Integer.numberOfTrailingZeros(busBytes));
    kind = signals.pin(channel + "BURST", Burst.INCR);
    id = signals.pin(channel + "ID", 0);
    payload = signals.payload(channel);
    gaps = new Gaps(bench.options, port + channel);
  }

  /** Looks at VALID and READY in this cycle, and gives them as bits; to be called before sample. */
  int look() {
    raised = valid.get() != 0;
    return (raised ? HandshakeRing.VALID : 0) | (ready.isSet() ? HandshakeRing.READY : 0);
  }

  /** Takes a burst if one is handed over in this cycle. */
  boolean sample(Burst burst) {
    if (!raised) {
      if (waiting) {
        waiting = false;
        bench.violation(
            port,
            Rule.VALID_STAYS,
            "%sVALID dropped before %sREADY; it was raised in cycle %d"
                .formatted(channel, channel, waitingSince));
      }
      return false;
    }
    if (waiting) {
      if (!payload.isHeld()) {
        bench.violation(
            port,
            Rule.PAYLOAD_STAYS,
            "%s while %sVALID waits for %sREADY".formatted(payload.change(), channel, channel));
      }
    }
    if (!ready.isSet()) {
      waits++;
      if (!waiting) {
        waiting = true;
        waitingSince = bench.cycle;
        payload.hold();
      }
      return false;
    }
    waiting = false;
    take(burst);
    return true;
  }

  private void take(Burst burst) {
    bench.progress();
    lastTaken = bench.cycle;
    burst.start = address.get();
    burst.beats = (int) length.get() + 1;
    burst.size = (int) size.get();
    burst.kind = (int) kind.get();
    burst.id = id.get();
    Burst.Broken broken = burst.violation(busBytes);
    if (broken != null) {
      String what = broken.what() + ": " + burst;
      if (broken.rule() == Rule.BOUNDARY) {
        bench.violation(port, what + ". " + burst.crossing(bench.memory.describe(burst.start)));
      } else {
        bench.violation(port, broken.rule(), what);
      }
      burst.tame(busBytes);
    }
    burst.begin();
  }

  long waits() {
    return waits;
  }

  void clearStatistics() {
    waits = 0;
  }

  void drive(boolean room) {
    ready.set(room && !gaps.pause() ? 1 : 0);
  }

  void checkQuiet(String when) {
    if (valid.get() != 0) {
      bench.violation(port, Rule.QUIET_IN_RESET, channel + "VALID is high " + when);
    }
  }

  String state() {
    return ChannelState.of(channel, valid.get() != 0, ready.isSet(), lastTaken);
  }
}
