package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.Arrays;
import java.util.List;

/**
 * Converts rows of sampled values into value changes. The pins of clocks are never driven, so their
 * waveforms are generated from the edges.
 */
public final class ChangeDetector {
  private static final long NEVER = Long.MAX_VALUE;

  private final WaveSink sink;
  private final List<TraceClock> clocks;
  private final int[] words;
  private final boolean[] isClock;

  /** For each clock, the number of its pin among the signals, or -1 if it is not included. */
  private final int[] pins;

  /** For each clock, the time of its next falling edge. */
  private final long[] fallTimes;

  private long[] values;
  private long[] unknown;
  private long[] valuesBefore;
  private long[] unknownBefore;
  private final long[] level = new long[1];
  private final long[] levelUnknown = new long[1];
  private long now = -1;
  private boolean started;

  /**
   * Starts a waveform.
   *
   * @param sink receives the changes
   * @param scope the name of the outermost scope
   * @param signals the signals of a row, in this order, each in full words
   * @param all the clocks
   */
  public ChangeDetector(WaveSink sink, String scope, List<Port> signals, TraceClocks all) {
    this.sink = sink;
    clocks = all.all();
    words = signals.stream().mapToInt(port -> WaveSink.words(port.width())).toArray();
    isClock = new boolean[words.length];
    pins = new int[clocks.size()];
    fallTimes = new long[clocks.size()];
    Arrays.fill(fallTimes, NEVER);
    List<String> names = signals.stream().map(Port::name).toList();
    for (int i = 0; i < pins.length; i++) {
      pins[i] = names.indexOf(clocks.get(i).pin());
      if (pins[i] >= 0) {
        isClock[pins[i]] = true;
      }
    }
    int total = Arrays.stream(words).sum();
    values = new long[total];
    unknown = new long[total];
    valuesBefore = new long[total];
    unknownBefore = new long[total];
    sink.begin(signals, scope);
    sink.note(ClockNote.of(all.mainClock()));
  }

  /** {@return the number of words of a row} */
  public int rowWords() {
    return values.length;
  }

  /** Adds a sample of known values, from index {@code at} of a row on. */
  void sample(long time, long edges, long[] row, int at) {
    System.arraycopy(row, at, values, 0, values.length);
    emit(time, edges);
  }

  /**
   * Adds a sample with unknown values.
   *
   * @param time the time from which they hold, in picoseconds
   * @param edges a bit for each clock with an edge at that time
   * @param row the values
   * @param unknownRow a 1 for each unknown bit
   */
  public void sample(long time, long edges, long[] row, long[] unknownRow) {
    System.arraycopy(row, 0, values, 0, values.length);
    System.arraycopy(unknownRow, 0, unknown, 0, unknown.length);
    emit(time, edges);
  }

  private void emit(long time, long edges) {
    emitFallingEdges(time);
    advanceTo(time);
    for (int i = 0; i < pins.length; i++) {
      if (pins[i] >= 0 && ((edges >>> i & 1) != 0 || !started)) {
        boolean rises = !clocks.get(i).falling();
        change(pins[i], rises ? 1 : 0);
        fallTimes[i] = rises ? time + clocks.get(i).halfPeriod() : NEVER;
      }
    }
    int at = 0;
    for (int i = 0; i < words.length; i++) {
      if (!isClock[i] && (!started || differs(at, words[i]))) {
        sink.change(i, values, unknown, at);
      }
      at += words[i];
    }
    started = true;
    long[] spare = valuesBefore;
    valuesBefore = values;
    values = spare;
    spare = unknownBefore;
    unknownBefore = unknown;
    unknown = spare;
    Arrays.fill(unknown, 0);
  }

  private boolean differs(int at, int count) {
    for (int i = at; i < at + count; i++) {
      if (values[i] != valuesBefore[i] || unknown[i] != unknownBefore[i]) {
        return true;
      }
    }
    return false;
  }

  private void advanceTo(long time) {
    if (time > now) {
      sink.time(time);
      now = time;
    }
  }

  private void change(int pin, long value) {
    level[0] = value;
    sink.change(pin, level, levelUnknown, 0);
  }

  private void emitFallingEdges(long time) {
    while (true) {
      int next = -1;
      for (int i = 0; i < fallTimes.length; i++) {
        if (fallTimes[i] < time && (next < 0 || fallTimes[i] < fallTimes[next])) {
          next = i;
        }
      }
      if (next < 0) {
        return;
      }
      advanceTo(fallTimes[next]);
      fallTimes[next] = NEVER;
      change(pins[next], 0);
    }
  }

  /**
   * Completes the waveform.
   *
   * @param time the end of the last row, in picoseconds
   * @param note a final comment
   */
  public void close(long time, String note) {
    end(time);
    sink.note(note);
    sink.close();
  }

  /**
   * Sets the end of the last row.
   *
   * @param time in picoseconds
   */
  public void end(long time) {
    emitFallingEdges(time);
    advanceTo(time);
  }
}
