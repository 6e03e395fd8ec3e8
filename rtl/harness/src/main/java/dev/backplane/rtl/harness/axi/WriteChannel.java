package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.CopiedMemory;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.InterruptCounts;
import dev.backplane.rtl.harness.SimulationContext;
import dev.backplane.rtl.harness.StallGenerator;
import dev.backplane.rtl.harness.Traffic;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Serves the AW, W and B channels of a master: stores the written data in memory. */
final class WriteChannel {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The handshake bits of the channels. */
  private static final int ADDRESS_BIT = 1;

  private static final int DATA_BIT = 2;
  private static final int RESPONSE_BIT = 4;

  private static final int MAX_BEATS = 256;
  private static final int SLVERR = 2;
  private static final int DECERR = 3;

  private final SimulationContext context;
  private final String port;
  private final AddressChannel addresses;
  private final Pin valid;
  private final DrivenHandshake ready;
  private final Pin data;
  private final Pin strobe;
  private final Pin last;
  private final boolean hasStrobe;
  private final boolean hasLast;
  private final Payload payload;
  private final DrivenHandshake responseValid;
  private final Pin responseReady;
  private final DrivenInput responseId;
  private final UserSignals user;
  private final DrivenInput response;
  private final int busBytes;
  private final int words;
  private final int strobeWords;
  private final long allLanes;
  private final int latency;
  private final int outstanding;
  private final boolean shuffle;
  private final int bitIndex;
  private final boolean stallFree;
  private final StallGenerator dataStalls;
  private final StallGenerator responseStalls;

  /** Bursts with outstanding data, and bursts with an outstanding response. */
  private final BurstQueue openBursts;

  private final BurstQueue responses;

  /** The current beat, and beats that arrived before their address. */
  private final long[] beat;

  /** A beat on its way to memory that is copied. */
  private final MemorySegment staged;

  private final long[] beatStrobe;
  private final EarlyWriteBeats earlyBeats;

  private boolean waiting;
  private long waitingSince;
  private boolean responseOffered;
  private int offeredIndex;

  /** The number of following beats that may differ from the last one in their data only. */
  private int runLength;

  /** The memory of those beats, and the offset of the last beat in it. */
  private MemorySegment runMemory = MemorySegment.NULL;

  private long runOffset;

  /** Beats of the run that were stored but not yet counted in burst and meter. */
  private int uncounted;

  /** The next channel in a list of {@link SteadyCycles}. */
  @Nullable WriteChannel nextMoving;

  /** True if the free capacity may have changed, so that READY has to be driven again. */
  private boolean capacityChanged = true;

  private long lastData = -1;
  private long lastResponse = -1;
  private final InterruptCounts interrupts;
  private final TrafficMeter meter = new TrafficMeter();
  private final ChannelHistory history;

  WriteChannel(
      SimulationContext context,
      InterfacePins pins,
      MasterGroup group,
      ChannelHistory history,
      boolean hostChannel) {
    this.context = context;
    interrupts = new InterruptCounts(context);
    port = pins.bus().name();
    user = UserSignals.of(pins, "AW", "B", hostChannel);
    addresses = new AddressChannel(context, pins, group, history, user, "AW");
    valid = group.addKernelPin(pins.pin("WVALID"));
    ready = DrivenHandshake.of(pins, "WREADY", group, history.bitIndex + 1);
    data = pins.pin("WDATA");
    strobe = pins.pin("WSTRB", -1);
    hasStrobe = pins.bus().signal("WSTRB") != null;
    last = pins.pin("WLAST", 0);
    hasLast = pins.bus().signal("WLAST") != null;
    payload = Payload.of(pins, "W");
    responseValid = DrivenHandshake.of(pins, "BVALID", group, history.bitIndex + 2);
    responseReady = group.addKernelPin(pins.pin("BREADY"));
    responseId = pins.output("BID");
    response = pins.output("BRESP");
    int width = pins.pin("WDATA").port().width();
    busBytes = width / Byte.SIZE;
    words = InterfacePins.wordCount(width);
    strobeWords = InterfacePins.wordCount(busBytes);
    allLanes = busBytes >= Long.SIZE ? -1 : (1L << busBytes) - 1;
    latency = context.options().latency();
    shuffle = context.options().shuffle();
    dataStalls = new StallGenerator(context.options(), port + "W");
    responseStalls = new StallGenerator(context.options(), port + "B");
    outstanding = context.options().outstanding();
    openBursts = new BurstQueue(outstanding);
    responses = new BurstQueue(outstanding);
    beat = new long[words];
    staged = Arena.ofAuto().allocate(busBytes, Math.max(Long.BYTES, busBytes));
    beatStrobe = new long[strobeWords];
    earlyBeats = new EarlyWriteBeats(MAX_BEATS, words, strobeWords);
    this.history = history;
    bitIndex = history.bitIndex;
    stallFree = context.options().stallPercent() == 0;
  }

  /** Processes the sampled handshakes. */
  void sample(long word) {
    int kernel = (int) (word >>> bitIndex);
    int model = (int) (word >>> bitIndex >>> HandshakeHistory.MODEL_SHIFT);
    if ((kernel & model & RESPONSE_BIT) != 0) {
      lastResponse = context.cycle();
      responseOffered = false;
      meter.burstEnded(responses.get(offeredIndex), context.cycle());
      responses.remove(offeredIndex);
      capacityChanged = true;
    } else if ((model & RESPONSE_BIT) != 0) {
      meter.responseWaits++;
    }
    if ((kernel & ADDRESS_BIT) != 0 || addresses.isWaiting()) {
      sampleAddress((kernel & ADDRESS_BIT) != 0, (model & ADDRESS_BIT) != 0);
    }
    if ((kernel & DATA_BIT) != 0) {
      sampleData((model & DATA_BIT) != 0);
    } else if (waiting) {
      waiting = false;
      context.violation(
          port,
          AxiRule.VALID_STAYS,
          "WVALID dropped before WREADY; it was raised in cycle " + waitingSince);
    } else if (openBursts.size() > 0) {
      meter.kernelStalls++;
    }
  }

  private void sampleAddress(boolean raised, boolean isReady) {
    if (addresses.sample(openBursts.nextFree(), raised, isReady)) {
      Burst burst = openBursts.nextFree();
      openBursts.add();
      capacityChanged = true;
      if (burst.isCommand() && burst.beats != 1) {
        context.violation(
            port, AxiRule.USER_FLAGS, "AWUSER is 0x%x with %s".formatted(burst.user, burst));
      }
      meter.burstBegan(burst, context.cycle(), openBursts.size() + responses.size());
      history.addBurst(context.cycle(), burst);
      while (earlyBeats.size() > 0 && openBursts.size() > 0) {
        store(openBursts.get(0), earlyBeats.remove(beat, beatStrobe));
      }
    }
  }

  private void sampleData(boolean isReady) {
    if (runLength > 0 && isReady && !waiting && continuesRun()) {
      runLength--;
      runOffset += busBytes;
      lastData = context.cycle();
      try {
        data.store(runMemory, runOffset);
        uncounted++;
      } catch (IllegalStateException freed) {
        sampleBeat(true);
      }
    } else {
      sampleBeat(isReady);
    }
  }

  /** Tells whether the beat is written, uses all lanes and is not the last one of its burst. */
  boolean continuesRun() {
    if (last.get() != 0 || context.isSilenced()) {
      return false;
    }
    if (strobeWords == 1) {
      return strobe.get() == allLanes;
    }
    for (int i = 0; i < strobeWords; i++) {
      if (strobe.word(i) != allLanes) {
        return false;
      }
    }
    return true;
  }

  private void sampleBeat(boolean isReady) {
    if (waiting && !payload.isStable()) {
      context.violation(
          port, AxiRule.PAYLOAD_STAYS, payload.describeChange() + " while WVALID waits for WREADY");
      payload.capture();
    }
    if (!isReady) {
      meter.memoryStalls++;
      if (!waiting) {
        waiting = true;
        waitingSince = context.cycle();
        payload.capture();
      }
      return;
    }
    waiting = false;
    lastData = context.cycle();
    countRun();
    meter.beats++;
    for (int i = 0; i < words; i++) {
      beat[i] = data.word(i);
    }
    if (hasStrobe) {
      for (int i = 0; i < strobeWords; i++) {
        beatStrobe[i] = strobe.word(i);
      }
    } else {
      java.util.Arrays.fill(beatStrobe, allLanes);
    }
    boolean isLast = last.get() != 0;
    if (openBursts.size() > 0) {
      store(openBursts.get(0), isLast);
    } else {
      earlyBeats.add(beat, beatStrobe, isLast);
      capacityChanged = true;
    }
  }

  /** Counts the uncounted beats of the run in burst and meter. */
  private void countRun() {
    if (uncounted > 0) {
      openBursts.get(0).skip(uncounted, busBytes);
      meter.beats += uncounted;
      meter.bytes += (long) uncounted * busBytes;
      uncounted = 0;
    }
  }

  /** Stores the current beat at the address of the burst; checks rules 10 and 11. */
  private void store(Burst burst, boolean isLast) {
    runLength = 0;
    if (hasLast && isLast != burst.isLastBeat()) {
      context.violation(
          port,
          AxiRule.LAST_BEAT,
          (isLast ? "WLAST on beat %d of %d: %s" : "no WLAST on beat %d of %d: %s")
              .formatted(burst.beatIndex + 1, burst.beats, burst));
    }
    long address = burst.address;
    if (burst.isCommand()) {
      // All data before a fence is in memory already, when a beat is taken.
      if ((burst.user & UserSignals.INTERRUPT) != 0) {
        interrupts.raise((int) address & UserSignals.VECTORS);
      }
    } else {
      storeData(burst);
    }
    if (burst.isLastBeat()) {
      burst.readyCycle = context.cycle() + latency;
      responses.moveFrom(openBursts, 0);
    } else {
      burst.advance();
      if (burst.isContiguous(busBytes) && burst.writable && burst.copied == null) {
        runLength = burst.beats - burst.beatIndex - 1;
        runMemory = burst.memory;
        runOffset = address - burst.base;
      }
    }
  }

  private void storeData(Burst burst) {
    if (context.isSilenced()) {
      burst.response = Math.max(burst.response, SLVERR);
      return;
    }
    meter.bytes += burst.end() - burst.address;
    try {
      storeBeat(burst);
    } catch (IllegalStateException freed) {
      burst.forgetRegion();
      storeBeat(burst);
    }
  }

  /**
   * Stores the current beat in memory.
   *
   * @throws IllegalStateException if the memory was freed since the last lookup
   */
  private void storeBeat(Burst burst) {
    long address = burst.address;
    if (burst.fullWidth
        && isFullBeat()
        && burst.findRegion(context.memory(), port, address, busBytes)
        && burst.writable) {
      storeWhole(burst, address - burst.base);
    } else {
      storeBytes(burst);
    }
  }

  private void storeWhole(Burst burst, long offset) {
    if (burst.copied == null) {
      copy(burst.memory, offset);
    } else {
      copy(staged, 0);
      storeStaged(burst, offset, busBytes);
    }
  }

  /** Copies what is staged; to memory that is gone since the lookup, that is a fault. */
  private void storeStaged(Burst burst, long offset, long bytes) {
    CopiedMemory target = Objects.requireNonNull(burst.copied, "memory that is copied");
    if (!target.write(offset, staged.asSlice(0, bytes))) {
      context.addressFault(
          port, "write to memory that is gone", "the burst " + burst, burst.base + offset);
      burst.response = DECERR;
    }
  }

  private boolean isFullBeat() {
    for (int i = 0; i < strobeWords; i++) {
      if (beatStrobe[i] != allLanes) {
        return false;
      }
    }
    return true;
  }

  private void copy(MemorySegment memory, long offset) {
    if (busBytes >= Long.BYTES) {
      // The first word last: a program that finds it finds the rest of the beat.
      for (int i = words - 1; i > 0; i--) {
        memory.set(LONG, offset + (long) i * Long.BYTES, beat[i]);
      }
      VarHandle.releaseFence();
      memory.set(LONG, offset, beat[0]);
    } else if (busBytes == Integer.BYTES) {
      memory.set(INT, offset, (int) beat[0]);
    } else {
      for (int i = 0; i < busBytes; i++) {
        memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (beat[0] >>> (i * Byte.SIZE)));
      }
    }
  }

  private void storeBytes(Burst burst) {
    long container = burst.address & -busBytes;
    for (int lane = 0; lane < busBytes; lane++) {
      if (((beatStrobe[lane / Long.SIZE] >>> lane) & 1) == 0) {
        continue;
      }
      long address = container + lane;
      if (address - burst.address < 0 || address - burst.end() >= 0) {
        // Without strobes on the bus, the lanes outside the beat are not written.
        if (hasStrobe && !context.wasReported(port, AxiRule.WRITE_STROBES)) {
          context.violation(
              port,
              AxiRule.WRITE_STROBES,
              "WSTRB selects byte lane %d, which is not in beat %d (lanes %d to %d): %s"
                  .formatted(
                      lane,
                      burst.beatIndex + 1,
                      burst.address - container,
                      burst.end() - 1 - container,
                      burst));
          if (!context.isWarning(AxiRule.WRITE_STROBES)) {
            return;
          }
        }
        continue;
      }
      if (!burst.covers(address, 1) && !burst.lookUp(context.memory(), port, address)) {
        context.addressFault(port, "write where no memory is", "the burst " + burst, address);
        burst.response = DECERR;
        return;
      }
      if (!burst.writable) {
        context.addressFault(
            port, "write to memory that is read only", "the burst " + burst, address);
        burst.response = Math.max(burst.response, SLVERR);
        return;
      }
      byte value = (byte) (beat[lane / Long.BYTES] >>> (lane % Long.BYTES * Byte.SIZE));
      if (burst.copied == null) {
        burst.memory.set(ValueLayout.JAVA_BYTE, address - burst.base, value);
      } else {
        staged.set(ValueLayout.JAVA_BYTE, 0, value);
        storeStaged(burst, address - burst.base, 1);
      }
    }
  }

  /** Drives the inputs of the kernel for the next cycle. */
  void drive() {
    if (capacityChanged || !stallFree) {
      capacityChanged = false;
      addresses.drive(openBursts.size() + responses.size() < outstanding);
      // Data may arrive before its address (rule 13), so WREADY does not depend on an open burst.
      ready.set(earlyBeats.hasRoom() && !dataStalls.stall());
    }
    if (!responseOffered) {
      offerResponse();
    }
  }

  /**
   * {@return the number of steady cycles that may follow the last one, with the same handshakes}
   */
  long steadyCycles(long word) {
    int kernel = (int) (word >>> bitIndex);
    if (capacityChanged
        || waiting
        || ((kernel & ADDRESS_BIT) != 0 && !addresses.isWaiting())
        || (responseOffered && (kernel & RESPONSE_BIT) != 0)) {
      return 0;
    }
    long untilResponse =
        responseOffered || responses.size() == 0
            ? Long.MAX_VALUE
            : responses.get(0).readyCycle - context.cycle() - 1;
    return isMoving(word) ? Math.min(runLength, untilResponse) : untilResponse;
  }

  /** Tells whether a beat is given with these handshakes. */
  boolean isMoving(long word) {
    return (word & ((long) DATA_BIT << bitIndex)) != 0;
  }

  /** Stores a later beat of the run, without counting it. */
  void storeBeat(int number) {
    data.store(runMemory, runOffset + (long) number * busBytes);
  }

  /** Counts cycles that were as the one before. */
  void pass(long word, int cycles) {
    if (responseOffered) {
      meter.responseWaits += cycles;
    }
    if (isMoving(word)) {
      runLength -= cycles;
      runOffset += (long) cycles * busBytes;
      uncounted += cycles;
      lastData = context.cycle() - 1;
    } else if (openBursts.size() > 0) {
      meter.kernelStalls += cycles;
    }
    addresses.pass(cycles);
  }

  AddressChannel addresses() {
    return addresses;
  }

  private void offerResponse() {
    if (responses.size() > 0) {
      int picked = responses.select(shuffle, responseStalls);
      Burst burst = responses.get(picked);
      if (burst.readyCycle <= context.cycle() && !responseStalls.stall()) {
        responseId.set(burst.id);
        user.answer(burst.user);
        response.set(burst.response);
        responseValid.set(true);
        offeredIndex = picked;
        responseOffered = true;
        return;
      }
    }
    responseValid.set(false);
  }

  String port() {
    return port;
  }

  /** The interrupts that were requested by flags in AWUSER. */
  InterruptCounts interrupts() {
    return interrupts;
  }

  void clearStatistics() {
    countRun();
    meter.clear(context.cycle());
    addresses.clearStatistics();
  }

  Traffic traffic() {
    countRun();
    return meter.writeTraffic(addresses.waitCycles());
  }

  int outstanding() {
    return openBursts.size() + responses.size() + earlyBeats.size();
  }

  void checkValidLow(String when) {
    addresses.checkValidLow(when);
    if (valid.get() != 0) {
      context.violation(port, AxiRule.QUIET_IN_RESET, "WVALID is high " + when);
    }
  }

  /** Describes the oldest outstanding burst. */
  String describeUnfinished() {
    countRun();
    if (responses.size() > 0) {
      return "a write burst (" + responses.get(0) + ") whose response is not taken";
    }
    if (openBursts.size() > 0) {
      Burst burst = openBursts.get(0);
      return "a write burst (%s) with %d of %d beats given"
          .formatted(burst, burst.beatIndex, burst.beats);
    }
    return earlyBeats.size() + " beats of write data without an address";
  }

  String state() {
    return "%s, %s, %s, %d writes without all data, %d not answered"
        .formatted(
            addresses.state(),
            ChannelStateText.of("W", valid.get() != 0, ready.isSet(), lastData),
            ChannelStateText.of("B", responseOffered, responseReady.get() != 0, lastResponse),
            openBursts.size(),
            responses.size());
  }

  /** {@return the signal that the model waits for, for messages; null if it waits for none} */
  @Nullable String waitsFor() {
    if (responseOffered && responseReady.get() == 0) {
      return "the kernel does not take the response to a write: BVALID waits for BREADY";
    }
    if (valid.get() != 0 && !ready.isSet() && openBursts.size() == 0) {
      return earlyBeats.size() + " beats of write data wait for an address: raise AWVALID";
    }
    if (openBursts.size() > 0 && valid.get() == 0) {
      countRun();
      Burst burst = openBursts.get(0);
      return "a write burst (%s) waits for data: WVALID is low after beat %d of %d"
          .formatted(burst, burst.beatIndex, burst.beats);
    }
    return null;
  }
}
