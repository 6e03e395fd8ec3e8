package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.InterruptCounts;
import dev.backplane.rtl.harness.SimulationContext;

/**
 * Channel c1: packets of 1, 2 or 4 written lines with one response each, fences, and interrupts.
 * Memory changes when the response is given; nothing passes a fence.
 */
final class CcipWrites extends CcipChannel {
  private static final int WRITE_PUSH = 2;
  private static final int FENCE = 4;
  private static final int INTERRUPT = 6;

  /** The bits of mdata that have the vector of an interrupt. */
  private static final int VECTORS = 3;

  private static final int MOST_LINES = 4;
  private static final int PACKET_WORDS = MOST_LINES * LINE_WORDS;

  /** A response for all lines of a packet, whose number is in cl_num. */
  private static final long PACKED = 1L << 23;

  private final Pin data;
  private final Pin startOfPacket;
  private final DrivenInput header;
  private final DrivenInput responseValid;
  private final HostLines memory;

  /** The lines of the accepted packets, by place in the queue, and behind them the open packet. */
  private long[] words = new long[2 * PACKET_WORDS];

  private int linesMissing;
  private int openType;
  private int openCount;
  private int openTag;
  private long openLine;
  private final InterruptCounts interrupts;

  CcipWrites(
      SimulationContext context, InterfacePins pins, EventHistory history, HostLines memory) {
    super(context, pins, history, "c1");
    this.memory = memory;
    interrupts = new InterruptCounts(context);
    data = pins.pin("c1Tx.data");
    startOfPacket = pins.pin("c1Tx.sop");
    header = pins.output("c1Rx.hdr");
    responseValid = pins.output("c1Rx.rspValid");
  }

  @Override
  boolean isKnown(int requestType) {
    return requestType <= WRITE_PUSH || requestType == FENCE || requestType == INTERRUPT;
  }

  @Override
  boolean hasAddress(int requestType) {
    return requestType <= WRITE_PUSH;
  }

  @Override
  int outstanding() {
    return size + (linesMissing > 0 ? 1 : 0);
  }

  /** The interrupts that were requested. */
  InterruptCounts interrupts() {
    return interrupts;
  }

  @Override
  void take(int requestType, long line, int count, int tag) {
    boolean start = startOfPacket.get() != 0;
    if (linesMissing == 0) {
      if (!hasAddress(requestType)) {
        if (requestType == INTERRUPT) {
          interrupts.raise(tag & VECTORS);
        }
        add(requestType == FENCE ? "fence" : "interrupt", requestType, 0, 0, tag);
        count(0);
        return;
      }
      if (!start) {
        violation(CcipRule.WRITE_PACKET, "line 0x%x without sop".formatted(line));
        return;
      }
      checkAlignment(line, count);
      openType = requestType;
      openCount = count;
      openTag = tag;
      openLine = line;
      linesMissing = count;
    } else {
      checkContinuation(start, requestType, line, count, tag);
    }
    int at = size * PACKET_WORDS + (openCount - linesMissing) * LINE_WORDS;
    if (at + LINE_WORDS > words.length) {
      words = java.util.Arrays.copyOf(words, words.length * 2);
    }
    for (int i = 0; i < LINE_WORDS; i++) {
      words[at + i] = data.word(i);
    }
    if (--linesMissing == 0) {
      add("write", openType, openLine * LINE_BYTES, openCount, openTag);
      count(openCount);
    }
  }

  private void checkContinuation(boolean start, int requestType, long line, int count, int tag) {
    long next = openLine + openCount - linesMissing;
    if (start || line != next || requestType != openType || count != openCount || tag != openTag) {
      violation(
          CcipRule.WRITE_PACKET,
          "sop=%d, line 0x%x, type %d, cl_len %d, mdata 0x%x where line 0x%x of a packet is due"
              .formatted(start ? 1 : 0, line, requestType, count - 1, tag, next));
    }
  }

  void drive() {
    driveAlmostFull();
    int at = pick(end());
    if (at < 0) {
      responseValid.set(0);
      return;
    }
    context.progress();
    history.add(context.cycle(), "written", mdatas[at]);
    int count = lineCounts[at];
    for (int i = 0; i < count; i++) {
      memory.write(
          addresses[at] + (long) i * LINE_BYTES, words, at * PACKET_WORDS + i * LINE_WORDS);
    }
    int answer = hasAddress(types[at]) ? 0 : types[at];
    long bits = (long) answer << 16 | mdatas[at];
    header.set(count > 1 ? bits | PACKED | (count - 1L) << 20 : bits);
    responseValid.set(1);
    // The open packet behind the last one moves as well.
    int behind = (size - at) * PACKET_WORDS;
    System.arraycopy(
        words,
        (at + 1) * PACKET_WORDS,
        words,
        at * PACKET_WORDS,
        Math.min(behind, words.length - (at + 1) * PACKET_WORDS));
    remove(at);
  }

  /** How many of the oldest requests can be answered: those before a fence, or the fence alone. */
  private int end() {
    for (int i = 0; i < size; i++) {
      if (types[i] == FENCE) {
        return Math.max(1, i);
      }
    }
    return size;
  }
}
