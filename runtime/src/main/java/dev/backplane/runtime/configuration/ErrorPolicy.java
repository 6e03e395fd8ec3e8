package dev.backplane.runtime.configuration;

import java.time.Duration;

/**
 * A rule for failures of an instance.
 *
 * @param load at loading, configuring or initialising
 * @param enumerate at enumerating
 * @param retries how often {@link Reaction#RETRY} tries again
 * @param backoff the pause before the first new try; each further one is twice as long
 * @param deadline how long any one call of the plugin manager into the plugin may take, not
 *     counting the time for which the machine has no processor for its thread; calls of an open
 *     device are the caller's own
 */
public record ErrorPolicy(
    Reaction load, Reaction enumerate, int retries, Duration backoff, Duration deadline) {
  /** What is done about a failure. */
  public enum Reaction {
    /** The caller gets the error. */
    FAIL,
    /** It is left out: at loading for good, at enumerating this time. */
    SKIP,
    /** It is tried again; when that does not help, loading quarantines and enumerating skips. */
    RETRY,
    /** It is set aside until it is reinstated. */
    QUARANTINE
  }

  /** One bad plugin is one bad plugin. */
  public static final ErrorPolicy DEFAULT =
      new ErrorPolicy(
          Reaction.QUARANTINE, Reaction.SKIP, 3, Duration.ofMillis(100), Duration.ofSeconds(10));

  /**
   * {@return the pause before a new try}
   *
   * @param tries how many tries there were, at least 1
   */
  public Duration pauseAfter(int tries) {
    return backoff.multipliedBy(1L << Math.min(tries - 1, 20));
  }
}
