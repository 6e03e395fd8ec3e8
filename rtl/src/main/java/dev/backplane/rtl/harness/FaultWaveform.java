package dev.backplane.rtl.harness;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import dev.backplane.rtl.trace.ChangeDetector;
import dev.backplane.rtl.trace.TraceClock;
import dev.backplane.rtl.trace.TraceClocks;
import dev.backplane.rtl.trace.WaveWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A waveform of the recorded handshakes before a fault: VALID and READY of every channel, and the
 * payload of the address channels while they are valid; at other times it is unknown.
 */
final class FaultWaveform {
  private static final String[] FIELDS = {"ADDR", "LEN", "SIZE", "BURST", "ID"};
  private static final int[] WIDTHS = {Long.SIZE, 8, 3, 2, Long.SIZE};

  private final List<ChannelHistory> histories;
  private final TraceClock clock;

  FaultWaveform(List<ChannelHistory> histories, TraceClock clock) {
    this.histories = List.copyOf(histories);
    this.clock = clock;
  }

  /** Writes all recorded cycles up to the last one. */
  void save(Path file, long lastCycle, String message) {
    List<Port> signals = new ArrayList<>();
    signals.add(new Port(clock.pin(), Direction.INPUT, 1));
    for (ChannelHistory channelHistory : histories) {
      for (int channel = 0; channel < channelHistory.channels.length; channel++) {
        String name = channelHistory.port + "_" + channelHistory.channels[channel];
        signals.add(new Port(name + "VALID", Direction.OUTPUT, 1));
        signals.add(new Port(name + "READY", Direction.OUTPUT, 1));
        for (int field = 0; channel == 0 && field < FIELDS.length; field++) {
          signals.add(new Port(name + FIELDS[field], Direction.OUTPUT, WIDTHS[field]));
        }
      }
    }
    ChangeDetector feed =
        new ChangeDetector(
            WaveWriter.open(file), "kernel", signals, new TraceClocks(List.of(clock), 0));
    long[] row = new long[feed.rowWords()];
    long[] unknown = new long[row.length];
    int cycles = histories.stream().mapToInt(ChannelHistory::cycles).max().orElse(0);
    for (long cycle = Math.max(0, lastCycle + 1 - cycles); cycle <= lastCycle; cycle++) {
      fill(row, unknown, cycle);
      feed.sample(clock.periodStart(cycle), 1, row, unknown);
    }
    feed.close(clock.periodStart(lastCycle + 1), "fault: " + message);
  }

  private void fill(long[] row, long[] unknown, long cycle) {
    Arrays.fill(unknown, 0);
    int at = 1;
    for (ChannelHistory channelHistory : histories) {
      for (int channel = 0; channel < channelHistory.channels.length; channel++) {
        boolean known = channelHistory.remembers(cycle);
        int state = known ? channelHistory.state(cycle, channel) : 0;
        putValue(row, unknown, at++, state & ChannelHistory.VALID, known);
        putValue(row, unknown, at++, state >>> 1, known);
        if (channel == 0) {
          int burst = (state & ChannelHistory.VALID) == 0 ? -1 : channelHistory.burstAt(cycle);
          for (int field = 0; field < FIELDS.length; field++) {
            putValue(
                row,
                unknown,
                at++,
                burst < 0 ? 0 : channelHistory.field(burst, field + 1),
                burst >= 0);
          }
        }
      }
    }
  }

  private static void putValue(long[] row, long[] unknown, int at, long value, boolean known) {
    row[at] = known ? value : 0;
    unknown[at] = known ? 0 : -1;
  }
}
