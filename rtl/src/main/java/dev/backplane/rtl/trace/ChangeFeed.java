package dev.backplane.rtl.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.Arrays;
import java.util.List;

/**
 * Turns rows of values into changes, with clocks that go up and down: their pins are never driven,
 * so they are drawn from their edges.
 */
public final class ChangeFeed {
  private static final long NEVER = Long.MAX_VALUE;

  private final WaveSink sink;
  private final List<TraceClock> clocks;
  private final int[] words;
  private final boolean[] isClock;

  /** For each clock, the number of its pin among the signals, or -1 if it is not shown. */
  private final int[] pins;

  /** For each clock, when it goes down by itself. */
  private final long[] falls;

  private long[] values;
  private long[] unknown;
  private long[] valuesBefore;
  private long[] unknownBefore;
  private final long[] level = new long[1];
  private final long[] levelUnknown = new long[1];
  private long now = -1;
  private boolean begun;

  /**
   * Begins a waveform.
   *
   * @param sink where to
   * @param scope what the signals belong to
   * @param signals what is in a row, in this order, each in whole words
   * @param all the clocks
   */
  public ChangeFeed(WaveSink sink, String scope, List<Port> signals, TraceClocks all) {
    this.sink = sink;
    clocks = all.all();
    words = signals.stream().mapToInt(port -> WaveSink.words(port.width())).toArray();
    isClock = new boolean[words.length];
    pins = new int[clocks.size()];
    falls = new long[clocks.size()];
    Arrays.fill(falls, NEVER);
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

  /** {@return how many words a row has} */
  public int rowWords() {
    return values.length;
  }

  /** Takes values that are all known, from {@code at} of a row on. */
  void sample(long time, long edges, long[] row, int at) {
    System.arraycopy(row, at, values, 0, values.length);
    emit(time, edges);
  }

  /**
   * Takes values of which some are not known.
   *
   * @param time when they came into force, in picoseconds
   * @param edges a bit for each clock that has an edge then
   * @param row the values
   * @param unknownRow a bit set where a value is not known
   */
  public void sample(long time, long edges, long[] row, long[] unknownRow) {
    System.arraycopy(row, 0, values, 0, values.length);
    System.arraycopy(unknownRow, 0, unknown, 0, unknown.length);
    emit(time, edges);
  }

  private void emit(long time, long edges) {
    fallUntil(time);
    goTo(time);
    for (int i = 0; i < pins.length; i++) {
      if (pins[i] >= 0 && ((edges >>> i & 1) != 0 || !begun)) {
        boolean rises = !clocks.get(i).falling();
        change(pins[i], rises ? 1 : 0);
        falls[i] = rises ? time + clocks.get(i).halfPeriod() : NEVER;
      }
    }
    int at = 0;
    for (int i = 0; i < words.length; i++) {
      if (!isClock[i] && (!begun || differs(at, words[i]))) {
        sink.change(i, values, unknown, at);
      }
      at += words[i];
    }
    begun = true;
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

  private void goTo(long time) {
    if (time > now) {
      sink.time(time);
      now = time;
    }
  }

  private void change(int pin, long value) {
    level[0] = value;
    sink.change(pin, level, levelUnknown, 0);
  }

  private void fallUntil(long time) {
    while (true) {
      int next = -1;
      for (int i = 0; i < falls.length; i++) {
        if (falls[i] < time && (next < 0 || falls[i] < falls[next])) {
          next = i;
        }
      }
      if (next < 0) {
        return;
      }
      goTo(falls[next]);
      falls[next] = NEVER;
      change(pins[next], 0);
    }
  }

  /**
   * Completes the waveform.
   *
   * @param time until when the last row is in force, in picoseconds
   * @param note a last line for a person
   */
  public void close(long time, String note) {
    end(time);
    sink.note(note);
    sink.close();
  }

  /**
   * Says until when the last row is in force.
   *
   * @param time in picoseconds
   */
  public void end(long time) {
    fallUntil(time);
    goTo(time);
  }
}
