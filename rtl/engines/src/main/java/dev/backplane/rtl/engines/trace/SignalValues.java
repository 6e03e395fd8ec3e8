package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.util.Arrays;
import java.util.List;

/** The current values of the signals of a waveform, one after the other; all unknown at first. */
final class SignalValues {
  /** The bits, and which of them are unknown, in words. */
  final long[] value;

  final long[] unknown;

  /** The index of the first word of each signal. */
  private final int[] places;

  private final List<Port> signals;

  SignalValues(List<Port> signals) {
    this.signals = List.copyOf(signals);
    places = new int[signals.size()];
    int words = 0;
    for (int i = 0; i < places.length; i++) {
      places[i] = words;
      words += WaveSink.words(signals.get(i).width());
    }
    value = new long[words];
    unknown = new long[words];
    Arrays.fill(unknown, -1);
  }

  List<Port> signals() {
    return signals;
  }

  /** {@return the index of a signal's first word} */
  int place(int signal) {
    return places[signal];
  }

  /** Changes a signal to what is in some words from a place on. */
  void change(int signal, long[] values, long[] unknowns, int at) {
    int words = WaveSink.words(signals.get(signal).width());
    System.arraycopy(values, at, value, places[signal], words);
    System.arraycopy(unknowns, at, unknown, places[signal], words);
  }
}
