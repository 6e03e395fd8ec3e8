package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Takes the data of writes from the accelerator: requests two halves of a line in two cycles, and
 * takes each a fixed number of cycles after its request.
 */
final class BufferReads {
  /** More than the cycles between a request and its data. */
  private static final int IN_FLIGHT = 16;

  /** Marks the request that completes a line. */
  private static final int LAST = 2;

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

  /** The lines of those requests. */
  private final MemorySegment[] lines = new MemorySegment[IN_FLIGHT];

  /** The tag that is being asked for, or -1. */
  private int asking = -1;

  private MemorySegment line = MemorySegment.NULL;

  /** The halves that are still to be asked for. */
  private int left;

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
    Arrays.fill(due, -1);
    Arrays.fill(lines, MemorySegment.NULL);
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
  boolean sample(boolean checked) {
    int slot = (int) (context.cycle() % IN_FLIGHT);
    int taken = due[slot];
    if (taken < 0) {
      return false;
    }
    due[slot] = -1;
    MemorySegment into = lines[slot];
    long at = (long) (taken & 1) * CacheLines.HALF_WORDS * Long.BYTES;
    int bits = 0;
    for (int i = 0; i < CacheLines.HALF_WORDS; i++) {
      long word = data.word(CacheLines.HALF_WORDS - 1 - i);
      into.set(BufferWrites.BIG_ENDIAN, at + (long) i * Long.BYTES, word);
      bits = bits << 1 | Parity.odd(word);
    }
    if (checked && parity.get() != bits) {
      context.violation(
          port,
          PslRule.BUFFER_PARITY,
          "ah_brpar is 0x%02x for half %d of tag 0x%02x, whose data has 0x%02x"
              .formatted(parity.get(), taken & 1, taken >>> 2, bits));
    }
    completedTag = taken >>> 2;
    return (taken & LAST) != 0;
  }

  int completedTag() {
    return completedTag;
  }

  /** Requests the next half of a line; returns whether another line can be begun instead. */
  boolean drive() {
    if (asking < 0) {
      valid.set(0);
      half.set(0);
      return true;
    }
    request();
    return false;
  }

  /** Requests the first half of a line, which may be asked for twice: the last data counts. */
  void begin(int next, MemorySegment into, int promised, boolean twice) {
    latency = latency == 0 ? promised : latency;
    asking = next;
    line = into;
    left = twice ? 4 : 2;
    request();
  }

  private void request() {
    int number = left & 1;
    left--;
    valid.set(1);
    tag.set(asking);
    tagParity.set(Parity.odd(asking));
    half.set(number);
    int slot = (int) ((context.cycle() + latency + 1) % IN_FLIGHT);
    due[slot] = asking << 2 | (left == 0 ? LAST : 0) | number;
    lines[slot] = line;
    if (left == 0) {
      asking = -1;
    }
  }
}
