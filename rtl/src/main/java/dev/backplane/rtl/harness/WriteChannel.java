package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Serves the AW, W and B channels of a master: puts what it writes into memory. */
final class WriteChannel {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The bits of the channels. */
  private static final int ADDRESS = 1;

  private static final int DATA = 2;
  private static final int RESPONSE = 4;

  private static final int MAX_BEATS = 256;
  private static final int SLVERR = 2;
  private static final int DECERR = 3;

  private final Bench bench;
  private final String port;
  private final AddressChannel addresses;
  private final Pin valid;
  private final Handshake ready;
  private final Pin data;
  private final Pin strobe;
  private final Pin last;
  private final boolean hasStrobe;
  private final boolean hasLast;
  private final Payload payload;
  private final Handshake responseValid;
  private final Pin responseReady;
  private final Output responseId;
  private final Output response;
  private final int busBytes;
  private final int words;
  private final int strobeWords;
  private final long allLanes;
  private final int latency;
  private final int outstanding;
  private final boolean shuffle;
  private final int place;
  private final boolean gapless;
  private final Gaps gaps;
  private final Gaps responseGaps;

  /** Bursts that still wait for data, and bursts that wait to be answered. */
  private final BurstQueue open;

  private final BurstQueue answers;

  /** The beat at hand, and beats that came before their address. */
  private final long[] beat;

  private final long[] beatStrobe;
  private final EarlyBeats early;

  private boolean waiting;
  private long waitingSince;
  private boolean offered;
  private int offeredIndex;

  /** How many beats may follow that differ in nothing but data from the last one. */
  private int run;

  /** Where those go, and the place of the last beat there. */
  private MemorySegment target = MemorySegment.NULL;

  private long to;

  /** Beats of the run that were stored, and that burst and meter do not know of yet. */
  private int done;

  /** Whether there may be room where there was none, or the other way round. */
  private boolean changed = true;

  private long lastData = -1;
  private long lastResponse = -1;
  private final TrafficMeter meter = new TrafficMeter();
  private final HandshakeRing ring;

  WriteChannel(Bench bench, Signals signals, MasterGroup group, HandshakeRing ring) {
    this.bench = bench;
    port = signals.bus().name();
    addresses = new AddressChannel(bench, signals, group, ring, "AW");
    valid = group.watch(signals.pin("WVALID"));
    ready = signals.handshake("WREADY", group, ring.place + 1);
    data = signals.pin("WDATA");
    strobe = signals.pin("WSTRB", -1);
    hasStrobe = signals.bus().signal("WSTRB") != null;
    last = signals.pin("WLAST", 0);
    hasLast = signals.bus().signal("WLAST") != null;
    payload = signals.payload("W");
    responseValid = signals.handshake("BVALID", group, ring.place + 2);
    responseReady = group.watch(signals.pin("BREADY"));
    responseId = signals.output("BID");
    response = signals.output("BRESP");
    int width = signals.pin("WDATA").port().width();
    busBytes = width / Byte.SIZE;
    words = Payload.words(width);
    strobeWords = Payload.words(busBytes);
    allLanes = busBytes >= Long.SIZE ? -1 : (1L << busBytes) - 1;
    latency = bench.options.latency();
    shuffle = bench.options.shuffle();
    gaps = new Gaps(bench.options, port + "W");
    responseGaps = new Gaps(bench.options, port + "B");
    outstanding = bench.options.outstanding();
    open = new BurstQueue(outstanding);
    answers = new BurstQueue(outstanding);
    beat = new long[words];
    beatStrobe = new long[strobeWords];
    early = new EarlyBeats(MAX_BEATS, words, strobeWords);
    this.ring = ring;
    place = ring.place;
    gapless = bench.options.gapPercent() == 0;
  }

  /** Does what follows from what the channels show. */
  void sample(long word) {
    int kernel = (int) (word >>> place);
    int model = (int) (word >>> place >>> HandshakeHistory.MODEL);
    if ((kernel & model & RESPONSE) != 0) {
      lastResponse = bench.cycle;
      offered = false;
      meter.ends(answers.get(offeredIndex), bench.cycle);
      answers.remove(offeredIndex);
      changed = true;
    } else if ((model & RESPONSE) != 0) {
      meter.responseWaits++;
    }
    if ((kernel & ADDRESS) != 0 || addresses.isWaiting()) {
      sampleAddress((kernel & ADDRESS) != 0, (model & ADDRESS) != 0);
    }
    if ((kernel & DATA) != 0) {
      sampleData((model & DATA) != 0);
    } else if (waiting) {
      waiting = false;
      bench.violation(
          port,
          Rule.VALID_STAYS,
          "WVALID dropped before WREADY; it was raised in cycle " + waitingSince);
    } else if (open.size() > 0) {
      meter.kernelStalls++;
    }
  }

  private void sampleAddress(boolean raised, boolean isReady) {
    if (addresses.sample(open.free(), raised, isReady)) {
      Burst burst = open.free();
      open.add();
      changed = true;
      meter.begins(burst, bench.cycle, open.size() + answers.size());
      ring.burst(bench.cycle, burst);
      while (early.size() > 0 && open.size() > 0) {
        store(open.get(0), early.take(beat, beatStrobe));
      }
    }
  }

  private void sampleData(boolean isReady) {
    if (run > 0 && isReady && !waiting && isInMiddle()) {
      run--;
      to += busBytes;
      lastData = bench.cycle;
      try {
        storeInMiddle();
        done++;
      } catch (IllegalStateException freed) {
        sampleBeat(true);
      }
    } else {
      sampleBeat(isReady);
    }
  }

  /** Whether a beat fills the bus and is not the last one. */
  private boolean isInMiddle() {
    if (last.get() != 0) {
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

  private void storeInMiddle() {
    if (busBytes == Integer.BYTES) {
      target.set(INT, to, (int) data.get());
    } else {
      for (int i = 0; i < words; i++) {
        beat[i] = data.word(i);
      }
      copy(target, to);
    }
  }

  private void sampleBeat(boolean isReady) {
    if (waiting && !payload.isHeld()) {
      bench.violation(
          port, Rule.PAYLOAD_STAYS, payload.change() + " while WVALID waits for WREADY");
      payload.hold();
    }
    if (!isReady) {
      meter.memoryStalls++;
      if (!waiting) {
        waiting = true;
        waitingSince = bench.cycle;
        payload.hold();
      }
      return;
    }
    waiting = false;
    lastData = bench.cycle;
    account();
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
    if (open.size() > 0) {
      store(open.get(0), isLast);
    } else {
      early.add(beat, beatStrobe, isLast);
      changed = true;
    }
  }

  /** Tells burst and meter of the beats that they do not know of. */
  private void account() {
    if (done > 0) {
      open.get(0).skip(done, busBytes);
      meter.beats += done;
      meter.bytes += (long) done * busBytes;
      done = 0;
    }
  }

  /** Puts the beat at hand where the burst says; rules 10 and 11. */
  private void store(Burst burst, boolean isLast) {
    run = 0;
    if (hasLast && isLast != burst.isLastBeat()) {
      bench.violation(
          port,
          Rule.LAST_BEAT,
          (isLast ? "WLAST on beat %d of %d: %s" : "no WLAST on beat %d of %d: %s")
              .formatted(burst.beat + 1, burst.beats, burst));
    }
    long address = burst.address;
    meter.bytes += burst.end() - address;
    try {
      put(burst);
    } catch (IllegalStateException freed) {
      burst.forget();
      put(burst);
    }
    if (burst.isLastBeat()) {
      burst.readyAt = bench.cycle + latency;
      answers.moveFrom(open, 0);
    } else {
      burst.advance();
      if (burst.isWhole(busBytes) && burst.writable) {
        run = burst.beats - burst.beat - 1;
        target = burst.memory;
        to = address - burst.base;
      }
    }
  }

  /**
   * Puts the beat at hand into memory.
   *
   * @throws IllegalStateException if the memory was freed since it was looked up
   */
  private void put(Burst burst) {
    long address = burst.address;
    if (burst.full
        && isFull()
        && burst.reaches(bench.memory, port, address, busBytes)
        && burst.writable) {
      copy(burst.memory, address - burst.base);
    } else {
      storeBytes(burst);
    }
  }

  private boolean isFull() {
    for (int i = 0; i < strobeWords; i++) {
      if (beatStrobe[i] != allLanes) {
        return false;
      }
    }
    return true;
  }

  private void copy(MemorySegment memory, long offset) {
    if (busBytes >= Long.BYTES) {
      for (int i = 0; i < words; i++) {
        memory.set(LONG, offset + (long) i * Long.BYTES, beat[i]);
      }
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
        // Without strobes on the bus, the lanes outside are simply not meant.
        if (hasStrobe && !bench.isTold(port, Rule.WRITE_STROBES)) {
          bench.violation(
              port,
              Rule.WRITE_STROBES,
              "WSTRB selects byte lane %d, which is not in beat %d (lanes %d to %d): %s"
                  .formatted(
                      lane,
                      burst.beat + 1,
                      burst.address - container,
                      burst.end() - 1 - container,
                      burst));
          if (!bench.isWarning(Rule.WRITE_STROBES)) {
            return;
          }
        }
        continue;
      }
      if (!burst.covers(address, 1) && !burst.lookUp(bench.memory, port, address)) {
        bench.addressFault(port, "write where no memory is", burst, address);
        burst.response = DECERR;
        return;
      }
      if (!burst.writable) {
        bench.addressFault(port, "write to memory that is read only", burst, address);
        burst.response = Math.max(burst.response, SLVERR);
        return;
      }
      burst.memory.set(
          ValueLayout.JAVA_BYTE,
          address - burst.base,
          (byte) (beat[lane / Long.BYTES] >>> (lane % Long.BYTES * Byte.SIZE)));
    }
  }

  /** Drives what the kernel sees in the next cycle. */
  void drive() {
    if (changed || !gapless) {
      changed = false;
      addresses.drive(open.size() + answers.size() < outstanding);
      // Data may come before its address (rule 13), so READY does not wait for an open burst.
      ready.set(early.hasRoom() && !gaps.pause());
    }
    if (!offered) {
      offer();
    }
  }

  private void offer() {
    if (answers.size() > 0) {
      int picked = answers.pick(shuffle, responseGaps);
      Burst burst = answers.get(picked);
      if (burst.readyAt <= bench.cycle && !responseGaps.pause()) {
        responseId.set(burst.id);
        response.set(burst.response);
        responseValid.set(true);
        offeredIndex = picked;
        offered = true;
        return;
      }
    }
    responseValid.set(false);
  }

  String port() {
    return port;
  }

  void clearStatistics() {
    account();
    meter.clear(bench.cycle);
    addresses.clearStatistics();
  }

  Traffic traffic() {
    account();
    return meter.written(addresses.waits());
  }

  int outstanding() {
    return open.size() + answers.size() + early.size();
  }

  void checkQuiet(String when) {
    addresses.checkQuiet(when);
    if (valid.get() != 0) {
      bench.violation(port, Rule.QUIET_IN_RESET, "WVALID is high " + when);
    }
  }

  /** The oldest burst that is not finished, in words. */
  String unfinished() {
    account();
    if (answers.size() > 0) {
      return "a write burst (" + answers.get(0) + ") whose response is not taken";
    }
    if (open.size() > 0) {
      Burst burst = open.get(0);
      return "a write burst (%s) with %d of %d beats given"
          .formatted(burst, burst.beat, burst.beats);
    }
    return early.size() + " beats of write data without an address";
  }

  String state() {
    return "%s, %s, %s, %d writes without all data, %d not answered"
        .formatted(
            addresses.state(),
            ChannelState.of("W", valid.get() != 0, ready.isSet(), lastData),
            ChannelState.of("B", offered, responseReady.get() != 0, lastResponse),
            open.size(),
            answers.size());
  }

  /** What this side waits for the kernel to do, or null. */
  @Nullable String waitsFor() {
    if (offered && responseReady.get() == 0) {
      return "the kernel does not take the response to a write: BVALID waits for BREADY";
    }
    if (valid.get() != 0 && !ready.isSet() && open.size() == 0) {
      return early.size() + " beats of write data wait for an address: raise AWVALID";
    }
    if (open.size() > 0 && valid.get() == 0) {
      account();
      Burst burst = open.get(0);
      return "a write burst (%s) waits for data: WVALID is low after beat %d of %d"
          .formatted(burst, burst.beat, burst.beats);
    }
    return null;
  }
}
