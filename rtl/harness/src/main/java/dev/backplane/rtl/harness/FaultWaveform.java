package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.trace.ChangeDetector;
import dev.backplane.rtl.engines.trace.TraceClock;
import dev.backplane.rtl.engines.trace.TraceClocks;
import dev.backplane.rtl.engines.trace.WaveWriter;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A waveform of what the models recorded before a fault; what was not recorded is unknown. */
final class FaultWaveform {
  private final List<PortHistory> histories;
  private final TraceClock clock;

  FaultWaveform(List<PortHistory> histories, TraceClock clock) {
    this.histories = List.copyOf(histories);
    this.clock = clock;
  }

  /** Writes all recorded cycles up to the last one. */
  void save(Path file, long lastCycle, String message) {
    List<Port> signals = new ArrayList<>();
    signals.add(new Port(clock.pin(), Direction.INPUT, 1));
    histories.forEach(history -> signals.addAll(history.signals()));
    ChangeDetector feed =
        new ChangeDetector(
            WaveWriter.open(file), "kernel", signals, new TraceClocks(List.of(clock), 0));
    long[] row = new long[feed.rowWords()];
    long[] unknown = new long[row.length];
    int cycles = histories.stream().mapToInt(PortHistory::cycles).max().orElse(0);
    for (long cycle = Math.max(0, lastCycle + 1 - cycles); cycle <= lastCycle; cycle++) {
      fill(row, unknown, cycle);
      feed.sample(clock.periodStart(cycle), 1, row, unknown);
    }
    feed.close(clock.periodStart(lastCycle + 1), "fault: " + message);
  }

  private void fill(long[] row, long[] unknown, long cycle) {
    Arrays.fill(unknown, 0);
    PortHistory.Row filler =
        new PortHistory.Row() {
          private int at = 1;

          @Override
          public void add(long value, boolean known) {
            row[at] = known ? value : 0;
            unknown[at++] = known ? 0 : -1;
          }
        };
    histories.forEach(history -> history.show(cycle, filler));
  }
}
