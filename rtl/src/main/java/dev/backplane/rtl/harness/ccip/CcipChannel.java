package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;

/**
 * What the channel of reads and that of writes have in common: the check of headers, almost full,
 * and a queue of requests that are answered in any order.
 */
abstract sealed class CcipChannel permits CcipReads, CcipWrites {
  static final int LINE_BYTES = 64;
  static final int LINE_WORDS = LINE_BYTES / Long.BYTES;

  /** Requests that are accepted after almost full. */
  private static final int AFTER_ALMOST_FULL = 8;

  private static final int MOST_REQUESTS = 512;

  final SimulationContext context;
  final String port;
  final String channel;
  final EventHistory history;
  final StallGenerator stalls;
  private final Pin valid;
  private final Pin length;
  private final Pin type;
  private final Pin address;
  private final Pin mdata;
  private final Pin[] reserved;
  private final DrivenInput almostFull;
  private final int room;
  private final int latency;
  private final boolean shuffle;

  /** The requests that were accepted and not answered, the oldest first: fields by place. */
  final long[] addresses = new long[MOST_REQUESTS];

  final int[] mdatas = new int[MOST_REQUESTS];
  final int[] types = new int[MOST_REQUESTS];
  final int[] lineCounts = new int[MOST_REQUESTS];
  final long[] readyCycles = new long[MOST_REQUESTS];
  final long[] acceptedCycles = new long[MOST_REQUESTS];
  int size;

  private int sinceAlmostFull;
  private int mostOutstanding;
  private long requests;
  private long lines;
  private long latencySum;

  CcipChannel(SimulationContext context, InterfacePins pins, EventHistory history, String channel) {
    this.context = context;
    this.history = history;
    this.channel = channel;
    HarnessOptions options = context.options();
    port = pins.bus().name();
    String prefix = channel + "Tx.";
    valid = pins.pin(prefix + "valid");
    length = pins.pin(prefix + "cl_len");
    type = pins.pin(prefix + "req_type");
    address = pins.pin(prefix + "address");
    mdata = pins.pin(prefix + "mdata");
    reserved =
        pins.bus().signals().keySet().stream()
            .filter(name -> name.startsWith(prefix + "rsvd"))
            .map(pins::pin)
            .toArray(Pin[]::new);
    almostFull = pins.output(channel + "TxAlmFull");
    stalls = new StallGenerator(options, port + channel);
    room = Math.min(options.outstanding(), MOST_REQUESTS - 8 * AFTER_ALMOST_FULL);
    latency = options.latency();
    shuffle = options.shuffle();
  }

  /** Takes a request whose header is right. */
  abstract void take(int requestType, long line, int count, int tag);

  /** Whether a request type has a model. */
  abstract boolean isKnown(int requestType);

  /** Whether a request type has an address and a length. */
  abstract boolean hasAddress(int requestType);

  final void sample() {
    if (valid.get() == 0) {
      return;
    }
    context.progress();
    if (almostFull.isSet() && ++sinceAlmostFull > AFTER_ALMOST_FULL) {
      violation(
          CcipRule.ALMOST_FULL,
          "request number %d since %sTxAlmFull is high".formatted(sinceAlmostFull, channel));
      return;
    }
    int requestType = (int) type.get();
    long line = address.get();
    int count = (int) length.get() + 1;
    for (Pin each : reserved) {
      if (each.get() != 0) {
        violation(CcipRule.RESERVED_BITS, "%s is 0x%x".formatted(each.port().name(), each.get()));
      }
    }
    if (!isKnown(requestType)) {
      violation(CcipRule.REQUEST_TYPE, "request type %d on %s".formatted(requestType, channel));
      return;
    }
    if (hasAddress(requestType)) {
      if (count == 3) {
        violation(CcipRule.REQUEST_LENGTH, "cl_len is 2 on " + channel);
        return;
      }
    }
    take(requestType, line, count, (int) mdata.get());
  }

  final void checkAlignment(long line, int count) {
    if ((line & (count - 1)) != 0) {
      violation(
          CcipRule.REQUEST_ALIGNMENT,
          "%d lines at line 0x%x on %s".formatted(count, line, channel));
    }
  }

  final void violation(CcipRule rule, String what) {
    context.violation(port, rule, what);
  }

  /** Adds a request to the queue. */
  final void add(String name, int requestType, long byteAddress, int count, int tag) {
    history.add(context.cycle(), name, tag);
    addresses[size] = byteAddress;
    mdatas[size] = tag;
    types[size] = requestType;
    lineCounts[size] = count;
    acceptedCycles[size] = context.cycle();
    readyCycles[size] = context.cycle() + latency;
    size++;
    mostOutstanding = Math.max(mostOutstanding, size);
  }

  /** Counts lines that were moved, or requests without one. */
  final void count(int movedLines) {
    requests++;
    lines += movedLines;
  }

  /** Removes a request. */
  final void remove(int at) {
    latencySum += context.cycle() - acceptedCycles[at];
    size--;
    int behind = size - at;
    System.arraycopy(addresses, at + 1, addresses, at, behind);
    System.arraycopy(mdatas, at + 1, mdatas, at, behind);
    System.arraycopy(types, at + 1, types, at, behind);
    System.arraycopy(lineCounts, at + 1, lineCounts, at, behind);
    System.arraycopy(acceptedCycles, at + 1, acceptedCycles, at, behind);
    System.arraycopy(readyCycles, at + 1, readyCycles, at, behind);
  }

  /**
   * The place of a request to answer, or -1: the oldest that is ready, or a random one.
   *
   * @param end how many of the oldest requests can be answered
   */
  final int pick(int end) {
    int found = -1;
    int candidates = 0;
    for (int i = 0; i < end && (found < 0 || shuffle); i++) {
      if (readyCycles[i] <= context.cycle()) {
        candidates++;
        if (found < 0 || stalls.nextBelow(candidates) == 0) {
          found = i;
        }
      }
    }
    return found >= 0 && stalls.stall() ? -1 : found;
  }

  /** Drives almost full: while the queue is full, and at random. */
  final void driveAlmostFull() {
    boolean full = size >= room || stalls.stall();
    if (!full || !almostFull.isSet()) {
      sinceAlmostFull = 0;
    }
    almostFull.set(full ? 1 : 0);
  }

  final void checkQuiet(String when) {
    if (valid.get() != 0) {
      violation(CcipRule.QUIET_IN_RESET, channel + "Tx.valid is high " + when);
    }
  }

  int outstanding() {
    return size;
  }

  final Traffic traffic() {
    return Traffic.ofRequests(requests, lines, lines * LINE_BYTES, mostOutstanding, latencySum);
  }

  final void clearStatistics() {
    requests = 0;
    lines = 0;
    latencySum = 0;
    mostOutstanding = 0;
  }

  final String state() {
    return "%s %d requests outstanding, almost full=%d"
        .formatted(channel, outstanding(), almostFull.isSet() ? 1 : 0);
  }
}
