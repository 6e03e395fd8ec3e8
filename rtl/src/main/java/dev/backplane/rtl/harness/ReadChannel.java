package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Serves the AR and R channels of a master from memory. */
final class ReadChannel {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Bench bench;
  private final String port;
  private final AddressChannel addresses;
  private final Output valid;
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

  /** Index in the queue of the burst being served, or -1. */
  private int serving = -1;

  private boolean offered;

  private long bursts;
  private long beats;
  private long bytes;
  private long stalls;

  ReadChannel(Bench bench, Signals signals) {
    this.bench = bench;
    port = signals.bus().name();
    addresses = new AddressChannel(bench, signals, "AR");
    valid = signals.output("RVALID");
    ready = signals.pin("RREADY");
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
  }

  /** Looks at what the kernel says, settled, before the edge. */
  void sample() {
    if (offered) {
      if (ready.get() != 0) {
        taken();
      } else {
        stalls++;
      }
    }
    if (addresses.sample(queue.free())) {
      Burst burst = queue.free();
      burst.readyAt = bench.cycle + latency;
      queue.add();
      bursts++;
    }
  }

  private void taken() {
    bench.progress();
    offered = false;
    Burst burst = queue.get(serving);
    beats++;
    bytes += burst.end() - burst.address;
    if (burst.isLastBeat()) {
      queue.remove(serving);
      serving = -1;
    } else {
      burst.advance();
    }
  }

  /** Drives what the kernel sees in the next cycle. */
  void drive() {
    addresses.drive(queue.hasRoom());
    if (!offered) {
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
      valid.set(0);
      return;
    }
    Burst burst = queue.get(serving);
    present(burst);
    id.set(burst.id);
    last.set(burst.isLastBeat() ? 1 : 0);
    valid.set(1);
    offered = true;
  }

  private void present(Burst burst) {
    long address = burst.address;
    if ((1 << burst.size) == busBytes
        && (address & (busBytes - 1)) == 0
        && burst.reaches(bench.memory, port, address, busBytes)) {
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
    bursts = 0;
    beats = 0;
    bytes = 0;
    stalls = 0;
  }

  PortStatistics addTo(PortStatistics sum) {
    return new PortStatistics(
        port,
        bursts,
        beats,
        bytes,
        stalls,
        sum.writeBursts(),
        sum.writeBeats(),
        sum.writeBytes(),
        sum.writeStalls());
  }

  int outstanding() {
    return queue.size();
  }

  void checkQuiet(String when) {
    addresses.checkQuiet(when);
  }

  /** The oldest burst that is not finished, in words. */
  String unfinished() {
    Burst burst = queue.get(Math.max(0, serving));
    return "a read burst (%s) with %d of %d beats taken".formatted(burst, burst.beat, burst.beats);
  }

  String state() {
    return "%s, R valid=%d ready=%d, %d reads outstanding"
        .formatted(addresses.state(), offered ? 1 : 0, ready.get(), queue.size());
  }
}
