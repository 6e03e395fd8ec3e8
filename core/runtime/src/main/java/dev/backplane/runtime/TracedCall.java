package dev.backplane.runtime;

import java.time.Duration;
import java.time.Instant;

/**
 * One call that went through the plugin manager. Immutable.
 *
 * @param time when it was made
 * @param took how long it took
 * @param subject the device, or the plugin instance for calls that concern no device
 * @param call the interface and method
 * @param arguments its arguments in parentheses
 * @param outcome what it returned, or the error behind an exclamation mark
 */
public record TracedCall(
    Instant time, Duration took, String subject, String call, String arguments, String outcome) {
  /** {@return the call as one line} */
  @Override
  public String toString() {
    return "%s %s %s%s -> %s [%d ns]"
        .formatted(time, subject, call, arguments, outcome, took.toNanos());
  }
}
