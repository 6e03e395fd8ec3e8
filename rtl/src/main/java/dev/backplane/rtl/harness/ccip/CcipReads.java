package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;

/** Channel c0: reads of 1, 2 or 4 lines, each of which gets a response of its own. */
final class CcipReads extends CcipChannel {
  private static final int READ_SHARED = 1;

  private final CcipReceive receive;
  private final HostLines memory;
  private final long[] words = new long[LINE_WORDS];

  CcipReads(
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      CcipReceive receive,
      HostLines memory) {
    super(context, pins, history, "c0");
    this.receive = receive;
    this.memory = memory;
  }

  @Override
  boolean isKnown(int requestType) {
    return requestType <= READ_SHARED;
  }

  @Override
  boolean hasAddress(int requestType) {
    return true;
  }

  @Override
  void take(int requestType, long line, int count, int tag) {
    checkAlignment(line, count);
    for (int i = 0; i < count; i++) {
      add("read", requestType, (line + i) * LINE_BYTES, i, tag);
    }
    count(count);
  }

  /** Gives a line, unless a register request takes the channel in this cycle. */
  void drive(boolean taken) {
    driveAlmostFull();
    if (taken) {
      return;
    }
    int at = pick(size);
    if (at < 0) {
      receive.idle();
      return;
    }
    context.progress();
    history.add(context.cycle(), "line", mdatas[at]);
    memory.read(addresses[at], words);
    // Where the line is among those of its request is in cl_num.
    receive.respond((long) lineCounts[at] << 20 | mdatas[at], words);
    remove(at);
  }
}
