package dev.backplane.drivers.softcard.board;

import dev.backplane.api.xrt.Board.AsyncError;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What went wrong without anybody having asked; the oldest records give way to new ones. */
final class ErrorRecords {
  private static final int MOST = 256;

  private final InstantSource clock;
  private final Deque<AsyncError> records = new ArrayDeque<>();

  ErrorRecords(InstantSource clock) {
    this.clock = clock;
  }

  void error(String source, String text) {
    add(new AsyncError(clock.instant(), source, "error", text));
  }

  void warning(String source, String text) {
    add(new AsyncError(clock.instant(), source, "warning", text));
  }

  private synchronized void add(AsyncError record) {
    if (records.size() == MOST) {
      records.removeFirst();
    }
    records.addLast(record);
  }

  synchronized List<AsyncError> all() {
    return List.copyOf(records);
  }

  synchronized void clear() {
    records.clear();
  }
}
