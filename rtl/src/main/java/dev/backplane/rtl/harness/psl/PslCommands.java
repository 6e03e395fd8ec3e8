package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Accepts commands, moves their data through the buffer channels, and answers them. A command with
 * a read gets both halves of a line and then its response; one with a write is asked for both
 * halves, and is answered when they arrived. Commands are served in order, or at random from the
 * seed.
 */
final class PslCommands {
  /** A simple accelerator relies on some cycles between a command and what it causes. */
  private static final int LEAST_LATENCY = 5;

  private static final int TAGS = 256;
  private static final int MOST_CREDITS = 64;
  private static final int HALVES = 2;

  private static final int DONE = PslResponse.DONE.code();
  private static final int AERROR = PslResponse.AERROR.code();
  private static final int FLUSHED = PslResponse.FLUSHED.code();

  private static final Set<PslCommand> MODELLED =
      Collections.unmodifiableSet(
          EnumSet.of(
              PslCommand.READ_CL_NA,
              PslCommand.READ_CL_S,
              PslCommand.READ_CL_M,
              PslCommand.READ_PNA,
              PslCommand.WRITE_MI,
              PslCommand.WRITE_MS,
              PslCommand.WRITE_NA,
              PslCommand.WRITE_INJ,
              PslCommand.TOUCH_I,
              PslCommand.TOUCH_S,
              PslCommand.TOUCH_M,
              PslCommand.PUSH_I,
              PslCommand.PUSH_S,
              PslCommand.EVICT_I,
              PslCommand.FLUSH,
              PslCommand.RESTART,
              PslCommand.INTREQ));

  /** What a command waits for. */
  private enum Stage {
    FREE,
    TRANSFER,
    DATA,
    RESPONSE
  }

  private final SimulationContext context;
  private final String port;
  private final EventHistory history;
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
  private final DrivenInput responseValid;
  private final DrivenInput responseTag;
  private final DrivenInput responseTagParity;
  private final DrivenInput response;
  private final DrivenInput responseCredits;
  private final StallGenerator stalls;
  private final int roomCredits;
  private final int latency;
  private final boolean shuffle;

  private final Stage[] stages = new Stage[TAGS];
  private final PslCommand[] commands = new PslCommand[TAGS];
  private final long[] addresses = new long[TAGS];
  private final int[] sizes = new int[TAGS];
  private final int[] answers = new int[TAGS];
  private final long[] readyCycles = new long[TAGS];
  private final long[] acceptedCycles = new long[TAGS];

  /** The outstanding tags, the oldest first. */
  private final int[] order = new int[TAGS];

  private int outstanding;
  private int mostOutstanding;

  private final long[] lines = new long[TAGS * CacheLines.WORDS];
  private int credits;
  private int withheld;
  private boolean flushing;
  private long reads;
  private long readBytes;
  private long writes;
  private long writtenBytes;
  private long latencySum;
  private long interrupts;

  PslCommands(SimulationContext context, InterfacePins pins, EventHistory history) {
    this.context = context;
    this.history = history;
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
    responseValid = pins.output("ha_rvalid");
    responseTag = pins.output("ha_rtag");
    responseTagParity = pins.output("ha_rtagpar");
    response = pins.output("ha_response");
    responseCredits = pins.output("ha_rcredits");
    stalls = new StallGenerator(context.options(), port);
    roomCredits = Math.min(MOST_CREDITS, context.options().outstanding());
    latency = Math.max(LEAST_LATENCY, context.options().latency());
    shuffle = context.options().shuffle();
    restart();
  }

  /** Forgets all commands, for a new job. */
  void restart() {
    java.util.Arrays.fill(stages, Stage.FREE);
    outstanding = 0;
    withheld = 0;
    credits = roomCredits;
    flushing = false;
    room.set(roomCredits);
    bufferReads.restart();
    bufferWrites.restart();
  }

  /** How many interrupts were requested. */
  long interrupts() {
    return interrupts;
  }

  int outstanding() {
    return outstanding;
  }

  /** Samples a command and the data of writes, in a job. */
  void sample(boolean running) {
    if (bufferReads.sample(lines, paren.get() != 0)) {
      stored(bufferReads.completedTag());
    }
    if (valid.get() != 0) {
      accept(running);
    }
    if (running) {
      bufferReads.checkLatency((int) latencyPin.get());
    }
  }

  private void accept(boolean running) {
    context.progress();
    int tag = (int) tagPin.get();
    int code = (int) codePin.get();
    long address = addressPin.get();
    int size = (int) sizePin.get();
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
    if (stages[tag] != Stage.FREE) {
      violation(PslRule.TAGS, "a command with tag 0x%02x, which is outstanding", tag);
      return;
    }
    PslCommand command = PslCommand.of(code);
    if (command == null || !MODELLED.contains(command)) {
      violation(PslRule.COMMAND_CODE, "command 0x%04x does not exist or has no model", code);
      return;
    }
    boolean sized = command != PslCommand.RESTART && command != PslCommand.INTREQ;
    if (sized && (size > CacheLines.BYTES || Integer.bitCount(size) != 1)) {
      violation(PslRule.COMMAND_SIZE, command + " of %d bytes", size);
      return;
    }
    if (sized && (address & (size - 1)) != 0) {
      violation(PslRule.COMMAND_ALIGNMENT, command + " of " + size + " bytes at 0x%x", address);
      return;
    }
    if (process.get() != 0) {
      violation(PslRule.PROCESS_ELEMENT, command + " for process element %d", process.get());
    }
    add(tag, command, address, size);
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

  private void add(int tag, PslCommand command, long address, int size) {
    history.add(context.cycle(), command.name(), tag);
    commands[tag] = command;
    addresses[tag] = address;
    sizes[tag] = size;
    acceptedCycles[tag] = context.cycle();
    readyCycles[tag] = context.cycle() + latency;
    answers[tag] = DONE;
    stages[tag] = Stage.RESPONSE;
    order[outstanding++] = tag;
    mostOutstanding = Math.max(mostOutstanding, outstanding);
    if (command == PslCommand.RESTART) {
      flushing = false;
    } else if (command == PslCommand.INTREQ) {
      interrupts++;
    } else if (flushing) {
      answers[tag] = FLUSHED;
    } else if (command.transfer() != PslCommand.Transfer.NONE && isMapped(tag)) {
      stages[tag] = Stage.TRANSFER;
    }
  }

  private boolean isMapped(int tag) {
    BusMemory.Region region = CacheLines.find(context.memory(), port, addresses[tag], sizes[tag]);
    boolean write = commands[tag].transfer() == PslCommand.Transfer.WRITE;
    if (region != null && (region.writable() || !write)) {
      return true;
    }
    answers[tag] = AERROR;
    flushing = true;
    context.addressFault(
        port,
        region == null
            ? (write ? "write where no memory is" : "read where no memory is")
            : "write to memory that is read only",
        "command %s of %d bytes with tag 0x%02x".formatted(commands[tag], sizes[tag], tag),
        addresses[tag]);
    return false;
  }

  /** Drives buffers and responses. */
  void drive() {
    driveBufferWrite();
    driveBufferRead();
    driveResponse();
  }

  private void driveBufferWrite() {
    int tag = bufferWrites.drive(lines);
    if (tag >= 0) {
      stages[tag] = Stage.RESPONSE;
      readyCycles[tag] = context.cycle() + 1;
    }
    if (bufferWrites.isFree()) {
      int next = pick(Stage.TRANSFER, PslCommand.Transfer.READ);
      if (next >= 0) {
        stages[next] = Stage.DATA;
        BusMemory.Region region =
            Objects.requireNonNull(
                CacheLines.find(context.memory(), port, addresses[next], sizes[next]));
        CacheLines.read(
            region, addresses[next] & -CacheLines.BYTES, lines, next * CacheLines.WORDS);
        bufferWrites.begin(next, lines);
        reads++;
        readBytes += sizes[next];
      }
    }
  }

  private void driveBufferRead() {
    if (bufferReads.drive()) {
      int next = pick(Stage.TRANSFER, PslCommand.Transfer.WRITE);
      if (next >= 0) {
        stages[next] = Stage.DATA;
        bufferReads.begin(next, (int) latencyPin.get());
      }
    }
  }

  private void stored(int tag) {
    BusMemory.Region region =
        Objects.requireNonNull(CacheLines.find(context.memory(), port, addresses[tag], sizes[tag]));
    CacheLines.write(region, addresses[tag], sizes[tag], lines, tag * CacheLines.WORDS);
    stages[tag] = Stage.RESPONSE;
    readyCycles[tag] = context.cycle() + 2;
    writes++;
    writtenBytes += sizes[tag];
  }

  private void driveResponse() {
    int tag = pick(Stage.RESPONSE, null);
    if (tag < 0) {
      responseValid.set(0);
      return;
    }
    context.progress();
    history.add(context.cycle(), answers[tag] == DONE ? "DONE" : "error", tag);
    latencySum += context.cycle() - acceptedCycles[tag];
    stages[tag] = Stage.FREE;
    remove(tag);
    responseValid.set(1);
    responseTag.set(tag);
    responseTagParity.set(Parity.odd(tag));
    response.set(answers[tag]);
    // Withheld credits come with a later response, at the latest with the last one.
    withheld++;
    int given = outstanding > 0 && stalls.stall() ? 0 : withheld;
    withheld -= given;
    credits += given;
    responseCredits.set(given);
  }

  private void remove(int tag) {
    int at = 0;
    while (order[at] != tag) {
      at++;
    }
    outstanding--;
    System.arraycopy(order, at + 1, order, at, outstanding - at);
  }

  /** A tag in a stage whose time has come, or -1: the oldest, or a random one. */
  private int pick(Stage stage, PslCommand.@org.jspecify.annotations.Nullable Transfer transfer) {
    int found = -1;
    int candidates = 0;
    for (int i = 0; i < outstanding; i++) {
      int tag = order[i];
      if (stages[tag] == stage
          && readyCycles[tag] <= context.cycle()
          && (transfer == null || commands[tag].transfer() == transfer)) {
        candidates++;
        if (found < 0 || (shuffle && stalls.nextBelow(candidates) == 0)) {
          found = tag;
        }
      }
    }
    return found >= 0 && stalls.stall() ? -1 : found;
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
