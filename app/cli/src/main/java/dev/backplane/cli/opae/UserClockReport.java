package dev.backplane.cli.opae;

import dev.backplane.api.board.Clocks;
import dev.backplane.cli.report.Report;
import dev.backplane.opae.abi.UserClock;

/** A report of the user clock of an accelerator. */
record UserClockReport(int highMhz, int lowMhz) implements Report {
  static UserClockReport of(Clocks clocks) {
    UserClock now = UserClock.of(clocks);
    return new UserClockReport(now.high(), now.low());
  }
}
