package dev.backplane.runtime.configuration;

import java.time.Duration;

/**
 * A rule for failures of an instance.
 *
 * @param load the reaction at loading, configuring or initialising
 * @param enumerate the reaction at enumerating
 * @param retries how often {@link Reaction#RETRY} tries again
 * @param backoff the pause before the first new try; each further one is twice as long
 * @param deadline how long any one call of the plugin manager into the plugin may take, not
 *     counting the time for which the machine has no processor for its thread; calls of an open
 *     device are the caller's own
 */
public record ErrorPolicy(
    Reaction load, Reaction enumerate, int retries, Duration backoff, Duration deadline) {
  /** The reaction to a failure. */
  public enum Reaction {
    /** The caller gets the error. */
    FAIL,
    /** The instance is left out: at loading for good, at enumerating this time. */
    SKIP,
    /** The call is tried again; if it still fails, loading quarantines and enumerating skips. */
    RETRY,
    /** The instance is set aside until it is reinstated. */
    QUARANTINE
  }

  /** Keeps a plugin that fails from affecting the others. */
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
