package dev.backplane.api.spi;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Receives the trace of a driver's own work. Whether anybody listens is decided when an instance is
 * set up, never at a call: a driver binds its tables once and calls the tables that it gets back.
 *
 * <p>This is the trace mechanism of the DPC++ plugin interface. Safe for use by several threads.
 */
public interface CallTrace {
  /** Nobody listens. */
  CallTrace NONE =
      new CallTrace() {
        @Override
        public <T> T bind(Class<T> type, T table) {
          return table;
        }

        @Override
        public void note(Detail detail, Supplier<String> step) {}
      };

  /** The level of detail of a trace. */
  enum Detail {
    /** Tells of discoveries, bindings and selections. */
    BASIC,
    /** Tells also of candidates that were not taken, and why. */
    DEBUG
  }

  /**
   * Binds a table of calls.
   *
   * @param type its interface; methods may carry {@link NativeCall}
   * @param table the table
   * @param <T> that interface
   * @return the table itself where calls are not traced; otherwise one that traces and forwards
   */
  <T> T bind(Class<T> type, T table);

  /**
   * Tells a step of discovery or binding.
   *
   * @param detail who wants to know it
   * @param step the step in words, asked for only if somebody does
   */
  void note(Detail detail, Supplier<String> step);

  /** A line of a chart of times: what one compute unit or queue executed. */
  @FunctionalInterface
  interface Track {
    /**
     * Tells what was executed, once it has ended.
     *
     * @param name what, for example the kernel's name
     * @param start when it began, by the clock of {@link System#nanoTime}
     * @param end when it ended
     */
    void span(String name, long start, long end);
  }

  /**
   * Gives what takes the spans of a compute unit or queue. A driver asks when it makes the unit,
   * and where nobody listens takes no times.
   *
   * @param device the key of the device
   * @param name what the unit or queue is called
   * @return what takes them, if anybody does
   */
  default Optional<Track> track(String device, String name) {
    return Optional.empty();
  }
}
