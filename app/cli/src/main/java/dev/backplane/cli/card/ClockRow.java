package dev.backplane.cli.card;

import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.cli.report.Report;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A line of a report that tells of a clock. */
record ClockRow(
    String clock,
    String drives,
    @Nullable Integer imageMhz,
    int setMhz,
    double effectiveMhz,
    @Nullable Integer leastMhz,
    @Nullable Integer mostMhz)
    implements Report {
  static List<ClockRow> all(Clocks clocks) {
    return clocks.clocks().stream().map(ClockRow::of).toList();
  }

  private static ClockRow of(Clock clock) {
    return new ClockRow(
        clock.name(),
        clock.drives(),
        boxed(clock.image()),
        clock.requested(),
        clock.effective(),
        boxed(clock.least()),
        boxed(clock.most()));
  }

  private static @Nullable Integer boxed(OptionalInt megahertz) {
    return megahertz.isPresent() ? megahertz.getAsInt() : null;
  }
}
