package dev.backplane.rtl.harness;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import dev.backplane.rtl.trace.ChangeFeed;
import dev.backplane.rtl.trace.TraceClock;
import dev.backplane.rtl.trace.TraceClocks;
import dev.backplane.rtl.trace.WaveDrawing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The remembered handshakes as a waveform: VALID and READY of every channel, and what the address
 * channels say while they are valid; what they show otherwise is not known.
 */
final class FaultRecording {
  private static final String[] FIELDS = {"ADDR", "LEN", "SIZE", "BURST", "ID"};
  private static final int[] WIDTHS = {Long.SIZE, 8, 3, 2, Long.SIZE};

  private final List<HandshakeRing> rings;
  private final TraceClock clock;

  FaultRecording(List<HandshakeRing> rings, TraceClock clock) {
    this.rings = List.copyOf(rings);
    this.clock = clock;
  }

  /** Writes the cycles up to one, all included. */
  void save(Path file, long lastCycle, String message) {
    List<Port> signals = new ArrayList<>();
    signals.add(new Port(clock.pin(), Direction.INPUT, 1));
    for (HandshakeRing ring : rings) {
      for (int channel = 0; channel < ring.channels.length; channel++) {
        String name = ring.port + "_" + ring.channels[channel];
        signals.add(new Port(name + "VALID", Direction.OUTPUT, 1));
        signals.add(new Port(name + "READY", Direction.OUTPUT, 1));
        for (int field = 0; channel == 0 && field < FIELDS.length; field++) {
          signals.add(new Port(name + FIELDS[field], Direction.OUTPUT, WIDTHS[field]));
        }
      }
    }
    ChangeFeed feed =
        new ChangeFeed(
            WaveDrawing.open(file), "kernel", signals, new TraceClocks(List.of(clock), 0));
    long[] row = new long[feed.rowWords()];
    long[] unknown = new long[row.length];
    int cycles = rings.stream().mapToInt(HandshakeRing::cycles).max().orElse(0);
    for (long cycle = Math.max(0, lastCycle + 1 - cycles); cycle <= lastCycle; cycle++) {
      fill(row, unknown, cycle);
      feed.sample(clock.periodStart(cycle), 1, row, unknown);
    }
    feed.close(clock.periodStart(lastCycle + 1), "fault: " + message);
  }

  private void fill(long[] row, long[] unknown, long cycle) {
    Arrays.fill(unknown, 0);
    int at = 1;
    for (HandshakeRing ring : rings) {
      for (int channel = 0; channel < ring.channels.length; channel++) {
        boolean known = ring.remembers(cycle);
        int state = known ? ring.state(cycle, channel) : 0;
        put(row, unknown, at++, state & HandshakeRing.VALID, known);
        put(row, unknown, at++, state >>> 1, known);
        if (channel == 0) {
          int burst = (state & HandshakeRing.VALID) == 0 ? -1 : ring.burstAt(cycle);
          for (int field = 0; field < FIELDS.length; field++) {
            put(row, unknown, at++, burst < 0 ? 0 : ring.field(burst, field + 1), burst >= 0);
          }
        }
      }
    }
  }

  private static void put(long[] row, long[] unknown, int at, long value, boolean known) {
    row[at] = known ? value : 0;
    unknown[at] = known ? 0 : -1;
  }
}
