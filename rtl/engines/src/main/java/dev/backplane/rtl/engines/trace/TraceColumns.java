package dev.backplane.rtl.engines.trace;

import java.util.ArrayList;
import java.util.List;

/** Collects the changes of a signal by columns. Used by one thread. */
final class TraceColumns {
  private final WaveSignal signal;
  private final WaveValues values;
  private final long from;
  private final long step;
  private final String before;
  private final List<WaveTrace.Entry> entries = new ArrayList<>();
  private long changes;

  /** The column that changes are added to, and what is known of it. */
  private long column = -1;

  private long first;
  private long last;
  private long count;
  private boolean unknown;
  private FstValue value;

  /** The last column of the last entry, if it has more than one change for each column. */
  private long busyColumn = -2;

  TraceColumns(WaveSignal signal, WaveValues values, long from, long step, FstValue start) {
    this.signal = signal;
    this.values = values;
    this.from = from;
    this.step = step;
    value = start;
    before = text(start);
  }

  private String text(FstValue of) {
    return values.text(signal, of, WaveValues.SHORT);
  }

  void add(long time, FstValue changed) {
    long into = (time - from) / step;
    if (into != column) {
      flush();
      column = into;
      first = time;
      count = 0;
      unknown = false;
    }
    last = time;
    value = changed;
    unknown |= values.isUnknown(signal, changed);
    count++;
    changes++;
  }

  private void flush() {
    if (column < 0) {
      return;
    }
    if (count > 1 && busyColumn == column - 1 && entries.getLast().unknown() == unknown) {
      WaveTrace.Entry beside = entries.removeLast();
      entries.add(
          new WaveTrace.Entry(beside.time(), last, beside.count() + count, unknown, text(value)));
    } else {
      entries.add(new WaveTrace.Entry(first, last, count, unknown, text(value)));
    }
    busyColumn = count > 1 ? column : -2;
  }

  long changes() {
    return changes;
  }

  WaveTrace finish() {
    flush();
    column = -1;
    return new WaveTrace(before, entries);
  }
}
