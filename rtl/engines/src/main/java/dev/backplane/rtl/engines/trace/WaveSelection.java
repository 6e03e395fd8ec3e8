package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes on a window of a waveform, with some of its signals and always the clock. A cycle is one
 * of the main clock that the waveform names; without one, a cycle is 10 ns.
 */
public final class WaveSelection implements WaveSink {
  private static final TraceClock UNKNOWN = new TraceClock("clock", false, 100_000);

  private final WaveSink sink;
  private final long from;
  private final long length;
  private final PinFilter filter;
  private final List<String> earlyNotes = new ArrayList<>();
  private List<Port> all = List.of();
  private String scope = "";
  private @Nullable TraceClock main;
  private boolean started;

  /** The number of each signal in the selection, or -1. */
  private int[] numbers = {};

  private SignalValues current = new SignalValues(List.of());
  private boolean[] changed = {};
  private long now = -1;

  /**
   * Creates a selection.
   *
   * @param sink receives the selection
   * @param from the first cycle
   * @param length the number of cycles
   * @param filter selects signals
   */
  public WaveSelection(WaveSink sink, long from, long length, PinFilter filter) {
    this.sink = sink;
    this.from = from;
    this.length = length;
    this.filter = filter;
  }

  @Override
  public void begin(List<Port> signals, String top) {
    all = List.copyOf(signals);
    scope = top;
    current = new SignalValues(all);
    changed = new boolean[all.size()];
  }

  private void beginSink() {
    if (started) {
      return;
    }
    started = true;
    TraceClock clock = main;
    List<Port> shown = new ArrayList<>();
    numbers = new int[all.size()];
    for (int i = 0; i < numbers.length; i++) {
      String name = all.get(i).name();
      boolean takes = filter.accepts(name) || (clock != null && clock.pin().equals(name));
      numbers[i] = takes ? shown.size() : -1;
      if (takes) {
        shown.add(all.get(i));
      }
    }
    sink.begin(shown, scope);
    earlyNotes.forEach(sink::note);
  }

  @Override
  public void time(long picoseconds) {
    beginSink();
    flush();
    now = picoseconds;
  }

  /** Passes on the changes at the last time. */
  private void flush() {
    TraceClock clock = main == null ? UNKNOWN : main;
    long start = clock.periodStart(from);
    boolean endless = length > Long.MAX_VALUE / 2 - from;
    long end = endless ? Long.MAX_VALUE : clock.periodStart(from + length);
    if (now < start || now > end) {
      return;
    }
    sink.time(now);
    for (int i = 0; now < end && i < changed.length; i++) {
      if (changed[i] && numbers[i] >= 0) {
        sink.change(numbers[i], current.value, current.unknown, current.place(i));
      }
    }
    if (now < end) {
      Arrays.fill(changed, false);
    }
  }

  @Override
  public void change(int signal, long[] values, long[] unknowns, int at) {
    current.change(signal, values, unknowns, at);
    changed[signal] = true;
  }

  @Override
  public void note(String text) {
    ClockNote.parse(text).ifPresent(clock -> main = clock);
    if (started) {
      sink.note(text);
    } else {
      earlyNotes.add(text);
    }
  }

  @Override
  public void close() {
    beginSink();
    if (now >= 0) {
      flush();
    }
    sink.close();
  }
}
