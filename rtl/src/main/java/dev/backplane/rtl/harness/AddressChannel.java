package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;

/** The AR or AW channel of a master: takes bursts and checks the rules about their addresses. */
final class AddressChannel {
  private final Bench bench;
  private final String port;
  private final String channel;
  private final Pin valid;
  private final Handshake ready;
  private final Pin address;
  private final Pin length;
  private final Pin size;
  private final Pin kind;
  private final Pin id;
  private final Payload payload;
  private final int busBytes;
  private final Gaps gaps;

  private boolean waiting;

  /** Cycles in which an address waited. */
  private long waits;

  private long lastTaken = -1;
  private long waitingSince;

  AddressChannel(
      Bench bench, Signals signals, MasterGroup group, HandshakeRing ring, String channel) {
    this.bench = bench;
    this.channel = channel;
    port = signals.bus().name();
    busBytes = signals.bus().dataBits() / Byte.SIZE;
    valid = group.watch(signals.pin(channel + "VALID"));
    ready = signals.handshake(channel + "READY", group, ring.place);
    address = signals.pin(channel + "ADDR");
    length = signals.pin(channel + "LEN", 0);
    size = signals.pin(channel + "SIZE", Integer.numberOfTrailingZeros(busBytes));
    kind = signals.pin(channel + "BURST", Burst.INCR);
    id = signals.pin(channel + "ID", 0);
    payload = signals.payload(channel);
    gaps = new Gaps(bench.options, port + channel);
  }

  /**
   * Takes a burst if one is handed over in this cycle.
   *
   * @param burst where to put it
   * @param raised VALID
   * @param isReady READY
   */
  boolean sample(Burst burst, boolean raised, boolean isReady) {
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
        payload.hold();
      }
    }
    if (!isReady) {
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
    lastTaken = bench.cycle;
    burst.start = address.get();
    burst.beats = (int) length.get() + 1;
    burst.size = (int) size.get();
    burst.kind = (int) kind.get();
    burst.id = id.get();
    Burst.Broken broken = burst.violation(busBytes);
    if (broken != null) {
      bench.violation(
          port,
          broken.rule(),
          broken.what() + ": " + burst,
          broken.rule() == Rule.BOUNDARY_4K
              ? burst.crossing(bench.memory.describe(port, burst.start))
              : broken.rule().remedy);
      if (!bench.isWarning(broken.rule())) {
        burst.tame(busBytes);
      }
    }
    burst.begin(busBytes);
  }

  /** Whether an address waited in the cycle before. */
  boolean isWaiting() {
    return waiting;
  }

  long waits() {
    return waits;
  }

  void clearStatistics() {
    waits = 0;
  }

  void drive(boolean room) {
    ready.set(room && !gaps.pause());
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
