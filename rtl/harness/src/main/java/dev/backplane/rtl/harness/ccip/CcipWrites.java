package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.InterruptCounts;
import dev.backplane.rtl.harness.SimulationContext;

/**
 * Channel c1: packets of 1, 2 or 4 written lines with one response each, writes of some bytes of a
 * line, fences, and interrupts. Memory changes when the response is given; nothing passes a fence.
 */
final class CcipWrites extends CcipChannel {
  private static final int WRITE_PUSH = 2;
  private static final int FENCE = 4;
  private static final int INTERRUPT = 6;

  /** The bits of mdata that have the vector of an interrupt. */
  private static final int VECTORS = 3;

  private static final int MOST_LINES = 4;

  /** A response for all lines of a packet, whose number is in cl_num. */
  private static final long PACKED = 1L << 23;

  private final Pin data;
  private final Pin startOfPacket;
  private final Pin byteMode;
  private final Pin byteStart;
  private final Pin byteLength;
  private final DrivenInput header;
  private final DrivenInput responseValid;
  private final HostLines memory;
  private final InterruptCounts interrupts;

  /** The lines that are missing of the open packet, which is the next request. */
  private int linesMissing;

  private int openChoice;

  CcipWrites(
      SimulationContext context, InterfacePins pins, EventHistory history, HostLines memory) {
    super(context, pins, history, "c1", MOST_LINES * LINE_WORDS);
    this.memory = memory;
    interrupts = new InterruptCounts(context);
    data = pins.pin("c1Tx.data");
    startOfPacket = pins.pin("c1Tx.sop");
    byteMode = pins.pin("c1Tx.mode");
    byteStart = pins.pin("c1Tx.byte_start");
    byteLength = pins.pin("c1Tx.byte_len");
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
    boolean isFirst = linesMissing == 0;
    if (isFirst && !hasAddress(requestType)) {
      takeCommand(requestType, tag);
      return;
    }
    if (isFirst && !start) {
      violation(CcipRule.WRITE_PACKET, "line 0x%x without sop".formatted(line));
      return;
    }
    if (isFirst) {
      open(requestType, line, count, tag);
    } else {
      checkContinuation(start, requestType, line, count, tag);
    }
    CcipRequest packet = next();
    checkBytes(packet, isFirst);
    int at = (packet.lines - linesMissing) * LINE_WORDS;
    for (int i = 0; i < LINE_WORDS; i++) {
      packet.words[at + i] = data.word(i);
    }
    if (--linesMissing == 0) {
      add("write");
      count(packet.lines);
    }
  }

  /** Takes a fence or an interrupt. */
  private void takeCommand(int requestType, int tag) {
    requireZero(byteMode);
    requireZero(byteStart);
    requireZero(byteLength);
    if (requestType == INTERRUPT) {
      interrupts.raise(tag & VECTORS);
    }
    CcipRequest command = next();
    command.type = requestType;
    command.lines = 0;
    command.mdata = tag;
    command.channel = physicalChannel(channelChoice());
    add(requestType == FENCE ? "fence" : "interrupt");
    count(0);
  }

  private void open(int requestType, long line, int count, int tag) {
    checkAlignment(line, count);
    checkTag(tag, "write");
    CcipRequest packet = next();
    packet.type = requestType;
    packet.address = line * LINE_BYTES;
    packet.lines = count;
    packet.mdata = tag;
    openChoice = channelChoice();
    packet.channel = physicalChannel(openChoice);
    linesMissing = count;
  }

  /** Takes the range of bytes: those of a single line, or none. */
  private void checkBytes(CcipRequest packet, boolean isFirst) {
    packet.firstByte = 0;
    packet.bytes = LINE_BYTES;
    if (byteMode.get() == 0) {
      requireZero(byteStart);
      requireZero(byteLength);
      return;
    }
    int first = (int) byteStart.get();
    int bytes = (int) byteLength.get();
    if (!isFirst || packet.lines != 1) {
      violation(
          CcipRule.BYTE_RANGE,
          "bytes of a line in a packet of %d at line 0x%x"
              .formatted(packet.lines, packet.address / LINE_BYTES));
    } else if (bytes == 0 || first + bytes > LINE_BYTES) {
      violation(
          CcipRule.BYTE_RANGE,
          "byte_start %d and byte_len %d at line 0x%x"
              .formatted(first, bytes, packet.address / LINE_BYTES));
    } else {
      packet.firstByte = first;
      packet.bytes = bytes;
    }
  }

  private void checkContinuation(boolean start, int requestType, long line, int count, int tag) {
    CcipRequest packet = next();
    long due = packet.address / LINE_BYTES + packet.lines - linesMissing;
    if (start || line != due || requestType != packet.type) {
      violation(
          CcipRule.WRITE_PACKET,
          "sop=%d, line 0x%x, type %d, cl_len %d, mdata 0x%x where line 0x%x of a packet is due"
              .formatted(start ? 1 : 0, line, requestType, count - 1, tag, due));
    } else if ((count != packet.lines || tag != packet.mdata || channelChoice() != openChoice)
        && !context.wasReported(port, CcipRule.PACKET_FIELDS)) {
      violation(
          CcipRule.PACKET_FIELDS,
          "cl_len %d, mdata 0x%x, vc_sel %d at line 0x%x of a packet that began with %d, 0x%x, %d"
              .formatted(
                  count - 1,
                  tag,
                  channelChoice(),
                  line,
                  packet.lines - 1,
                  packet.mdata,
                  openChoice));
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
    CcipRequest done = request(at);
    history.add(context.cycle(), "written", done.mdata);
    for (int i = 0; i < done.lines; i++) {
      memory.write(
          done.address + (long) i * LINE_BYTES,
          done.words,
          i * LINE_WORDS,
          done.firstByte,
          done.bytes);
    }
    int answer = hasAddress(done.type) ? 0 : done.type;
    long bits = (long) done.channel << CHANNEL_SHIFT | (long) answer << 16 | done.mdata;
    header.set(done.lines > 1 ? bits | PACKED | (done.lines - 1L) << 20 : bits);
    responseValid.set(1);
    remove(at);
  }

  /**
   * {@return the number of the oldest requests that can be answered: those before a fence, or the
   * fence alone}
   */
  private int end() {
    for (int i = 0; i < size; i++) {
      if (request(i).type == FENCE) {
        return Math.max(1, i);
      }
    }
    return size;
  }
}
