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

  private boolean waiting;
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

  /** Takes a burst if one is handed over in this cycle. */
  boolean sample(Burst burst) {
    if (valid.get() == 0) {
      if (waiting) {
        waiting = false;
        bench.violation(
            port,
            "%sVALID dropped before %sREADY; it was raised in cycle %d"
                .formatted(channel, channel, waitingSince));
      }
      return false;
    }
    if (waiting) {
      if (!payload.isHeld()) {
        bench.violation(
            port,
            "%s while %sVALID waits for %sREADY".formatted(payload.change(), channel, channel));
      }
    }
    if (!ready.isSet()) {
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
    burst.start = address.get();
    burst.beats = (int) length.get() + 1;
    burst.size = (int) size.get();
    burst.kind = (int) kind.get();
    burst.id = id.get();
    String broken = burst.violation(busBytes);
    if (broken != null) {
      bench.violation(port, broken + ": " + burst);
      burst.tame(busBytes);
    }
    burst.begin();
  }

  void drive(boolean room) {
    ready.set(room && !gaps.pause() ? 1 : 0);
  }

  void checkQuiet(String when) {
    if (valid.get() != 0) {
      bench.violation(port, channel + "VALID is high " + when);
    }
  }

  String state() {
    return channel + " valid=" + valid.get() + " ready=" + (ready.isSet() ? 1 : 0);
  }
}
