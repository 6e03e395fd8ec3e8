package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;

/**
 * The common part of the read channel and the write channel: the check of headers, the almost-full
 * signal, and a queue of requests that are answered in any order.
 */
abstract sealed class CcipChannel permits CcipReads, CcipWrites {
  static final int LINE_BYTES = 64;
  static final int LINE_WORDS = LINE_BYTES / Long.BYTES;

  /** The lowest bit of the field in a response that names the physical channel. */
  static final int CHANNEL_SHIFT = 26;

  /** The value of vc_sel that leaves the choice of a channel to the platform. */
  private static final int ANY_CHANNEL = 0;

  private static final int FIRST_CHANNEL = 1;
  private static final int PHYSICAL_CHANNELS = 3;

  /** The first channel of PCI Express: the only one of most cards. */
  private static final int USUAL_CHANNEL = 2;

  /** Requests that are accepted after almost full. */
  private static final int AFTER_ALMOST_FULL = 8;

  private static final int MOST_REQUESTS = 512;
  private static final int TAGS = 1 << Short.SIZE;

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
  private final Pin channelChoice;
  private final Pin[] reserved;
  private final DrivenInput almostFull;
  private final int room;
  private final int latency;
  private final boolean shuffle;

  /** The requests that were accepted and not answered, the oldest first; behind them free ones. */
  private final CcipRequest[] requests = new CcipRequest[MOST_REQUESTS];

  /** The number of outstanding requests with an address, by their mdata. */
  private final short[] tags = new short[TAGS];

  int size;

  private int sinceAlmostFull;
  private int mostOutstanding;
  private long requestCount;
  private long lines;
  private long latencySum;

  CcipChannel(
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      String channel,
      int wordsOfRequest) {
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
    channelChoice = pins.pin(prefix + "vc_sel");
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
    java.util.Arrays.setAll(requests, _ -> new CcipRequest(wordsOfRequest));
  }

  /** Takes a request whose header is right. */
  abstract void take(int requestType, long line, int count, int tag);

  /** Tells whether a request type has a model. */
  abstract boolean isKnown(int requestType);

  /** Tells whether a request type has an address and a length. */
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
      requireZero(each);
    }
    if (!isKnown(requestType)) {
      violation(CcipRule.REQUEST_TYPE, "request type %d on %s".formatted(requestType, channel));
      return;
    }
    if (hasAddress(requestType) && count == 3) {
      violation(CcipRule.REQUEST_LENGTH, "cl_len is 2 on " + channel);
      return;
    }
    take(requestType, line, count, (int) mdata.get());
  }

  /** Requires that a field means nothing here. */
  final void requireZero(Pin field) {
    if (field.get() != 0) {
      violation(CcipRule.RESERVED_BITS, "%s is 0x%x".formatted(field.port().name(), field.get()));
    }
  }

  final void checkAlignment(long line, int count) {
    if ((line & (count - 1)) != 0) {
      violation(
          CcipRule.REQUEST_ALIGNMENT,
          "%d lines at line 0x%x on %s".formatted(count, line, channel));
    }
  }

  /** Checks that no request has a tag, before it is given to one. */
  final void checkTag(int tag, String name) {
    if (tags[tag] > 0 && !context.wasReported(port, CcipRule.TAG_REUSED)) {
      violation(
          CcipRule.TAG_REUSED,
          "a %s on %s with mdata 0x%x, which is outstanding".formatted(name, channel, tag));
    }
  }

  final void violation(CcipRule rule, String what) {
    context.violation(port, rule, what);
  }

  /**
   * {@return the physical channel that the accelerator asks for; 0 if the platform is to choose
   * one}
   */
  final int channelChoice() {
    return (int) channelChoice.get();
  }

  /** The physical channel that a request takes. */
  final int physicalChannel(int choice) {
    if (choice != ANY_CHANNEL) {
      return choice;
    }
    return shuffle ? FIRST_CHANNEL + stalls.nextBelow(PHYSICAL_CHANNELS) : USUAL_CHANNEL;
  }

  /** A request, by its place. */
  final CcipRequest request(int at) {
    return requests[at];
  }

  /** The request that {@link #add} adds next. */
  final CcipRequest next() {
    return requests[size];
  }

  /** Adds the next request to the queue. */
  final void add(String name) {
    CcipRequest added = requests[size];
    history.add(context.cycle(), name, added.mdata);
    added.acceptedCycle = context.cycle();
    added.readyCycle = context.cycle() + latency;
    if (hasAddress(added.type)) {
      tags[added.mdata]++;
    }
    size++;
    mostOutstanding = Math.max(mostOutstanding, size);
  }

  /** Counts lines that were moved, or requests without one. */
  final void count(int movedLines) {
    requestCount++;
    lines += movedLines;
  }

  /** Removes a request. */
  final void remove(int at) {
    CcipRequest removed = requests[at];
    latencySum += context.cycle() - removed.acceptedCycle;
    if (hasAddress(removed.type)) {
      tags[removed.mdata]--;
    }
    // The one behind the last may be an open packet, and moves as well.
    System.arraycopy(requests, at + 1, requests, at, size - at);
    requests[size] = removed;
    size--;
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
      if (requests[i].readyCycle <= context.cycle()) {
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
    return Traffic.ofRequests(requestCount, lines, lines * LINE_BYTES, mostOutstanding, latencySum);
  }

  final void clearStatistics() {
    requestCount = 0;
    lines = 0;
    latencySum = 0;
    mostOutstanding = 0;
  }

  final String state() {
    return "%s %d requests outstanding, almost full=%d"
        .formatted(channel, outstanding(), almostFull.isSet() ? 1 : 0);
  }
}
