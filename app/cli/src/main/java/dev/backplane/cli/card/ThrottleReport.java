package dev.backplane.cli.card;

import dev.backplane.api.xrt.Board.Throttle;
import dev.backplane.cli.report.Report;

/** A report of how the clocks of a card are throttled. */
record ThrottleReport(
    boolean throttling,
    double powerLimitW,
    double temperatureLimitC,
    double clockFactor,
    String slowedBy)
    implements Report {
  static ThrottleReport of(Throttle now) {
    return new ThrottleReport(
        now.enabled(), now.watts(), now.celsius(), now.factor(), now.reason());
  }
}
