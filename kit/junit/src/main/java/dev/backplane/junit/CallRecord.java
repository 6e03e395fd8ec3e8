package dev.backplane.junit;

import dev.backplane.runtime.TraceSink;
import dev.backplane.runtime.TracedCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The latest calls that a test made on its card. Safe for use by several threads. */
final class CallRecord implements TraceSink {
  private static final int KEPT = 1000;

  private final Deque<TracedCall> calls = new ArrayDeque<>();
  private long left;

  @Override
  public synchronized void accept(TracedCall call) {
    if (calls.size() == KEPT) {
      calls.removeFirst();
      left++;
    }
    calls.addLast(call);
  }

  /** {@return the calls that are kept, oldest first} */
  synchronized List<TracedCall> latest() {
    return List.copyOf(calls);
  }

  /** {@return how many calls were made before those} */
  synchronized long left() {
    return left;
  }
}
