package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;

/**
 * Channel c0: reads of 1, 2 or 4 lines, each of which gets a response of its own. A speculative
 * read of what is not memory is no fault: its response says that it failed.
 */
final class CcipReads extends CcipChannel {
  private static final int SPECULATIVE = 2;
  private static final int SPECULATIVE_SHARED = 3;

  /** Marks the response of a speculative read that failed. */
  private static final long ERROR = 1L << 23;

  private final CcipReceive receive;
  private final HostLines memory;
  private final long[] words = new long[LINE_WORDS];

  CcipReads(
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      CcipReceive receive,
      HostLines memory) {
    super(context, pins, history, "c0", 0);
    this.receive = receive;
    this.memory = memory;
  }

  @Override
  boolean isKnown(int requestType) {
    return requestType <= SPECULATIVE_SHARED;
  }

  @Override
  boolean hasAddress(int requestType) {
    return true;
  }

  @Override
  void take(int requestType, long line, int count, int tag) {
    checkAlignment(line, count);
    checkTag(tag, "read");
    int physical = physicalChannel(channelChoice());
    for (int i = 0; i < count; i++) {
      CcipRequest read = next();
      read.type = requestType;
      read.address = (line + i) * LINE_BYTES;
      read.lines = i;
      read.mdata = tag;
      read.channel = physical;
      add("read");
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
    CcipRequest read = request(at);
    history.add(context.cycle(), "line", read.mdata);
    boolean failed = !memory.read(read.address, words, read.type >= SPECULATIVE);
    // Where the line is among those of its request is in cl_num.
    receive.respond(
        (long) read.channel << CHANNEL_SHIFT
            | (failed ? ERROR : 0)
            | (long) read.lines << 20
            | read.mdata,
        words);
    remove(at);
  }
}
