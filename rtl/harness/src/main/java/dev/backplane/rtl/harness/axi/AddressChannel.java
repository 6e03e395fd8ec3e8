package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import org.jspecify.annotations.Nullable;

/** The AR or AW channel of a master: accepts bursts and checks the rules for their addresses. */
final class AddressChannel {
  private final SimulationContext context;
  private final String port;
  private final String channel;
  private final Pin valid;
  private final DrivenHandshake ready;
  private final Pin address;
  private final Pin length;
  private final Pin size;
  private final Pin burstType;
  private final Pin id;
  private final UserSignals user;
  private final Payload payload;
  private final int busBytes;
  private final StallGenerator stalls;

  private boolean waiting;

  /** The next channel in a list of {@link SteadyCycles}. */
  @Nullable AddressChannel nextWaiting;

  /** Cycles in which an address was valid and not accepted. */
  private long waitCycles;

  private long lastHandshake = -1;
  private long waitingSince;

  AddressChannel(
      SimulationContext context,
      InterfacePins pins,
      MasterGroup group,
      ChannelHistory history,
      UserSignals user,
      String channel) {
    this.context = context;
    this.channel = channel;
    this.user = user;
    port = pins.bus().name();
    busBytes = pins.bus().dataBits() / Byte.SIZE;
    valid = group.addKernelPin(pins.pin(channel + "VALID"));
    ready = DrivenHandshake.of(pins, channel + "READY", group, history.bitIndex);
    address = pins.pin(channel + "ADDR");
    length = pins.pin(channel + "LEN", 0);
    size = pins.pin(channel + "SIZE", Integer.numberOfTrailingZeros(busBytes));
    burstType = pins.pin(channel + "BURST", Burst.INCR);
    id = pins.pin(channel + "ID", 0);
    payload = Payload.of(pins, channel);
    stalls = new StallGenerator(context.options(), port + channel);
  }

  /**
   * Samples the channel; accepts a burst if there is a handshake in this cycle.
   *
   * @param burst receives the burst
   * @param raised VALID
   * @param isReady READY
   */
  boolean sample(Burst burst, boolean raised, boolean isReady) {
    if (!raised) {
      if (waiting) {
        waiting = false;
        context.violation(
            port,
            AxiRule.VALID_STAYS,
            "%sVALID dropped before %sREADY; it was raised in cycle %d"
                .formatted(channel, channel, waitingSince));
      }
      return false;
    }
    if (waiting) {
      if (!payload.isStable()) {
        context.violation(
            port,
            AxiRule.PAYLOAD_STAYS,
            "%s while %sVALID waits for %sREADY"
                .formatted(payload.describeChange(), channel, channel));
        payload.capture();
      }
    }
    if (!isReady) {
      waitCycles++;
      if (!waiting) {
        waiting = true;
        waitingSince = context.cycle();
        payload.capture();
      }
      return false;
    }
    waiting = false;
    accept(burst);
    return true;
  }

  private void accept(Burst burst) {
    lastHandshake = context.cycle();
    burst.startAddress = address.get();
    burst.beats = (int) length.get() + 1;
    burst.size = (int) size.get();
    burst.type = (int) burstType.get();
    burst.id = id.get();
    burst.user = user.get();
    Burst.Violation violation = burst.violation(busBytes);
    if (violation != null) {
      context.violation(
          port,
          violation.rule(),
          violation.problem() + ": " + burst,
          violation.rule() == AxiRule.BOUNDARY_4K
              ? burst.boundaryRemedy(context.memory().describe(port, burst.startAddress))
              : violation.rule().remedy());
      if (!context.isWarning(violation.rule())) {
        burst.makeServable(busBytes);
      }
    }
    burst.begin(busBytes);
  }

  /** Tells whether an address was valid and not accepted in the last cycle. */
  boolean isWaiting() {
    return waiting;
  }

  /** Tells whether the address that waits has not changed. */
  boolean isStable() {
    return payload.isStable();
  }

  /** Counts cycles in which nothing changed. */
  void pass(int cycles) {
    if (waiting) {
      waitCycles += cycles;
    }
  }

  long waitCycles() {
    return waitCycles;
  }

  void clearStatistics() {
    waitCycles = 0;
  }

  void drive(boolean room) {
    ready.set(room && !stalls.stall());
  }

  void checkValidLow(String when) {
    if (valid.get() != 0) {
      context.violation(port, AxiRule.QUIET_IN_RESET, channel + "VALID is high " + when);
    }
  }

  String state() {
    return ChannelStateText.of(channel, valid.get() != 0, ready.isSet(), lastHandshake);
  }
}
