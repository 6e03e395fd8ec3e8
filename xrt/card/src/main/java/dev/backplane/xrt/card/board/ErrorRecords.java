package dev.backplane.xrt.card.board;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.DeviceEvent.Severity;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The log of asynchronous errors, which are not the answer to a call. When it is full, new records
 * replace the oldest.
 */
final class ErrorRecords {
  private static final int MOST = 256;

  private final InstantSource clock;
  private final Consumer<? super DeviceEvent.Error> told;
  private final Deque<DeviceEvent.Error> records = new ArrayDeque<>();

  /** No records; who is told gets each when it is made. */
  ErrorRecords(InstantSource clock, Consumer<? super DeviceEvent.Error> told) {
    this.clock = clock;
    this.told = told;
  }

  void error(String source, String text) {
    add(new DeviceEvent.Error(clock.instant(), source, Severity.ERROR, text));
  }

  void warning(String source, String text) {
    add(new DeviceEvent.Error(clock.instant(), source, Severity.WARNING, text));
  }

  private void add(DeviceEvent.Error record) {
    synchronized (this) {
      if (records.size() == MOST) {
        records.removeFirst();
      }
      records.addLast(record);
    }
    told.accept(record);
  }

  synchronized List<DeviceEvent.Error> all() {
    return List.copyOf(records);
  }

  synchronized void clear() {
    records.clear();
  }
}
