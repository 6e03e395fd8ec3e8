package dev.backplane.cli.command;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * One line on a terminal that says what is being done, rewritten at most ten times a second and
 * gone when it is done. Elsewhere it writes nothing at all.
 */
public final class Progress implements AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shown;
  private final LongSupplier clock;
  private long next;
  private boolean dirty;

  Progress(PrintWriter err, boolean shown, LongSupplier clock) {
    this.err = err;
    this.shown = shown;
    this.clock = clock;
    this.next = clock.getAsLong();
  }

  /** Says what comes now; may be skipped if the last line is very young. */
  public void update(String line) {
    if (shown && clock.getAsLong() - next >= 0) {
      show(line);
    }
  }

  /** Says what comes now, in any case: a step that may take long. */
  public void step(String line) {
    if (shown) {
      show(line);
    }
  }

  private void show(String line) {
    SafeWriter.control(err, ERASE);
    err.print(line);
    err.flush();
    dirty = true;
    next = clock.getAsLong() + INTERVAL_NANOS;
  }

  @Override
  public void close() {
    if (dirty) {
      SafeWriter.control(err, ERASE);
      err.flush();
      dirty = false;
    }
  }
}
