package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A window of a waveform as a table with a row for every cycle of the main clock: the values that
 * settled at its end. Without a clock, there is a row for each time in the file.
 */
public final class WaveTable implements WaveSink {
  private final long from;
  private final long length;
  private final PinFilter filter;
  private final List<String> notes = new ArrayList<>();
  private final List<long[]> values = new ArrayList<>();
  private final List<long[]> unknowns = new ArrayList<>();
  private final List<Long> cycles = new ArrayList<>();
  private List<Port> all = List.of();
  private int[] shownSignals = {};
  private SignalValues current = new SignalValues(List.of());
  private long[] valueBefore = {};
  private long[] unknownBefore = {};
  private @Nullable TraceClock main;
  private int clock = -1;
  private boolean clockRose;
  private long now = -1;
  private long cycleStart = -1;
  private long count = -1;

  /**
   * Creates an empty table.
   *
   * @param from the first cycle of the window
   * @param length the number of cycles
   * @param filter selects signals
   */
  public WaveTable(long from, long length, PinFilter filter) {
    this.from = from;
    this.length = length;
    this.filter = filter;
  }

  @Override
  public void begin(List<Port> signals, String scope) {
    all = List.copyOf(signals);
    current = new SignalValues(all);
    valueBefore = current.value.clone();
    unknownBefore = current.unknown.clone();
    clock = -1;
    for (int i = all.size() - 1; i >= 0; i--) {
      String name = all.get(i).name().toLowerCase(Locale.ROOT);
      if (all.get(i).width() == 1 && (name.endsWith("clk") || name.endsWith("clock"))) {
        clock = i;
      }
    }
    selectSignals();
  }

  /** Selects the signals; the clock is not one of them, since rows are its cycles. */
  private void selectSignals() {
    shownSignals =
        IntStream.range(0, all.size())
            .filter(i -> i != clock && filter.accepts(all.get(i).name()))
            .toArray();
  }

  @Override
  public void time(long picoseconds) {
    endOfTime();
    now = picoseconds;
  }

  /** Processes the changes of one time. */
  private void endOfTime() {
    if (now >= 0 && (clockRose || clock < 0)) {
      endOfCycle();
      cycleStart = now;
    }
    clockRose = false;
    System.arraycopy(current.value, 0, valueBefore, 0, valueBefore.length);
    System.arraycopy(current.unknown, 0, unknownBefore, 0, unknownBefore.length);
  }

  private void endOfCycle() {
    if (cycleStart < 0) {
      return;
    }
    count++;
    TraceClock known = main;
    long cycle = known == null ? count : Math.round(cycleStart / (1e9 / known.kilohertz()));
    if (cycle >= from && cycles.size() < length) {
      cycles.add(cycle);
      values.add(valueBefore.clone());
      unknowns.add(unknownBefore.clone());
    }
  }

  @Override
  public void change(int signal, long[] from64, long[] unknown64, int at) {
    if (signal == clock
        && (from64[at] & 1) == 1
        && (current.value[current.place(signal)] & 1) == 0) {
      clockRose = true;
    }
    current.change(signal, from64, unknown64, at);
  }

  @Override
  public void note(String text) {
    notes.add(text);
    ClockNote.parse(text)
        .ifPresent(
            named -> {
              main = named;
              for (int i = 0; i < all.size(); i++) {
                if (all.get(i).name().equals(named.pin())) {
                  clock = i;
                }
              }
              selectSignals();
            });
  }

  @Override
  public void close() {
    endOfTime();
    if (clock >= 0 && !clockRose && now > cycleStart) {
      // The last cycle ends with the file, without an edge.
      endOfCycle();
    }
  }

  /** {@return the cycles of the table} */
  public List<Long> cycles() {
    return List.copyOf(cycles);
  }

  /** {@return the selected signals} */
  public List<Port> signals() {
    return IntStream.of(shownSignals).mapToObj(all::get).toList();
  }

  /** {@return the comments} */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** {@return the message of the fault, if the waveform has one} */
  public Optional<String> fault() {
    return notes.stream()
        .filter(note -> note.startsWith("fault: "))
        .map(note -> note.substring("fault: ".length()))
        .findFirst();
  }

  /** {@return the index of the cycle of the fault in {@link #cycles()}, or -1} */
  public int faultCycle() {
    var matcher = java.util.regex.Pattern.compile("@cycle (\\d{1,18})").matcher(fault().orElse(""));
    return matcher.find() ? cycles.indexOf(Long.valueOf(matcher.group(1))) : -1;
  }

  /**
   * {@return the row, at most the end, in which a signal has another value than in a row before}
   *
   * @param row the index of a cycle
   * @param end the index behind the last one
   * @param signal the index of a selected signal
   */
  int nextChange(int row, int end, int signal) {
    String text = text(row, signal);
    int after = row + 1;
    while (after < end && text(after, signal).equals(text)) {
      after++;
    }
    return after;
  }

  /**
   * {@return a value as text: hexadecimal digits, or {@code x} if some bits are unknown}
   *
   * @param row the index of a cycle
   * @param signal the index of a selected signal
   */
  public String text(int row, int signal) {
    Port port = all.get(shownSignals[signal]);
    int words = WaveSink.words(port.width());
    long[] of = values.get(row);
    long[] no = unknowns.get(row);
    StringBuilder text = new StringBuilder();
    for (int i = words - 1; i >= 0; i--) {
      int at = current.place(shownSignals[signal]) + i;
      int bits = Math.min(Long.SIZE, port.width() - i * Long.SIZE);
      if ((no[at] & (bits == Long.SIZE ? -1 : (1L << bits) - 1)) != 0) {
        return "x";
      }
      text.append(String.format(Locale.ROOT, text.isEmpty() ? "%x" : "%016x", of[at]));
    }
    return text.toString();
  }
}
