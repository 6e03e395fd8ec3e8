package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.engine.PinBits;
import java.util.ArrayList;
import java.util.List;

/**
 * The channels of as many masters of a clock as one word has bits for: VALID and READY of all of
 * them are read once a cycle, for the models, the history and the watchdog.
 */
final class MasterGroup {
  private final Bench bench;
  private final HandshakeHistory history;
  private ReadChannel[] reads = {};
  private WriteChannel[] writes = {};

  /** The kernel's VALIDs and READYs, by channel. */
  private final List<Pin> pins = new ArrayList<>();

  private PinBits kernel = () -> 0;

  /** The bits of those that the models drive. */
  private long driven;

  /** All of them as they are in this cycle. */
  private long word;

  MasterGroup(Bench bench) {
    this.bench = bench;
    history = new HandshakeHistory(bench.options.historyCycles());
  }

  /** Whether another master fits, whatever it does. */
  boolean hasRoom() {
    return history.hasRoom(HandshakeRing.READ.length + HandshakeRing.WRITE.length);
  }

  ReadChannel addRead(Signals signals) {
    ReadChannel channel = new ReadChannel(bench, signals, this, ring(signals, HandshakeRing.READ));
    reads = ClockDomain.with(reads, channel);
    return channel;
  }

  WriteChannel addWrite(Signals signals) {
    WriteChannel channel =
        new WriteChannel(bench, signals, this, ring(signals, HandshakeRing.WRITE));
    writes = ClockDomain.with(writes, channel);
    return channel;
  }

  private HandshakeRing ring(Signals signals, String[] channels) {
    HandshakeRing ring = new HandshakeRing(signals.bus().name(), channels, history);
    bench.rings.add(ring);
    return ring;
  }

  /** From now on, what the kernel says of the next channel is part of the word. */
  Pin watch(Pin pin) {
    pins.add(pin);
    return pin;
  }

  /** All channels are known. */
  void connect(Engine engine) {
    kernel = engine.bits(pins);
  }

  /** A model drives what it says of a channel to the other level. */
  void flip(int place) {
    driven ^= 1L << (place + HandshakeHistory.MODEL);
  }

  /** Reads what all channels show, settled, before the edge. */
  void look() {
    long seen = driven | kernel.get();
    word = seen;
    history.put(bench.cycle, seen);
    if (HandshakeHistory.moves(seen)) {
      bench.progress();
    }
  }

  void sampleReads() {
    long seen = word;
    for (ReadChannel each : reads) {
      each.sample(seen);
    }
  }

  void sampleWrites() {
    long seen = word;
    for (WriteChannel each : writes) {
      each.sample(seen);
    }
  }

  void drive() {
    for (ReadChannel each : reads) {
      each.drive();
    }
    for (WriteChannel each : writes) {
      each.drive();
    }
  }
}
