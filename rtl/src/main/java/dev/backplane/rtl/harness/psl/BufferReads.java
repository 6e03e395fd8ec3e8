package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;

/**
 * Takes the data of writes from the accelerator: requests two halves of a line in two cycles, and
 * takes each a fixed number of cycles after its request.
 */
final class BufferReads {
  /** More than the cycles between a request and its data. */
  private static final int IN_FLIGHT = 16;

  private final SimulationContext context;
  private final String port;
  private final DrivenInput valid;
  private final DrivenInput tag;
  private final DrivenInput tagParity;
  private final DrivenInput half;
  private final Pin data;
  private final Pin parity;

  /** The requests by the cycle in which their data is taken: tag and half, or -1. */
  private final int[] due = new int[IN_FLIGHT];

  private int asking = -1;
  private int latency;
  private int completedTag;

  BufferReads(SimulationContext context, InterfacePins pins) {
    this.context = context;
    port = pins.bus().name();
    valid = pins.output("ha_brvalid");
    tag = pins.output("ha_brtag");
    tagParity = pins.output("ha_brtagpar");
    half = pins.output("ha_brad");
    data = pins.pin("ah_brdata");
    parity = pins.pin("ah_brpar", 0);
    restart();
  }

  void restart() {
    java.util.Arrays.fill(due, -1);
    asking = -1;
    latency = 0;
    valid.set(0);
  }

  /** Checks the latency that the accelerator promises. */
  void checkLatency(int promised) {
    if (latency == 0 && (promised == 1 || promised == 3)) {
      latency = promised;
    } else if (promised != latency) {
      context.violation(
          port,
          PslRule.BUFFER_LATENCY,
          latency == 0
              ? "ah_brlat is " + promised
              : "ah_brlat changes from %d to %d in a job".formatted(latency, promised));
    }
  }

  /** Takes the data that is due; returns whether a line is complete. */
  boolean sample(long[] lines, boolean checked) {
    int slot = (int) (context.cycle() % IN_FLIGHT);
    int taken = due[slot];
    if (taken < 0) {
      return false;
    }
    due[slot] = -1;
    int at = taken * CacheLines.HALF_WORDS;
    int bits = 0;
    for (int i = 0; i < CacheLines.HALF_WORDS; i++) {
      long word = data.word(CacheLines.HALF_WORDS - 1 - i);
      lines[at + i] = word;
      bits = bits << 1 | Parity.odd(word);
    }
    if (checked && parity.get() != bits) {
      context.violation(
          port,
          PslRule.BUFFER_PARITY,
          "ah_brpar is 0x%02x for half %d of tag 0x%02x, whose data has 0x%02x"
              .formatted(parity.get(), taken & 1, taken >>> 1, bits));
    }
    completedTag = taken >>> 1;
    return (taken & 1) != 0;
  }

  int completedTag() {
    return completedTag;
  }

  /** Requests the second half of a line; returns whether another one can be begun instead. */
  boolean drive() {
    if (asking < 0) {
      valid.set(0);
      return true;
    }
    request(asking, 1);
    asking = -1;
    return false;
  }

  /** Requests the first half. */
  void begin(int next, int promised) {
    latency = latency == 0 ? promised : latency;
    asking = next;
    request(next, 0);
  }

  private void request(int of, int number) {
    valid.set(1);
    tag.set(of);
    tagParity.set(Parity.odd(of));
    half.set(number);
    due[(int) ((context.cycle() + latency + 1) % IN_FLIGHT)] = of << 1 | number;
  }
}
