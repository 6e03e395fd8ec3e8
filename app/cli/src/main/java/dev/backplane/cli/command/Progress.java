package dev.backplane.cli.command;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * One line on a terminal that says what is being done and for how long, and where the amount is
 * known also how fast it goes and how long it will take. It is rewritten at most ten times a second
 * and gone when it is done. Elsewhere it writes nothing at all. Safe for use by several threads.
 */
public final class Progress implements AutoCloseable {
  /** The unit of files. */
  public static final String BYTES = ProgressText.BYTES;

  private static final long INTERVAL_MILLIS = 100;
  private static final long INTERVAL_NANOS = 1_000_000 * INTERVAL_MILLIS;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shown;
  private final LongSupplier clock;
  private ProgressText text = ProgressText.NOTHING;
  private String seen = "";
  private long began;
  private long next;
  private boolean closed;

  /**
   * Progress that shows what it is told when it is told.
   *
   * @param err the terminal
   * @param shown whether it is one
   * @param clock nanoseconds
   */
  Progress(PrintWriter err, boolean shown, LongSupplier clock) {
    this.err = err;
    this.shown = shown;
    this.clock = clock;
    this.next = clock.getAsLong();
  }

  /** Goes on showing how long it takes while nothing is told. */
  Progress ticking() {
    if (shown) {
      Thread.ofPlatform().daemon().name("backplane-progress").start(this::tickUntilClosed);
    }
    return this;
  }

  private synchronized void tickUntilClosed() {
    try {
      while (!closed) {
        tick();
        wait(INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Begins a step that may take long, of which nobody knows how much there is to do. */
  public void step(String what) {
    begin(new ProgressText(what, 0, 0, ""));
  }

  /**
   * Begins a step of which it is known how much there is to do.
   *
   * @param what is done
   * @param total how much of it
   * @param unit {@link #BYTES}, or what is counted, in the plural
   */
  public void step(String what, long total, String unit) {
    begin(new ProgressText(what, 0, total, unit));
  }

  private synchronized void begin(ProgressText first) {
    text = first;
    began = clock.getAsLong();
    tick();
  }

  /** Says in other words what is being done; the step goes on. */
  public synchronized void update(String what) {
    text = new ProgressText(what, text.done(), text.total(), text.unit());
    tick();
  }

  /** Says how much of the step is done. */
  public synchronized void done(long amount) {
    text = new ProgressText(text.what(), amount, text.total(), text.unit());
    tick();
  }

  /** Does something that writes to the terminal too, which the line makes room for. */
  public synchronized void aside(Runnable writing) {
    erase();
    writing.run();
  }

  /** Shows what is new, unless the line is very young. */
  synchronized void tick() {
    long now = clock.getAsLong();
    if (!shown || closed || text.what().isEmpty() || now - next < 0) {
      return;
    }
    String line = text.line(now - began);
    if (!line.equals(seen)) {
      SafeWriter.control(err, ERASE);
      err.print(line);
      err.flush();
      seen = line;
      next = now + INTERVAL_NANOS;
    }
  }

  private void erase() {
    if (!seen.isEmpty()) {
      SafeWriter.control(err, ERASE);
      err.flush();
      seen = "";
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    erase();
    notifyAll();
  }
}
