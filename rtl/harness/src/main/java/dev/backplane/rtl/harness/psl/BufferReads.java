package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Takes the data of writes from the accelerator: requests two halves of a line in two cycles, or
 * all of it over the wider pins of a PSL9, and takes each a fixed number of cycles after its
 * request.
 */
final class BufferReads {
  /** More than the cycles between a request and its data. */
  private static final int IN_FLIGHT = 16;

  private static final int UNKNOWN = -1;

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
  private final int words;
  private final int beats;

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
    words = InterfacePins.wordCount(pins.bus().width("ah_brdata"));
    beats = CacheLines.WORDS / words;
    restart();
  }

  void restart() {
    Arrays.fill(due, -1);
    Arrays.fill(lines, MemorySegment.NULL);
    asking = -1;
    latency = UNKNOWN;
    valid.set(0);
  }

  /** Checks the latency that the accelerator promises. */
  void checkLatency(int promised) {
    boolean isPossible = beats == 1 ? promised <= 2 : promised == 1 || promised == 3;
    if (latency == UNKNOWN && isPossible) {
      latency = promised;
    } else if (promised != latency) {
      context.violation(
          port,
          PslRule.BUFFER_LATENCY,
          latency == UNKNOWN
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
    long at = (long) (taken & 1) * words * Long.BYTES;
    int bits = 0;
    for (int i = 0; i < words; i++) {
      long word = data.word(words - 1 - i);
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
    latency = latency == UNKNOWN ? promised : latency;
    asking = next;
    line = into;
    left = twice ? 2 * beats : beats;
    request();
  }

  private void request() {
    int number = -left & beats - 1;
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
