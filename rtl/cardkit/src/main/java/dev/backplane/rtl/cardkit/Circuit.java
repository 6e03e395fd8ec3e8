package dev.backplane.rtl.cardkit;

import dev.backplane.api.BackplaneException;

/**
 * An accelerator as its power sees it: it goes on by steps, is reset, and ends. {@link
 * PoweredAccelerator} calls it from one thread at a time. What it throws is a fault, except for a
 * {@link BackplaneException}, which refuses one access.
 */
public interface Circuit {
  /** The work that is left after a step. */
  enum Progress {
    /** More: the next step is due at once. */
    MORE,
    /** Nothing now, but what others do to memory may change that: steps come after pauses. */
    WATCHING,
    /** Nothing until somebody accesses it. */
    IDLE
  }

  /** Goes on for some microseconds to a millisecond; registers are not accessed meanwhile. */
  Progress advance();

  /** Brings it to the state after power-up, also after a fault. */
  void reset();

  /**
   * Says what is wrong. Called for the first fault, in the thread that met it.
   *
   * @param thrown what was thrown
   * @return the fault, whose message is for people
   */
  RuntimeException faultOf(Throwable thrown);

  /** Ends it; the last call. */
  void close();
}
