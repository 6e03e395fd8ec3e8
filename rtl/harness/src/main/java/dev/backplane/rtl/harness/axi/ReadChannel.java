package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Serves the AR and R channels of a master from memory. */
final class ReadChannel {
  /** The handshake bits of the channels. */
  private static final int ADDRESS_BIT = 1;

  private static final int DATA_BIT = 2;

  private final SimulationContext context;
  private final String port;
  private final AddressChannel addresses;
  private final DrivenHandshake valid;
  private final Pin ready;
  private final Pin data;
  private final DrivenInput id;
  private final UserSignals user;
  private final DrivenInput response;
  private final DrivenInput last;
  private final int busBytes;
  private final int words;
  private final long[] lanes;
  private final BurstQueue queue;
  private final StallGenerator stalls;
  private final boolean shuffle;
  private final int latency;
  private final int bitIndex;
  private final boolean stallFree;

  /** Index in the queue of the burst being served, or -1. */
  private int serving = -1;

  private boolean offered;

  /** The next channel in a list of {@link SteadyCycles}. */
  @Nullable ReadChannel nextMoving;

  /** True if the free capacity may have changed, so that READY has to be driven again. */
  private boolean capacityChanged = true;

  /** The number of following beats that differ from the current one in their data only. */
  private int runLength;

  /** The memory of those beats, and the offset of the current beat in it. */
  private MemorySegment runMemory = MemorySegment.NULL;

  private long runOffset;

  /** Beats of the run that were accepted but not yet counted in burst and meter. */
  private int uncounted;

  private long lastHandshake = -1;
  private final TrafficMeter meter = new TrafficMeter();
  private final ChannelHistory history;

  ReadChannel(
      SimulationContext context,
      InterfacePins pins,
      MasterGroup group,
      ChannelHistory history,
      boolean hostChannel) {
    this.context = context;
    port = pins.bus().name();
    user = UserSignals.of(pins, "AR", "R", hostChannel);
    addresses = new AddressChannel(context, pins, group, history, user, "AR");
    valid = DrivenHandshake.of(pins, "RVALID", group, history.bitIndex + 1);
    ready = group.addKernelPin(pins.pin("RREADY"));
    data = pins.pin("RDATA");
    id = pins.output("RID");
    response = pins.output("RRESP");
    last = pins.output("RLAST");
    busBytes = pins.bus().dataBits() / Byte.SIZE;
    words = InterfacePins.wordCount(pins.bus().dataBits());
    lanes = new long[words];
    queue = new BurstQueue(context.options().outstanding());
    stalls = new StallGenerator(context.options(), port + "R");
    shuffle = context.options().shuffle();
    latency = context.options().latency();
    this.history = history;
    bitIndex = history.bitIndex;
    stallFree = context.options().stallPercent() == 0;
  }

  /** Processes the sampled handshakes. */
  void sample(long word) {
    int kernel = (int) (word >>> bitIndex);
    int model = (int) (word >>> bitIndex >>> HandshakeHistory.MODEL_SHIFT);
    if ((kernel & model & DATA_BIT) != 0) {
      offered = false;
      lastHandshake = context.cycle();
      if (runLength > 0) {
        uncounted++;
      } else {
        beatTaken();
      }
    } else if ((model & DATA_BIT) != 0) {
      meter.kernelStalls++;
    }
    if ((kernel & ADDRESS_BIT) != 0 || addresses.isWaiting()) {
      sampleAddress((kernel & ADDRESS_BIT) != 0, (model & ADDRESS_BIT) != 0);
    }
  }

  private void sampleAddress(boolean raised, boolean isReady) {
    if (addresses.sample(queue.nextFree(), raised, isReady)) {
      Burst burst = queue.nextFree();
      burst.readyCycle = context.cycle() + latency;
      if (queue.size() == 0) {
        meter.firstBurstOpened(context.cycle());
      }
      queue.add();
      capacityChanged = true;
      meter.burstBegan(burst, context.cycle(), queue.size());
      history.addBurst(context.cycle(), burst);
    }
  }

  private void beatTaken() {
    countRun();
    Burst burst = queue.get(serving);
    meter.beats++;
    meter.bytes += burst.end() - burst.address;
    if (burst.isLastBeat()) {
      meter.burstEnded(burst, context.cycle());
      queue.remove(serving);
      if (queue.size() == 0) {
        meter.lastBurstClosed(context.cycle());
      }
      serving = -1;
      capacityChanged = true;
    } else {
      burst.advance();
    }
  }

  /** Counts the uncounted beats of the run in burst and meter. */
  private void countRun() {
    if (uncounted > 0) {
      queue.get(serving).skip(uncounted, busBytes);
      meter.beats += uncounted;
      meter.bytes += (long) uncounted * busBytes;
      uncounted = 0;
    }
  }

  /** Drives the inputs of the kernel for the next cycle. */
  void drive() {
    if (capacityChanged || !stallFree) {
      capacityChanged = false;
      addresses.drive(queue.hasRoom());
    }
    if (offered) {
      return;
    }
    try {
      offerNext();
    } catch (IllegalStateException freed) {
      countRun();
      runLength = 0;
      queue.get(serving).forgetRegion();
      offerBeat();
    }
  }

  /**
   * {@return the number of steady cycles that may follow the last one, with the same handshakes}
   */
  long steadyCycles(long word) {
    if (capacityChanged || (((word >>> bitIndex) & ADDRESS_BIT) != 0 && !addresses.isWaiting())) {
      return 0;
    }
    if (isMoving(word)) {
      return runLength;
    }
    return offered || queue.size() == 0
        ? Long.MAX_VALUE
        : queue.get(0).readyCycle - context.cycle() - 1;
  }

  /** Tells whether a beat is taken with these handshakes. */
  boolean isMoving(long word) {
    return (word & (word >>> HandshakeHistory.MODEL_SHIFT) & ((long) DATA_BIT << bitIndex)) != 0;
  }

  /** Presents a later beat of the run, without counting it. */
  void presentBeat(int number) {
    data.load(runMemory, runOffset + (long) number * busBytes);
  }

  /** Takes back the beat that was presented last: its memory was freed. */
  void retractBeat() {
    runLength++;
    runOffset -= busBytes;
    offered = false;
  }

  /** Counts cycles that were as the one before. */
  void pass(long word, int cycles) {
    if (isMoving(word)) {
      runLength -= cycles;
      runOffset += (long) cycles * busBytes;
      uncounted += cycles;
      lastHandshake = context.cycle() - 1;
    } else if (offered) {
      meter.kernelStalls += cycles;
    }
    addresses.pass(cycles);
  }

  AddressChannel addresses() {
    return addresses;
  }

  /**
   * Offers the next beat of the current burst, or the first beat of a new one.
   *
   * @throws IllegalStateException if the memory of the burst was freed since the last lookup
   */
  private void offerNext() {
    if (runLength > 0) {
      runLength--;
      runOffset += busBytes;
      data.load(runMemory, runOffset);
      offered = true;
    } else {
      offerBeat();
    }
  }

  private void offerBeat() {
    if (serving < 0 && queue.size() > 0) {
      int picked = queue.select(shuffle, stalls);
      if (queue.get(picked).readyCycle <= context.cycle()) {
        serving = picked;
      }
    }
    if (serving < 0 || stalls.stall()) {
      valid.set(false);
      return;
    }
    Burst burst = queue.get(serving);
    presentBeat(burst);
    id.set(burst.id);
    user.answer(burst.user);
    last.set(burst.isLastBeat() ? 1 : 0);
    valid.set(true);
    offered = true;
    if (stallFree && burst.beatIndex == 0 && burst.isContiguous(busBytes)) {
      runLength = Math.max(0, burst.beats - 2);
      runMemory = burst.memory;
      runOffset = burst.address - burst.base;
    }
  }

  private void presentBeat(Burst burst) {
    long address = burst.address;
    if (burst.fullWidth && burst.findForRead(context.memory(), port, address, busBytes)) {
      data.load(burst.memory, address - burst.base);
      response.set(0);
    } else {
      presentBytes(burst);
    }
  }

  /** Drives the data byte by byte, in the lanes of the beat only; the others are 0. */
  private void presentBytes(Burst burst) {
    java.util.Arrays.fill(lanes, 0);
    long answer = 0;
    for (long address = burst.address; address != burst.end(); address++) {
      if (!burst.covers(address, 1) && !burst.lookUpForRead(context.memory(), port, address)) {
        context.addressFault(port, "read where no memory is", "the burst " + burst, address);
        answer = 3;
        break;
      }
      int lane = (int) (address & (busBytes - 1));
      lanes[lane / Long.BYTES] |=
          (burst.memory.get(ValueLayout.JAVA_BYTE, address - burst.base) & 0xffL)
              << (lane % Long.BYTES * Byte.SIZE);
    }
    for (int i = 0; i < words; i++) {
      data.setWord(i, lanes[i]);
    }
    response.set(answer);
  }

  String port() {
    return port;
  }

  void clearStatistics() {
    countRun();
    meter.clear(context.cycle());
    addresses.clearStatistics();
  }

  Traffic traffic() {
    countRun();
    return meter.readTraffic(addresses.waitCycles(), queue.size() > 0, context.cycle());
  }

  int outstanding() {
    return queue.size();
  }

  void checkValidLow(String when) {
    addresses.checkValidLow(when);
  }

  /** Describes the oldest outstanding burst. */
  String describeUnfinished() {
    countRun();
    Burst burst = queue.get(Math.max(0, serving));
    return "a read burst (%s) with %d of %d beats taken"
        .formatted(burst, burst.beatIndex, burst.beats);
  }

  String state() {
    return "%s, %s, %d reads outstanding"
        .formatted(
            addresses.state(),
            ChannelStateText.of("R", offered, ready.get() != 0, lastHandshake),
            queue.size());
  }

  /** {@return the signal that the model waits for, for messages; null if it waits for none} */
  @Nullable String waitsFor() {
    if (offered && ready.get() == 0) {
      return "the kernel does not take read data: RVALID waits for RREADY";
    }
    return null;
  }
}
