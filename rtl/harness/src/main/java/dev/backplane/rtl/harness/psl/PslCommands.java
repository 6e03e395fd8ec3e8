package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pins of commands, buffers and responses: takes commands, moves their data through the buffer
 * channels, and drives their answers, which come from the host. A command with a write is asked for
 * both halves of its line before the host gets it; one with a read gets both halves before its
 * response.
 */
final class PslCommands implements PslHost.Answers {
  static final int TAGS = 256;

  /** A simple accelerator relies on some cycles between a command and what it causes. */
  private static final int LEAST_LATENCY = 5;

  private static final int MOST_CREDITS = 64;
  private static final int HALVES = 2;

  private final SimulationContext context;
  private final String port;
  private final EventHistory history;
  private final PslHost host;
  private final Pin paren;
  private final Pin valid;
  private final Pin tagPin;
  private final Pin tagParity;
  private final Pin codePin;
  private final Pin codeParity;
  private final Pin addressPin;
  private final Pin addressParity;
  private final Pin process;
  private final Pin sizePin;
  private final Pin latencyPin;
  private final DrivenInput room;
  private final BufferWrites bufferWrites;
  private final BufferReads bufferReads;
  private final ResponsePins responses;
  private final GivenItags itags;
  private final List<PslDma> dmas;
  private final int roomCredits;
  private final int latency;

  private final StallGenerator never;
  private final StallGenerator reorder;
  private final StallGenerator delayedBuffers;
  private final StallGenerator delayedResponses;
  private final StallGenerator repeatedBuffers;
  private final StallGenerator withheldCredits;

  /** The outstanding commands by tag; null for a tag that is free. */
  private final @Nullable PslCommand[] commands = new PslCommand[TAGS];

  private final int[] processes = new int[TAGS];
  private final long[] addresses = new long[TAGS];
  private final int[] sizes = new int[TAGS];
  private final PslResponse[] answers = new PslResponse[TAGS];
  private final boolean[] atHost = new boolean[TAGS];
  private final long[] acceptedCycles = new long[TAGS];

  /** Writes whose data is to be read from the accelerator. */
  private final TagQueue toRead = new TagQueue(TAGS);

  /** Commands for the host. */
  private final TagQueue toServe = new TagQueue(TAGS);

  /** Reads whose data is to be given to the accelerator. */
  private final TagQueue toWrite = new TagQueue(TAGS);

  private final TagQueue toRespond = new TagQueue(TAGS);

  private int outstanding;
  private int served;
  private int mostOutstanding;
  private int credits;
  private int withheld;
  private long reads;
  private long readBytes;
  private long writes;
  private long writtenBytes;
  private long latencySum;
  private long interrupts;

  PslCommands(
      SimulationContext context,
      InterfacePins pins,
      EventHistory history,
      PslHost host,
      PslFaults faults,
      GivenItags itags,
      List<PslDma> dmas) {
    this.context = context;
    this.history = history;
    this.host = host;
    this.itags = itags;
    this.dmas = dmas;
    port = pins.bus().name();
    paren = pins.pin("ah_paren", 0);
    valid = pins.pin("ah_cvalid");
    tagPin = pins.pin("ah_ctag");
    tagParity = pins.pin("ah_ctagpar", 0);
    codePin = pins.pin("ah_com");
    codeParity = pins.pin("ah_compar", 0);
    addressPin = pins.pin("ah_cea");
    addressParity = pins.pin("ah_ceapar", 0);
    process = pins.pin("ah_cch", 0);
    sizePin = pins.pin("ah_csize");
    latencyPin = pins.pin("ah_brlat");
    room = pins.output("ha_croom");
    bufferWrites = new BufferWrites(pins);
    bufferReads = new BufferReads(context, pins);
    responses = new ResponsePins(pins);
    never = faults.chance(0, port);
    reorder = faults.chance(faults.reordered(), port + " order");
    delayedBuffers = faults.chance(faults.delayedBuffers(), port + " buffers");
    delayedResponses = faults.chance(faults.delayedResponses(), port + " responses");
    repeatedBuffers = faults.chance(faults.repeatedBuffers(), port + " repetitions");
    withheldCredits = faults.chance(faults.withheldCredits(), port + " credits");
    roomCredits = Math.min(MOST_CREDITS, context.options().outstanding());
    latency = Math.max(LEAST_LATENCY, context.options().latency());
    host.connect(this);
    restart();
  }

  /** Forgets all commands, for a new job. */
  void restart() {
    Arrays.fill(commands, null);
    Arrays.fill(atHost, false);
    toRead.clear();
    toServe.clear();
    toWrite.clear();
    toRespond.clear();
    outstanding = 0;
    served = 0;
    withheld = 0;
    credits = roomCredits;
    room.set(roomCredits);
    bufferReads.restart();
    bufferWrites.restart();
    responses.clear();
    itags.clear();
    dmas.forEach(PslDma::restart);
    host.restart();
  }

  /** {@return the number of requested interrupts} */
  long interrupts() {
    return interrupts;
  }

  int outstanding() {
    return outstanding;
  }

  /** {@return the number of outstanding commands of a process element} */
  int outstanding(int element) {
    int count = 0;
    for (int tag = 0; tag < TAGS && outstanding > 0; tag++) {
      if (commands[tag] != null && processes[tag] == element) {
        count++;
      }
    }
    return count;
  }

  /** {@return the number of commands that the host is executing} */
  int atHost() {
    return served;
  }

  /** Samples a command and the data of writes, in a job. */
  void sample(boolean running) {
    if (bufferReads.sample(paren.get() != 0)) {
      stored(bufferReads.completedTag());
    }
    if (valid.get() != 0) {
      accept(running);
    }
    if (running) {
      bufferReads.checkLatency((int) latencyPin.get());
    }
  }

  /** Reports a command during a RESET, which is not served. */
  void checkQuiet() {
    if (valid.get() != 0) {
      violation(PslRule.RUNNING, "command 0x%04x during a RESET", (int) codePin.get());
    }
  }

  private void accept(boolean running) {
    context.progress();
    int tag = (int) tagPin.get();
    int code = (int) codePin.get();
    long address = addressPin.get();
    if (!running) {
      violation(PslRule.RUNNING, "command 0x%04x while ah_jrunning is low", code);
    }
    if (paren.get() != 0) {
      checkParity("ah_ctagpar", tag, tagParity);
      checkParity("ah_compar", code, codeParity);
      checkParity("ah_ceapar", address, addressParity);
    }
    if (credits == 0) {
      violation(PslRule.CREDITS, "command 0x%04x without a credit", code);
    } else {
      credits--;
    }
    if (commands[tag] != null) {
      violation(PslRule.TAGS, "a command with tag 0x%02x, which is outstanding", tag);
      return;
    }
    PslCommand command = PslCommand.of(code);
    if (command == null) {
      violation(PslRule.COMMAND_CODE, "command 0x%04x does not exist or has no model", code);
      return;
    }
    int size = (int) sizePin.get();
    int element = (int) process.get();
    host.see(command, element, address, size);
    if (context.fault() == null) {
      add(tag, command, element, address, size);
    }
  }

  private void violation(PslRule rule, String text, Object value) {
    context.violation(port, rule, text.formatted(value));
  }

  private void checkParity(String name, long value, Pin parity) {
    if (parity.get() != Parity.odd(value)) {
      context.violation(
          port, PslRule.COMMAND_PARITY, "%s is %d for 0x%x".formatted(name, parity.get(), value));
    }
  }

  private void add(int tag, PslCommand command, int element, long address, int size) {
    history.add(context.cycle(), command.name(), tag);
    commands[tag] = command;
    processes[tag] = element;
    addresses[tag] = address;
    sizes[tag] = size;
    acceptedCycles[tag] = context.cycle();
    outstanding++;
    mostOutstanding = Math.max(mostOutstanding, outstanding);
    if (command == PslCommand.INTREQ && !context.isSilenced()) {
      interrupts++;
    }
    boolean write = command.transfer() == PslCommand.Transfer.WRITE;
    (write ? toRead : toServe).add(tag, context.cycle() + latency);
  }

  /** Drives buffers and responses. */
  void drive() {
    serve();
    driveBufferWrite();
    driveBufferRead();
    driveResponse();
  }

  private void serve() {
    int tag = toServe.take(context.cycle(), never, reorder);
    if (tag >= 0) {
      atHost[tag] = true;
      served++;
      PslCommand command = Objects.requireNonNull(commands[tag]);
      if (context.isSilenced()) {
        answer(tag, PslResponse.FLUSHED);
      } else {
        host.command(tag, command, processes[tag], addresses[tag], sizes[tag]);
      }
    }
  }

  @Override
  public void answer(int tag, PslResponse response) {
    if (!atHost[tag]) {
      // The job of the command has ended.
      return;
    }
    atHost[tag] = false;
    served--;
    answers[tag] = response;
    PslCommand command = Objects.requireNonNull(commands[tag]);
    if (response == PslResponse.DONE && command.transfer() == PslCommand.Transfer.READ) {
      reads++;
      readBytes += sizes[tag];
      toWrite.add(tag, context.cycle());
      return;
    }
    if (response == PslResponse.DONE && command.transfer() == PslCommand.Transfer.WRITE) {
      writes++;
      writtenBytes += sizes[tag];
    }
    toRespond.add(tag, context.cycle() + 1);
  }

  private void driveBufferWrite() {
    int complete = bufferWrites.drive();
    if (complete >= 0) {
      toRespond.add(complete, context.cycle() + 1);
    }
    if (bufferWrites.isFree()) {
      int next = toWrite.isEmpty() ? -1 : toWrite.take(context.cycle(), delayedBuffers, reorder);
      if (next >= 0) {
        bufferWrites.begin(next, host.line(next), repeatedBuffers.stall());
      } else {
        bufferWrites.rest();
      }
    }
  }

  private void driveBufferRead() {
    if (bufferReads.drive() && !toRead.isEmpty()) {
      int next = toRead.take(context.cycle(), delayedBuffers, reorder);
      if (next >= 0) {
        bufferReads.begin(next, host.line(next), (int) latencyPin.get(), repeatedBuffers.stall());
      }
    }
  }

  private void stored(int tag) {
    toServe.add(tag, context.cycle() + 1);
  }

  private void driveResponse() {
    int tag = toRespond.take(context.cycle(), delayedResponses, reorder);
    if (tag < 0) {
      responses.clear();
      return;
    }
    context.progress();
    PslResponse answer = answers[tag];
    int itag = translate(tag, answer);
    history.add(context.cycle(), answer.name(), tag);
    latencySum += context.cycle() - acceptedCycles[tag];
    commands[tag] = null;
    outstanding--;
    // Withheld credits come with a later response, at the latest with the last one.
    withheld++;
    int given = outstanding > 0 && withheldCredits.stall() ? 0 : withheld;
    withheld -= given;
    credits += given;
    responses.give(tag, answer, given, itag);
  }

  /** Tells the accelerator of a translation, or forgets one that it gives up. */
  private int translate(int tag, PslResponse answer) {
    PslCommand command = Objects.requireNonNull(commands[tag]);
    if (answer != PslResponse.DONE) {
      return 0;
    }
    switch (command) {
      case XLAT_RD, XLAT_WR -> {
        int itag = host.itag(tag);
        itags.give(itag, addresses[tag]);
        return itag;
      }
      case ITAG_ABRT_RD, ITAG_ABRT_WR -> itags.abort(addresses[tag]);
      default -> {
        // It is of no translation.
      }
    }
    return 0;
  }

  void clearStatistics() {
    reads = 0;
    readBytes = 0;
    writes = 0;
    writtenBytes = 0;
    latencySum = 0;
    mostOutstanding = 0;
  }

  Traffic readTraffic() {
    return traffic(reads, readBytes);
  }

  Traffic writeTraffic() {
    return traffic(writes, writtenBytes);
  }

  private Traffic traffic(long count, long bytes) {
    return Traffic.ofRequests(count, count * HALVES, bytes, mostOutstanding, latencySum);
  }

  String state() {
    return "%d commands outstanding, %d of %d credits given, %d withheld"
        .formatted(outstanding, credits, roomCredits, withheld);
  }
}
