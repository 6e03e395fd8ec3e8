package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Serves the AR and R channels of a master from memory. */
final class ReadChannel {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** The bits of the channels. */
  private static final int ADDRESS = 1;

  private static final int DATA = 2;

  private final Bench bench;
  private final String port;
  private final AddressChannel addresses;
  private final Handshake valid;
  private final Pin ready;
  private final Pin data;
  private final Output id;
  private final Output response;
  private final Output last;
  private final int busBytes;
  private final int words;
  private final long[] lanes;
  private final BurstQueue queue;
  private final Gaps gaps;
  private final boolean shuffle;
  private final int latency;
  private final int place;
  private final boolean gapless;

  /** Index in the queue of the burst being served, or -1. */
  private int serving = -1;

  private boolean offered;

  /** Whether there may be room where there was none, or the other way round. */
  private boolean changed = true;

  /** How many beats follow that differ in nothing but data from the one at hand. */
  private int run;

  /** Where those have their data, and the place of the beat at hand there. */
  private MemorySegment source = MemorySegment.NULL;

  private long from;

  /** Beats of the run that were taken, and that burst and meter do not know of yet. */
  private int done;

  private long lastTaken = -1;
  private final TrafficMeter meter = new TrafficMeter();
  private final HandshakeRing ring;

  ReadChannel(Bench bench, Signals signals, MasterGroup group, HandshakeRing ring) {
    this.bench = bench;
    port = signals.bus().name();
    addresses = new AddressChannel(bench, signals, group, ring, "AR");
    valid = signals.handshake("RVALID", group, ring.place + 1);
    ready = group.watch(signals.pin("RREADY"));
    data = signals.pin("RDATA");
    id = signals.output("RID");
    response = signals.output("RRESP");
    last = signals.output("RLAST");
    busBytes = signals.bus().dataBits() / Byte.SIZE;
    words = Payload.words(signals.bus().dataBits());
    lanes = new long[words];
    queue = new BurstQueue(bench.options.outstanding());
    gaps = new Gaps(bench.options, port + "R");
    shuffle = bench.options.shuffle();
    latency = bench.options.latency();
    this.ring = ring;
    place = ring.place;
    gapless = bench.options.gapPercent() == 0;
  }

  /** Does what follows from what the channels show. */
  void sample(long word) {
    int kernel = (int) (word >>> place);
    int model = (int) (word >>> place >>> HandshakeHistory.MODEL);
    if ((kernel & model & DATA) != 0) {
      offered = false;
      lastTaken = bench.cycle;
      if (run > 0) {
        done++;
      } else {
        taken();
      }
    } else if ((model & DATA) != 0) {
      meter.kernelStalls++;
    }
    if ((kernel & ADDRESS) != 0 || addresses.isWaiting()) {
      sampleAddress((kernel & ADDRESS) != 0, (model & ADDRESS) != 0);
    }
  }

  private void sampleAddress(boolean raised, boolean isReady) {
    if (addresses.sample(queue.free(), raised, isReady)) {
      Burst burst = queue.free();
      burst.readyAt = bench.cycle + latency;
      if (queue.size() == 0) {
        meter.opens(bench.cycle);
      }
      queue.add();
      changed = true;
      meter.begins(burst, bench.cycle, queue.size());
      ring.burst(bench.cycle, burst);
    }
  }

  private void taken() {
    account();
    Burst burst = queue.get(serving);
    meter.beats++;
    meter.bytes += burst.end() - burst.address;
    if (burst.isLastBeat()) {
      meter.ends(burst, bench.cycle);
      queue.remove(serving);
      if (queue.size() == 0) {
        meter.closes(bench.cycle);
      }
      serving = -1;
      changed = true;
    } else {
      burst.advance();
    }
  }

  /** Tells burst and meter of the beats that they do not know of. */
  private void account() {
    if (done > 0) {
      queue.get(serving).skip(done, busBytes);
      meter.beats += done;
      meter.bytes += (long) done * busBytes;
      done = 0;
    }
  }

  /** Drives what the kernel sees in the next cycle. */
  void drive() {
    if (changed || !gapless) {
      changed = false;
      addresses.drive(queue.hasRoom());
    }
    if (offered) {
      return;
    }
    try {
      next();
    } catch (IllegalStateException freed) {
      account();
      run = 0;
      queue.get(serving).forget();
      offer();
    }
  }

  /**
   * Goes on with a burst, or begins with one.
   *
   * @throws IllegalStateException if its memory was freed since it was looked up
   */
  private void next() {
    if (run > 0) {
      run--;
      from += busBytes;
      copy(source, from);
      offered = true;
    } else {
      offer();
    }
  }

  private void offer() {
    if (serving < 0 && queue.size() > 0) {
      int picked = queue.pick(shuffle, gaps);
      if (queue.get(picked).readyAt <= bench.cycle) {
        serving = picked;
      }
    }
    if (serving < 0 || gaps.pause()) {
      valid.set(false);
      return;
    }
    Burst burst = queue.get(serving);
    present(burst);
    id.set(burst.id);
    last.set(burst.isLastBeat() ? 1 : 0);
    valid.set(true);
    offered = true;
    if (gapless && burst.beat == 0 && burst.isWhole(busBytes)) {
      run = Math.max(0, burst.beats - 2);
      source = burst.memory;
      from = burst.address - burst.base;
    }
  }

  private void present(Burst burst) {
    long address = burst.address;
    if (burst.full && burst.reaches(bench.memory, port, address, busBytes)) {
      copy(burst.memory, address - burst.base);
      response.set(0);
    } else {
      presentBytes(burst);
    }
  }

  private void copy(MemorySegment memory, long offset) {
    if (busBytes >= Long.BYTES) {
      for (int i = 0; i < words; i++) {
        data.setWord(i, memory.get(LONG, offset + (long) i * Long.BYTES));
      }
    } else if (busBytes == Integer.BYTES) {
      data.set(memory.get(INT, offset) & 0xffff_ffffL);
    } else {
      long value = 0;
      for (int i = 0; i < busBytes; i++) {
        value |= (memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL) << (i * Byte.SIZE);
      }
      data.set(value);
    }
  }

  /** Byte by byte, only in the lanes of the beat; the others read as 0. */
  private void presentBytes(Burst burst) {
    java.util.Arrays.fill(lanes, 0);
    long answer = 0;
    for (long address = burst.address; address != burst.end(); address++) {
      if (!burst.covers(address, 1) && !burst.lookUp(bench.memory, port, address)) {
        bench.addressFault(port, "read where no memory is", burst, address);
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
    account();
    meter.clear(bench.cycle);
    addresses.clearStatistics();
  }

  Traffic traffic() {
    account();
    return meter.read(addresses.waits(), queue.size() > 0, bench.cycle);
  }

  int outstanding() {
    return queue.size();
  }

  void checkQuiet(String when) {
    addresses.checkQuiet(when);
  }

  /** The oldest burst that is not finished, in words. */
  String unfinished() {
    account();
    Burst burst = queue.get(Math.max(0, serving));
    return "a read burst (%s) with %d of %d beats taken".formatted(burst, burst.beat, burst.beats);
  }

  String state() {
    return "%s, %s, %d reads outstanding"
        .formatted(
            addresses.state(),
            ChannelState.of("R", offered, ready.get() != 0, lastTaken),
            queue.size());
  }

  /** What this side waits for the kernel to do, or null. */
  @Nullable String waitsFor() {
    if (offered && ready.get() == 0) {
      return "the kernel does not take read data: RVALID waits for RREADY";
    }
    return null;
  }
}
