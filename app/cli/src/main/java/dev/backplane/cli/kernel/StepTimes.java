package dev.backplane.cli.kernel;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/** The steps of something, and how long each took. */
final class StepTimes {
  private final LongSupplier clock;
  private final SequencedMap<String, Duration> steps = new LinkedHashMap<>();
  private String current = "";
  private long since;

  StepTimes(LongSupplier clock) {
    this.clock = clock;
    since = clock.getAsLong();
  }

  /** Ends the step that is being done, and begins another. */
  void begin(String step) {
    end();
    current = step;
  }

  /** Ends the step that is being done. */
  void end() {
    long now = clock.getAsLong();
    if (!current.isEmpty()) {
      steps.merge(current, Duration.ofNanos(now - since), Duration::plus);
    }
    current = "";
    since = now;
  }

  SequencedMap<String, Duration> steps() {
    return steps;
  }
}
